/** A cache that is being made: what is known of it, what is still missing, and what is sent in the end. Pure. */
import type { Photo } from "../photo/photo.ts";

/** Every kind that a member may hide: all of the game's own. Imported places are the operator's. */
export const TYPES = [
  "traditional",
  "multi",
  "mystery",
  "letterbox",
  "virtual",
  "earth",
  "audio",
  "living",
] as const;
export const SIZES = ["micro", "small", "regular", "large", "other", "none"] as const;
/** Kinds without a box: there is nothing whose size could be said. */
const BOXLESS: ReadonlySet<string> = new Set(["virtual", "earth", "living"]);
/** Kinds that have stages by their nature: without any there is nothing to follow, or to hear. */
export const STAGED: ReadonlySet<string> = new Set(["multi", "audio"]);
export const VISIBLE = ["federated", "local", "unlisted"] as const;
export type Visible = typeof VISIBLE[number];
/** Levels of difficulty and terrain. */
export const LEVELS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] as const;

/** Most characters, as the gateway takes them. */
export const TITLE_MOST = 120, HINT_MOST = 500, TEXT_MOST = 4000;
/** Photos of one cache. */
export const CACHE_PHOTOS = 6;

/** What its hider says of a cache. */
export interface Told {
  title: string;
  type: string;
  size: string;
  difficulty: number;
  terrain: number;
  hint: string;
  description: string;
  visible: Visible;
  /** Only finds that were heard on the air count. */
  radioOnly: boolean;
  lat?: number | undefined;
  lon?: number | undefined;
  /** Of a living cache: the station of the hider's that it follows. */
  stationCall?: string | undefined;
}

/** Another kind, with the size that it begins with: a box has one, what is no box has none. */
export function asKind(told: Told, type: string): Partial<Told> {
  if (BOXLESS.has(type)) return { type, size: "none" };
  return told.size === "none" ? { type, size: "small" } : { type };
}

export interface Draft extends Told {
  /** 128 random bits as hex: the gateway makes one cache of it, however often it is sent. */
  id: string;
  account: string;
  instance: string;
  changedAt: number;
  /** Metres, where the place was measured. */
  accuracyM?: number | undefined;
  photos: Photo[];
}

export const newDraft = (id: string, account: string, instance: string, changedAt: number): Draft => ({
  ...{ id, account, instance, changedAt, title: "", type: "traditional", size: "small", difficulty: 1.5 },
  ...{ terrain: 1.5, hint: "", description: "", visible: "federated", radioOnly: false, photos: [] },
});

export const STEPS = ["where", "find", "who"] as const;
export type Step = typeof STEPS[number];

/** What keeps a draft from being published, by the step that mends it. */
export function missingOf(
  { title, type, lat, lon, stationCall }: Told,
): { step: Step; key: "hide.missing.title" | "hide.missing.place" | "hide.missing.station" }[] {
  const where = type === "living"
    ? !stationCall && "hide.missing.station" as const
    : (lat === undefined || lon === undefined) && "hide.missing.place" as const;
  return [
    ...(title.trim() === "" ? [{ step: "where", key: "hide.missing.title" } as const] : []),
    ...(where ? [{ step: "where", key: where } as const] : []),
  ];
}

/** What is said to the gateway, by the names of its API. */
export function bodyOf(told: Told) {
  const { title, type, size, difficulty, terrain, hint, description, visible, radioOnly, lat, lon } = told;
  const living = type === "living";
  return {
    ...{ title: title.trim(), type, size, difficulty, terrain, hint, description },
    scope: visible === "federated" ? "federated" : "local",
    unlisted: visible === "unlisted",
    minTrust: radioOnly ? "A" as const : null,
    // A living cache is where its station is.
    ...(living && told.stationCall && { stationCall: told.stationCall }),
    ...(!living && lat !== undefined && lon !== undefined && { lat, lon }),
  };
}

/** What its hider said of a cache, out of the gateway's answer. */
export function toldOf(cache: {
  title: string;
  type: string;
  size: string;
  difficulty: number;
  terrain: number;
  hint: string;
  description: string;
  scope: string;
  unlisted: boolean;
  minTrust: "A" | "B" | null;
  lat: number | null;
  lon: number | null;
  stationCall?: string | null;
}): Told {
  const { title, type, size, difficulty, terrain, hint, description, scope, unlisted, minTrust } = cache;
  return {
    ...{ title, type, size, difficulty, terrain, hint, description, radioOnly: minTrust === "A" },
    visible: unlisted ? "unlisted" : scope === "federated" ? "federated" : "local",
    lat: cache.lat ?? undefined,
    lon: cache.lon ?? undefined,
    stationCall: cache.stationCall ?? undefined,
  };
}

/** The fields of a change that differ from what stood there. */
export function changesOf(before: Told, after: Told): Partial<ReturnType<typeof bodyOf>> {
  const was = bodyOf(before) as Record<string, unknown>, now = bodyOf(after) as Record<string, unknown>;
  const differs = Object.keys(now).filter((field) => now[field] !== was[field]);
  // The gateway takes a place whole.
  const names = differs.some((one) => one === "lat" || one === "lon")
    ? [...new Set([...differs, "lat", "lon"])]
    : differs;
  return Object.fromEntries(names.map((name) => [name, now[name]]));
}

/**
 * What stands in the fields when the gateway's version becomes another one, since somebody changed the cache: what was typed
 * after `anchor`, which was shown or sent last, stays; all else is as the gateway has it.
 */
export function rebased(told: Told, anchor: Told, fresh: Told): Told {
  const typed = new Set(Object.keys(changesOf(anchor, told)));
  const keep = (...names: readonly string[]) => names.some((name) => typed.has(name));
  const names = ["title", "type", "size", "difficulty", "terrain", "hint", "description"] as const;
  return {
    ...fresh,
    ...Object.fromEntries(names.filter((name) => typed.has(name)).map((name) => [name, told[name]])),
    ...(keep("scope", "unlisted") && { visible: told.visible }),
    ...(keep("minTrust") && { radioOnly: told.radioOnly }),
    ...(keep("lat", "lon") && { lat: told.lat, lon: told.lon }),
    ...(keep("stationCall") && { stationCall: told.stationCall }),
  };
}
