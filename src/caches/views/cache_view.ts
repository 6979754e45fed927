/** Caches as shown. Names as in contract and OpenAPI. */
import { z } from "zod";
import { locatorOf } from "../../base/mod.ts";
import type { CacheRow } from "../tables/cache_store.ts";

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
  eventFrom: z.number().optional().describe("Of a meeting: when it begins, in unix seconds"),
  eventUntil: z.number().optional().describe("Of a meeting: when it is over, in unix seconds"),
  parkingLat: z.number().optional(),
  parkingLon: z.number().optional().describe("Where one leaves the car"),
  createdAt: z.number(),
  updatedAt: z.number(),
  finds: z.number(),
  favorites: z.number(),
  recommended: z.number().describe(
    "By how many of its finders, each of whom may recommend one cache for ten finds",
  ),
  rating: z.object({ avg: z.number().nullable(), count: z.number() }),
  origin: z.string(),
  mirrored: z.literal(true).optional(),
  gid: z.string().optional().describe("Global id of one that is mirrored, which has no number here"),
  originTrust: z.enum(["trusted", "unvetted"]).optional()
    .describe("Of a mirror: whether the operator trusts its instance"),
});

/** The words under which the caches of people who left are shown (API "Resources and fields", Account). */
export const WITHDRAWN = "WITHDRAWN";

interface CacheShown {
  instance: string;
  /** Least tier in force here. */
  minTrust: "A" | "B";
}

/** Verified finds of a cache. */
const verifiedFinds = (row: CacheRow, least: "A" | "B"): number =>
  row.findsA + ((row.minTrust ?? least) === "B" ? row.findsB : 0);

export const gridOf = (lat: number | null, lon: number | null): string | null =>
  lat === null || lon === null ? null : locatorOf({ lat, lon });

/** A meeting's times; nothing of what is none. */
const eventOf = ({ eventFrom, eventUntil }: CacheRow) =>
  eventFrom !== null && eventUntil !== null ? { eventFrom, eventUntil } : {};

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
      { sourceAttribution: JSON.parse(row.sourceAttribution) as z.infer<typeof Attribution> }),
    ...(row.externalId !== null && { externalId: row.externalId }),
    owner: row.ownerCall,
    ...eventOf(row),
    ...(row.parkingLat !== null && { parkingLat: row.parkingLat, parkingLon: row.parkingLon! }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    finds: verifiedFinds(row, minTrust),
    favorites: row.favorites,
    recommended: row.recommended,
    rating: ratingView(row),
    origin: instance,
  };
}

/** The rating as shown: the mean to two digits, `null` while nobody has rated, and the number of ratings. */
export const ratingView = (row: CacheRow) => ({
  avg: row.ratingCount ? Math.round(row.ratingSum / row.ratingCount * 100) / 100 : null,
  count: row.ratingCount,
});

/** A row of the map. A mirror has no number here, but a global id. */
export const MapRow = z.object({
  id: z.number().nullable(),
  gid: z.string().optional(),
  code: z.string(),
  title: z.string(),
  type: z.string(),
  size: z.string(),
  status: z.string(),
  difficulty: z.number(),
  terrain: z.number(),
  lat: z.number(),
  lon: z.number(),
  owner: z.string(),
  country: z.string().nullable(),
  tags: z.array(z.string()).optional(),
  minTrust: z.enum(["A", "B"]).nullable().optional(),
  source: z.string().optional(),
  sourceName: z.string().optional(),
  stationCall: z.string().optional(),
  heardAt: z.number().nullable().optional(),
  recommended: z.number().optional().describe("By how many of its finders; absent: by none"),
  eventFrom: z.number().optional().describe("Of a meeting: when it begins, in unix seconds"),
  eventUntil: z.number().optional().describe("Of a meeting: when it is over, in unix seconds"),
  origin: z.string(),
  mirrored: z.literal(true).optional(),
  /** Of a mirror: whether the operator trusts its instance. */
  originTrust: z.enum(["trusted", "unvetted"]).optional(),
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
  ...(row.recommended > 0 && { recommended: row.recommended }),
  ...eventOf(row),
  origin: instance,
});
