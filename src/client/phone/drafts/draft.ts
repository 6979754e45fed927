/** A cache while its owner writes or changes it: its fields, what is still missing, and what is sent. Pure. */
import type { Photo } from "../photo/photo.ts";
import type { BodyOf } from "../wire/routes.ts";

/** Every kind of cache that a member may hide, and its sizes. Only operators import places of other programmes. */
export { CACHE_SIZES as SIZES, NATIVE_CACHE_TYPES as TYPES } from "../../../wire/kinds.ts";
/** Kinds without a box, which therefore have no size. */
const BOXLESS: ReadonlySet<string> = new Set(["virtual", "earth", "living"]);
/** Kinds that are made of stages: without any there is nothing to follow or to hear. */
export const STAGED: ReadonlySet<string> = new Set(["multi", "audio"]);
/** Who sees a cache: all instances, this one alone, or only people who know its code. */
export const VISIBLE = ["federated", "local", "unlisted"] as const;
type Visible = typeof VISIBLE[number];
/** Levels of difficulty and terrain. */
export const LEVELS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] as const;

/** How many characters the gateway takes at most. */
export const TITLE_MOST = 120, HINT_MOST = 500, TEXT_MOST = 4000;
/** How many photos a cache has at most. */
export const CACHE_PHOTOS = 6;

/** The fields that have the same name and value in the form and in the API. */
const PLAIN = ["title", "type", "size", "difficulty", "terrain", "hint", "description"] as const;

/** What its owner says about a cache: the values of the form's fields. */
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
  /** For a living cache: the station of its owner that it follows. */
  stationCall?: string | undefined;
  /** Of a meeting: both or none. */
  eventFrom?: number | undefined;
  eventUntil?: number | undefined;
  /** Where one leaves the car: both or none. */
  parkingLat?: number | undefined;
  parkingLon?: number | undefined;
}

/** The changes when another kind is chosen: the size too, where only one of the two kinds has a box. */
export function asKind(told: Told, type: string): Partial<Told> {
  if (BOXLESS.has(type)) return { type, size: "none" };
  return told.size === "none" ? { type, size: "small" } : { type };
}

/** A cache that is not published yet. */
export interface Draft extends Told {
  /** 128 random bits as hex: by it the gateway makes only one cache of a draft, however often it is sent. */
  id: string;
  account: string;
  instance: string;
  /** Unix seconds. */
  changedAt: number;
  /** Accuracy of the place in metres, where it was measured. */
  accuracyM?: number | undefined;
  photos: Photo[];
}

/** A draft with the values that the form begins with. */
export const newDraft = (id: string, account: string, instance: string, changedAt: number): Draft => ({
  ...{ id, account, instance, changedAt, title: "", type: "traditional", size: "small", difficulty: 1.5 },
  ...{ terrain: 1.5, hint: "", description: "", visible: "federated", radioOnly: false, photos: [] },
});

/** The steps of the form. */
export const STEPS = ["where", "find", "who"] as const;
export type Step = typeof STEPS[number];

/** What a draft still lacks before it can be published, and the step in which it is entered. */
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

type Words = Required<BodyOf<"POST /api/caches">>;
/** The fields of the form by the names of the API. The form offers no kind or size but the API's. */
export function bodyOf(told: Told) {
  const { title, type, size, difficulty, terrain, hint, description, visible, radioOnly, lat, lon } = told;
  const living = type === "living", { eventFrom, eventUntil, parkingLat, parkingLon } = told;
  return {
    ...{ title: title.trim(), difficulty, terrain, hint, description },
    ...{ type: type as Words["type"], size: size as Words["size"] },
    scope: visible === "federated" ? "federated" as const : "local" as const,
    unlisted: visible === "unlisted",
    minTrust: radioOnly ? "A" as const : null,
    // A living cache has no place of its own: it is where its station is.
    ...(living && told.stationCall && { stationCall: told.stationCall }),
    ...(!living && lat !== undefined && lon !== undefined && { lat, lon }),
    ...(eventFrom !== undefined && eventUntil !== undefined && { eventFrom, eventUntil }),
    ...(parkingLat !== undefined && parkingLon !== undefined && { parkingLat, parkingLon }),
  };
}

/** The fields of the form from the gateway's answer. */
export function toldOf(
  cache: Pick<Told, typeof PLAIN[number]> & {
    scope: string;
    unlisted: boolean;
    minTrust: "A" | "B" | null;
    lat: number | null;
    lon: number | null;
    stationCall?: string | null;
    eventFrom?: number | null | undefined;
    eventUntil?: number | null | undefined;
    parkingLat?: number | null | undefined;
    parkingLon?: number | null | undefined;
  },
): Told {
  const { title, type, size, difficulty, terrain, hint, description, scope, unlisted, minTrust } = cache;
  return {
    ...{ title, type, size, difficulty, terrain, hint, description },
    radioOnly: minTrust === "A",
    visible: unlisted ? "unlisted" : scope === "federated" ? "federated" : "local",
    lat: cache.lat ?? undefined,
    lon: cache.lon ?? undefined,
    stationCall: cache.stationCall ?? undefined,
    eventFrom: cache.eventFrom ?? undefined,
    eventUntil: cache.eventUntil ?? undefined,
    parkingLat: cache.parkingLat ?? undefined,
    parkingLon: cache.parkingLon ?? undefined,
  };
}

/** Fields of the API that are sent together or not at all; what may be taken away is sent as null then. */
const EMPTIED = [["eventFrom", "eventUntil"], ["parkingLat", "parkingLon"]] as const;
const TOGETHER: readonly (readonly string[])[] = [["lat", "lon"], ...EMPTIED];

type Body = ReturnType<typeof bodyOf>;
/** What may be changed: a meeting and a car park may also be taken away. */
type Changes = {
  [Name in keyof Body]?:
    | Body[Name]
    | (Name extends typeof EMPTIED[number][number] ? null : never);
};

/** The fields that differ between `before` and `after`, by the names of the API. */
export function changesOf(before: Told, after: Told): Changes {
  const none = Object.fromEntries(EMPTIED.flat().map((name) => [name, null]));
  const was: Record<string, unknown> = { ...none, ...bodyOf(before) };
  const now: Record<string, unknown> = { ...none, ...bodyOf(after) };
  const names = new Set(Object.keys(now).filter((field) => now[field] !== was[field]));
  for (const pair of TOGETHER) {
    if (pair.some((name) => names.has(name))) pair.forEach((name) => names.add(name));
  }
  return Object.fromEntries([...names].map((name) => [name, now[name]]));
}

/**
 * What was typed: the fields of `told` that differ from those that the cache itself has, a place whole. The form shows these
 * over every copy of the cache, kept or live, and all other fields as that copy has them.
 */
export function typedOver(cache: Told, told: Told): Partial<Told> {
  const names = Object.keys(told) as (keyof Told)[];
  const differs = (name: keyof Told) => told[name] !== cache[name];
  const pairOf = (name: keyof Told) => TOGETHER.find((pair) => pair.includes(name)) ?? [name];
  return Object.fromEntries(
    names.filter((name) => pairOf(name).some((one) => differs(one as keyof Told)))
      .map((name) => [name, told[name]]),
  );
}
