/** What the API shows of caches and logs, and what it takes. Names as in contract and OpenAPI. */
import { z } from "zod";
import { boxOfLocator, locatorOf } from "../../base/mod.ts";
import { NATIVE_CACHE_TYPES } from "../../wire/mod.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import type { Why } from "../finds/evidence.ts";
import type { LogRow } from "../finds/log_store.ts";

export const IMPORTED_TYPES = ["sota", "pota", "wwff", "iota", "bunker", "castle", "other"] as const;
export const CACHE_TYPES = [...NATIVE_CACHE_TYPES, ...IMPORTED_TYPES] as const;
const SIZES = ["micro", "small", "regular", "large", "other", "none"] as const;

// deno-lint-ignore no-control-regex -- control characters are what is refused
const NO_CONTROLS = /^[^\u0000-\u001f\u007f]*$/;
// deno-lint-ignore no-control-regex -- the same, line breaks and tabs allowed
const NO_CONTROLS_BUT_BREAKS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;
/** One line. */
export const line = (max: number) => z.string().trim().max(max).regex(NO_CONTROLS, "has control characters");
/** Several lines, kept as sent. */
export const lines = (max: number) =>
  z.string().max(max).regex(NO_CONTROLS_BUT_BREAKS, "has control characters");
const halves = z.number().min(1).max(5).multipleOf(0.5);
export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
export const callText = z.string().trim().min(3).max(12);

const written = {
  title: line(120).min(1),
  description: lines(4000),
  hint: lines(500),
  type: z.enum(CACHE_TYPES),
  size: z.enum(SIZES),
  difficulty: halves,
  terrain: halves,
  lat: latitude,
  lon: longitude,
  country: z.string().trim().max(8),
  tags: z.array(line(24).min(1)).max(12),
  scope: z.enum(["federated", "local"]),
  unlisted: z.boolean(),
  minTrust: z.enum(["A", "B"]).nullable(),
  ratingPolicy: z.enum(["finders", "all", "off"]),
  stationCall: callText.nullable(),
};

/** A cache as posted. Coordinates may be left out of a living cache alone. */
export const NewCache = z.object({
  title: written.title,
  description: written.description.default(""),
  hint: written.hint.default(""),
  type: written.type.default("traditional"),
  size: written.size.default("other"),
  difficulty: halves.default(1.5),
  terrain: halves.default(1.5),
  lat: latitude.optional(),
  lon: longitude.optional(),
  country: written.country.optional(),
  tags: written.tags.default([]),
  status: z.enum(["draft", "active", "disabled"]).default("active"),
  scope: written.scope.default("federated"),
  unlisted: z.boolean().default(false),
  minTrust: written.minTrust.default(null),
  ratingPolicy: written.ratingPolicy.default("finders"),
  stationCall: written.stationCall.optional(),
  code: z.string().trim().max(20).optional(),
  source: z.string().trim().max(24).optional(),
  ownerCall: callText.optional(),
}).refine((cache) => cache.type === "living" || (cache.lat !== undefined && cache.lon !== undefined), {
  path: ["lat"],
  message: "lat and lon are needed",
});
export type NewCache = z.infer<typeof NewCache>;

/** A change of a cache; what is left out stays. An empty country clears it, a null minTrust goes back to the instance's. */
export const CacheChange = z.object(written).partial().extend({
  status: z.enum(["draft", "active", "disabled", "archived"]).optional(),
  ownerCall: callText.optional(),
}).refine((change) => (change.lat === undefined) === (change.lon === undefined), {
  path: ["lat"],
  message: "lat and lon go together",
});
export type CacheChange = z.infer<typeof CacheChange>;

const Attribution = z.array(z.object({ text: z.string(), href: z.string().optional() }));

/** A cache as shown. */
export const CacheView = z.object({
  id: z.number().nullable(),
  code: z.string(),
  title: z.string(),
  description: z.string(),
  hint: z.string(),
  type: z.string(),
  size: z.string(),
  difficulty: z.number(),
  terrain: z.number(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  grid: z.string().nullable(),
  country: z.string().nullable(),
  tags: z.array(z.string()),
  status: z.string(),
  scope: z.string(),
  unlisted: z.boolean(),
  minTrust: z.enum(["A", "B"]).nullable(),
  ratingPolicy: z.string(),
  stationCall: z.string().nullable(),
  source: z.string(),
  sourceName: z.string().optional(),
  sourceUrl: z.string().optional(),
  sourceOwner: z.string().optional(),
  sourceAttribution: Attribution.optional(),
  externalId: z.string().optional(),
  owner: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  finds: z.number(),
  favorites: z.number(),
  rating: z.object({ avg: z.number().nullable(), count: z.number() }).loose(),
  origin: z.string(),
  mirrored: z.literal(true).optional(),
}).loose();

/** The words under which the caches of people who left are shown (API "Resources and fields", Account). */
export const WITHDRAWN = "WITHDRAWN";

export interface CacheShown {
  instance: string;
  /** Least tier in force here. */
  minTrust: "A" | "B";
}

/** Verified finds of a cache. */
export const verifiedFinds = (row: CacheRow, least: "A" | "B"): number =>
  row.findsA + ((row.minTrust ?? least) === "B" ? row.findsB : 0);

export const gridOf = (lat: number | null, lon: number | null): string | null =>
  lat === null || lon === null ? null : locatorOf({ lat, lon });

/** A cache as shown to everybody who may see it. */
export function cacheView(row: CacheRow, { instance, minTrust }: CacheShown) {
  return {
    id: row.id,
    code: row.code,
    title: row.title,
    description: row.description,
    hint: row.hint,
    type: row.type,
    size: row.size,
    difficulty: row.difficulty,
    terrain: row.terrain,
    lat: row.lat,
    lon: row.lon,
    grid: gridOf(row.lat, row.lon),
    country: row.country,
    tags: JSON.parse(row.tags) as string[],
    status: row.status,
    scope: row.scope,
    unlisted: row.unlisted === 1,
    minTrust: row.minTrust,
    ratingPolicy: row.ratingPolicy,
    stationCall: row.stationCall,
    source: row.source,
    ...(row.sourceName !== null && { sourceName: row.sourceName }),
    ...(row.sourceUrl !== null && { sourceUrl: row.sourceUrl }),
    ...(row.sourceOwner !== null && { sourceOwner: row.sourceOwner }),
    ...(row.sourceAttribution !== null &&
      { sourceAttribution: JSON.parse(row.sourceAttribution) as object[] }),
    ...(row.externalId !== null && { externalId: row.externalId }),
    owner: row.ownerCall,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    finds: verifiedFinds(row, minTrust),
    favorites: row.favorites,
    rating: ratingView(row),
    origin: instance,
  };
}

export const ratingView = (row: CacheRow) => ({
  avg: row.ratingCount ? Math.round(row.ratingSum / row.ratingCount * 100) / 100 : null,
  count: row.ratingCount,
});

/** A row of the map: small, the same for everybody. */
export const mapRow = (row: CacheRow, instance: string) => ({
  id: row.id,
  code: row.code,
  title: row.title,
  type: row.type,
  size: row.size,
  status: row.status,
  difficulty: row.difficulty,
  terrain: row.terrain,
  lat: row.lat,
  lon: row.lon,
  owner: row.ownerCall,
  country: row.country,
  tags: JSON.parse(row.tags) as string[],
  minTrust: row.minTrust,
  source: row.source,
  ...(row.sourceName !== null && { sourceName: row.sourceName }),
  ...(row.stationCall !== null && { stationCall: row.stationCall, heardAt: row.heardAt }),
  origin: instance,
});

export const LogView = z.object({
  id: z.number(),
  kind: z.string(),
  text: z.string(),
  author: z.object({ call: z.string(), signedAt: z.number().optional() }),
  foundAt: z.number(),
  tier: z.enum(["A", "B"]).nullable(),
  verified: z.boolean(),
  why: z.object({
    method: z.string(),
    sentence: z.string().optional(),
    candidates: z.array(z.object({
      kind: z.string(),
      at: z.number(),
      call: z.string().optional(),
      lat: z.number().optional(),
      lon: z.number().optional(),
      distanceM: z.number().optional(),
      receiver: z.object({ site: z.string(), lat: z.number().optional(), lon: z.number().optional() })
        .optional(),
      counted: z.boolean(),
      reason: z.string().optional(),
    })).optional(),
  }).nullable(),
  createdAt: z.number(),
  fieldTimeRejected: z.string().optional(),
}).loose();

/** Whether a tier reaches a minimum. Peers by quorum always do. */
export const reaches = (log: Pick<LogRow, "tier" | "corroboratedBy">, least: "A" | "B"): boolean =>
  log.tier === "A" || log.corroboratedBy !== null || (log.tier === "B" && least === "B");

/** A log as shown; `all` of its explanation to the logger and the sysop, the method to others. */
export function logView(row: LogRow, least: "A" | "B", all: boolean) {
  const why = row.why === null ? null : JSON.parse(row.why) as Why;
  return {
    id: row.id,
    kind: row.kind,
    text: row.text,
    author: { call: row.call, ...(row.signedAt !== null && { signedAt: row.signedAt }) },
    foundAt: row.foundAt,
    tier: row.tier,
    verified: row.kind === "found" && reaches(row, least),
    why: why === null ? null : all ? why : { method: why.method },
    createdAt: row.createdAt,
    ...(row.fieldTimeRejected !== null && { fieldTimeRejected: row.fieldTimeRejected }),
    ...(row.corroboratedBy !== null && { corroboratedBy: row.corroboratedBy.split(",") }),
    ...(row.corroboratedLaterAt !== null && { corroboratedLaterAt: row.corroboratedLaterAt }),
  };
}

/** The box of a locator, in the four lengths that a pack takes. */
export const packBox = boxOfLocator;
