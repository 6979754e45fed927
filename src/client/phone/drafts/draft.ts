/** A cache while its owner writes or changes it: its fields, what is still missing, and what is sent. Pure. */
import type { Photo } from "../photo/photo.ts";
import type { BodyOf } from "../wire/routes.ts";
import type { Stage } from "./stages.ts";

/** Every kind of cache that a member may hide, and its sizes. Only operators import places of other programmes. */
export { CACHE_SIZES as SIZES, NATIVE_CACHE_TYPES as TYPES } from "../../../things/kinds.ts";
import { CACHE } from "../../../things/cache.ts";
import type { Fact } from "../../../things/fact.ts";
import { factsWithout, type JsonOf } from "../../../things/thing.ts";

/** Kinds without a box, which therefore have no size. */
const BOXLESS: ReadonlySet<string> = new Set(["virtual", "earth", "living"]);
/** Kinds that are made of stages: without any there is nothing to follow or to hear. */
export const STAGED: ReadonlySet<string> = new Set(["multi", "audio"]);
/** Kinds that are asked for stages while they are written. */
const WITH_STAGES: ReadonlySet<string> = new Set([...STAGED, "mystery", "letterbox"]);
/** Who sees a cache: all instances, this one alone, or only people who know its code. */
export const VISIBLE = ["federated", "local", "unlisted"] as const;
type Visible = typeof VISIBLE[number];
/** Levels of difficulty and terrain. */
export const LEVELS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] as const;

/** How many characters the gateway takes at most. */
export const TITLE_MOST = CACHE.facts.title.is.most, HINT_MOST = CACHE.facts.hint.is.most;
export const TEXT_MOST = CACHE.facts.description.is.most;
/** How many photos a cache has at most. */
export const CACHE_PHOTOS = 6;

/** What the form asks in its own way, or not at all. */
const APART = [
  "country",
  "tags",
  "status",
  "ratingPolicy",
  "scope",
  "unlisted",
  "minTrust",
  "stationCall",
] as const;
const ASKED = factsWithout(CACHE.facts, ...APART);
const ENTRIES = Object.entries(ASKED) as [keyof typeof ASKED, Fact][];
type Asked = JsonOf<typeof ASKED>;
/** Empty is not there: an input's value is never null. */
type Fields =
  & { [K in keyof Asked as null extends Asked[K] ? never : K]: Asked[K] }
  & { [K in keyof Asked as null extends Asked[K] ? K : never]?: NonNullable<Asked[K]> | undefined };

/** The values of the form's fields: what its owner says of a cache. */
export interface CacheForm extends Omit<Fields, "type" | "size"> {
  type: string;
  size: string;
  visible: Visible;
  /** Only finds that were heard on the air count. */
  radioOnly: boolean;
  lat?: number | undefined;
  lon?: number | undefined;
  /** For a living cache: the station of its owner that it follows. */
  stationCall?: string | undefined;
}

/** The changes when another kind is chosen: the size too, where only one of the two kinds has a box. */
export function asKind(told: CacheForm, type: string): Partial<CacheForm> {
  if (BOXLESS.has(type)) return { type, size: "none" };
  return told.size === "none" ? { type, size: "small" } : { type };
}

/** A cache that is not published yet. */
export interface Draft extends CacheForm {
  /** 128 random bits as hex: by it the gateway makes only one cache of a draft, however often it is sent. */
  id: string;
  account: string;
  instance: string;
  /** Unix seconds. */
  changedAt: number;
  /** Accuracy of the place in metres, where it was measured. */
  accuracyM?: number | undefined;
  photos: Photo[];
  /** A draft of an earlier version has none. */
  stages?: readonly Stage[];
}

/** The stages with which a draft is published: those of a kind that was chosen before stay in the draft alone. */
export const stagesOf = ({ type, stages = [] }: Pick<Draft, "type" | "stages">): readonly Stage[] =>
  WITH_STAGES.has(type) ? stages : [];

/** A draft with the values that the form begins with. */
export const newDraft = (id: string, account: string, instance: string, changedAt: number): Draft => ({
  ...Object.fromEntries(
    ENTRIES.flatMap(([name, { maybe, empty }]) => maybe ? [] : [[name, empty]]),
  ) as Fields,
  ...{ id, account, instance, changedAt, size: "small", visible: "federated", radioOnly: false, photos: [] },
});

/** The steps of the form, one question each. */
const STEPS = ["where", "what", "stages", "proof", "publish"] as const;
export type Step = typeof STEPS[number];

/** The steps for a kind: what leads on by no stages is not asked for them. */
export const stepsOf = ({ type }: Pick<CacheForm, "type">): readonly Step[] =>
  STEPS.filter((step) => step !== "stages" || WITH_STAGES.has(type));

/** What a draft still lacks before it can be published, and the step in which it is entered. */
export function missingOf(draft: CacheForm & Pick<Draft, "stages">): { step: Step; key: MissingKey }[] {
  const { title, type, lat, lon, stationCall } = draft;
  const isPlaced = lat !== undefined && lon !== undefined;
  return [
    ...(type !== "living" && !isPlaced ? [{ step: "where", key: "hide.missing.place" } as const] : []),
    ...(title.trim() === "" ? [{ step: "what", key: "hide.missing.title" } as const] : []),
    ...(type === "living" && !stationCall ? [{ step: "what", key: "hide.missing.station" } as const] : []),
    ...(STAGED.has(type) && stagesOf(draft).length === 0
      ? [{ step: "stages", key: "hide.missing.stages" } as const]
      : []),
  ];
}
type MissingKey = `hide.missing.${"place" | "title" | "station" | "stages"}`;

/** The facts of a form by the names of the API; a draft of an earlier version lacks what is newer. */
function factsOf(form: CacheForm): Partial<Asked> {
  const facts: Record<string, unknown> = {};
  for (const [name, { maybe, empty, pair }] of ENTRIES) {
    const value = form[name];
    const isWhole = pair === undefined ||
      CACHE.pairs[pair]!.every((one) => form[one as keyof CacheForm] !== undefined);
    if (!maybe) facts[name] = value ?? empty;
    else if (value !== undefined && isWhole) facts[name] = value;
  }
  return facts;
}

type Words = Required<BodyOf<"POST /api/caches">>;
/** The fields of the form by the names of the API. The form offers no kind or size but the API's. */
export function bodyOf(form: CacheForm) {
  const { title, type, size, visible, radioOnly, lat, lon } = form;
  const living = type === "living";
  return {
    ...factsOf(form) as Omit<Fields, "title" | "type" | "size">,
    ...{ title: title.trim(), type: type as Words["type"], size: size as Words["size"] },
    scope: visible === "federated" ? "federated" as const : "local" as const,
    unlisted: visible === "unlisted",
    minTrust: radioOnly ? "A" as const : null,
    // A living cache has no place of its own: it is where its station is.
    ...(living && form.stationCall && { stationCall: form.stationCall }),
    ...(!living && lat !== undefined && lon !== undefined && { lat, lon }),
  };
}

/** The fields of the form from the gateway's answer. */
export function formOfCache(
  cache: { [K in keyof Asked]?: unknown } & {
    scope: string;
    unlisted?: boolean;
    minTrust?: "A" | "B" | null;
    lat: number | null;
    lon: number | null;
    stationCall?: string | null;
  },
): CacheForm {
  return {
    ...Object.fromEntries(
      ENTRIES.map(([name, { maybe, empty }]) => [name, cache[name] ?? (maybe ? undefined : empty)]),
    ) as Fields,
    radioOnly: cache.minTrust === "A",
    visible: cache.unlisted ? "unlisted" : cache.scope === "federated" ? "federated" : "local",
    lat: cache.lat ?? undefined,
    lon: cache.lon ?? undefined,
    stationCall: cache.stationCall ?? undefined,
  };
}

/** Fields of the API that are sent together or not at all; what may be taken away is sent as null then. */
const EMPTIED = Object.values(CACHE.pairs);
const TOGETHER: readonly (readonly string[])[] = [["lat", "lon"], ...EMPTIED];

type Body = ReturnType<typeof bodyOf>;
/** What may be changed. */
type Changes = {
  [Name in keyof Body]?:
    | Body[Name]
    | (Name extends keyof Asked ? Asked[Name] : never);
};

/** The fields that differ between `before` and `after`, by the names of the API. */
export function changesOf(before: CacheForm, after: CacheForm): Changes {
  // A meeting and a car park may also be taken away.
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
export function typedOver(cache: CacheForm, told: CacheForm): Partial<CacheForm> {
  const names = Object.keys(told) as (keyof CacheForm)[];
  const differs = (name: keyof CacheForm) => told[name] !== cache[name];
  const pairOf = (name: keyof CacheForm) => TOGETHER.find((pair) => pair.includes(name)) ?? [name];
  return Object.fromEntries(
    names.filter((name) => pairOf(name).some((one) => differs(one as keyof CacheForm)))
      .map((name) => [name, told[name]]),
  );
}
