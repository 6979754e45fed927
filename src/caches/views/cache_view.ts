/** Caches as shown. Names as in contract and OpenAPI. */
import { z } from "#schemas";
import { locatorOf } from "../../base/mod.ts";
import { CACHE, listedShape, viewShape } from "../../things/mod.ts";
import type { CacheRow } from "../tables/cache_store.ts";

const Attribution = z.array(z.object({ text: z.string(), href: z.string().optional() }));

/** A cache as shown. */
export const CacheView = z.object({
  id: z.number().nullable(),
  code: z.string(),
  ...viewShape(CACHE.facts),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  grid: z.string().nullable(),
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

/** A cache as shown to everybody who may see it. */
export function cacheView(row: CacheRow, { instance, minTrust }: CacheShown) {
  return {
    id: row.id,
    code: row.code,
    ...CACHE.viewOf(row),
    lat: row.lat,
    lon: row.lon,
    grid: gridOf(row.lat, row.lon),
    source: row.source,
    ...(row.sourceName !== null && { sourceName: row.sourceName }),
    ...(row.sourceUrl !== null && { sourceUrl: row.sourceUrl }),
    ...(row.sourceOwner !== null && { sourceOwner: row.sourceOwner }),
    ...(row.sourceAttribution !== null &&
      { sourceAttribution: JSON.parse(row.sourceAttribution) as z.infer<typeof Attribution> }),
    ...(row.externalId !== null && { externalId: row.externalId }),
    owner: row.ownerCall,
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
  ...listedShape(CACHE.facts),
  tags: z.array(z.string()).optional(),
  minTrust: z.enum(["A", "B"]).nullable().optional(),
  lat: z.number(),
  lon: z.number(),
  owner: z.string(),
  source: z.string().optional(),
  sourceName: z.string().optional(),
  heardAt: z.number().nullable().optional(),
  recommended: z.number().optional().describe("By how many of its finders; absent: by none"),
  origin: z.string(),
  mirrored: z.literal(true).optional(),
  /** Of a mirror: whether the operator trusts its instance. */
  originTrust: z.enum(["trusted", "unvetted"]).optional(),
});

/** A row of the map: small, the same for everybody. */
export const mapRow = (row: CacheRow, instance: string) => ({
  id: row.id,
  code: row.code,
  ...CACHE.listedOf(row),
  lat: row.lat,
  lon: row.lon,
  owner: row.ownerCall,
  source: row.source,
  ...(row.sourceName !== null && { sourceName: row.sourceName }),
  ...(row.stationCall !== null && { heardAt: row.heardAt }),
  ...(row.recommended > 0 && { recommended: row.recommended }),
  origin: instance,
});
