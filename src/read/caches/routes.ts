/** Caches of the read API: a box, one, and the files (API "Public read API"). */
import { z } from "#schemas";
import { failures, type World } from "../../base/mod.ts";
import { CacheDetail, type Caches, codeKey, gameFailure, MapRow } from "../../caches/mod.ts";
import {
  boxParam,
  type Incoming,
  jsonText,
  networkOf,
  rateLimited,
  route,
  SHARED,
  streamed,
  text,
} from "../../http/mod.ts";
import type { CacheReads } from "./cache_reads.ts";
import { exportCache, exportCaches } from "./exports.ts";
import { type ReadLimit, V1 } from "../two_ways.ts";

const MAX_DEGREES = 20;
/** Caches of one answer; the next page shows the rest. */
const ROWS_MOST = 1000;
/** Logs with each waypoint: of many caches, of one. */
const LOGS_OF_MANY = 5;
const LOGS_OF_ONE = 20;

const failure = failures({
  cache_not_exported: "missing",
});

const BoxQuery = z.object({
  bbox: boxParam(MAX_DEGREES),
  cursor: z.string().max(100).optional().describe(
    "The nextCursor of the page before, asked with the same box",
  ),
});
const MaybeBox = z.object({ bbox: boxParam(MAX_DEGREES).optional() });

interface CacheParts {
  world: World;
  instance: string;
  game: Caches;
  reads: CacheReads;
  limits: ReadLimit;
}

/** A file of all caches costs seconds of work: a few an hour for an address, on top of the read API's throttle. */
const WHOLE = {
  name: "export-all",
  points: 30,
  seconds: 3600,
  per: ({ incoming }: { incoming: Incoming }) =>
    "bbox" in incoming.asked ? undefined : networkOf(incoming.client),
};

const attachment = (name: string) => ({ "content-disposition": `attachment; filename="${name}"` });

export function cacheRoutes({ world, instance, game, reads, limits }: CacheParts) {
  const gate = rateLimited();
  const file = (origin: string, name: string) => ({ instance, name, url: `${origin}/`, madeAt: world.now() });
  return [
    route("GET /api/v1/caches", {
      gate,
      limit: limits,
      spec: V1,
      summary: "Caches inside a box of latitude and longitude",
      share: SHARED.game,
      query: BoxQuery,
      reply: z.object({
        caches: z.array(MapRow.required({ tags: true, minTrust: true, source: true })),
        count: z.number(),
        truncated: z.boolean().meta({
          description:
            "There are more: own caches come before imported places, then the nearest to the middle",
        }),
        nextCursor: z.string().optional(),
      }),
      errors: [gameFailure.bad_map_cursor],
      handle: ({ query }) => {
        const { n, json, nextCursor: next } = game.mapRows(query.bbox, ROWS_MOST, query.cursor);
        const rest = next === undefined ? `"truncated":false` : `"truncated":true,"nextCursor":"${next}"`;
        return jsonText(`{"caches":[${json}],"count":${n},${rest}}`);
      },
    }),
    route("GET /api/v1/caches.gpx", {
      gate,
      limit: [...limits, WHOLE],
      exports: true,
      spec: V1,
      summary: "Native caches, in a box or all, as GPX 1.0 with cache fields",
      share: SHARED.game,
      query: MaybeBox,
      produces: "application/gpx+xml",
      handle: async ({ query, incoming }) => {
        const { gpx } = await import("../formats/gpx.ts");
        return streamed(
          gpx(
            file(incoming.origin, `Caches of ${instance}`),
            exportCaches(reads, incoming.origin, query.bbox, LOGS_OF_MANY),
          ),
          "application/gpx+xml",
          attachment("caches.gpx"),
        );
      },
    }),
    route("GET /api/v1/caches.kml", {
      gate,
      limit: [...limits, WHOLE],
      exports: true,
      spec: V1,
      summary: "Native caches, in a box or all, as KML 2.2",
      share: SHARED.game,
      query: MaybeBox,
      produces: "application/vnd.google-earth.kml+xml",
      handle: async ({ query, incoming }) => {
        const { kmlOfCaches } = await import("../formats/kml.ts");
        return streamed(
          kmlOfCaches(`Caches of ${instance}`, exportCaches(reads, incoming.origin, query.bbox, 0)),
          "application/vnd.google-earth.kml+xml",
          attachment("caches.kml"),
        );
      },
    }),
    route("GET /api/v1/caches/:code.gpx", {
      gate,
      limit: limits,
      spec: V1,
      summary: "One native cache as GPX 1.0 with cache fields and its newest logs",
      share: SHARED.game,
      params: { code: "The code of a cache, in any case, with or without a dash" },
      produces: "application/gpx+xml",
      errors: [failure.cache_not_exported],
      handle: async ({ params, incoming }) => {
        const row = reads.exportedOne(codeKey(params.code));
        if (!row) throw failure.cache_not_exported();
        const { gpx } = await import("../formats/gpx.ts");
        const cache = exportCache(row, incoming.origin, reads.logsOf([row.id], LOGS_OF_ONE).get(row.id));
        const pieces = gpx({ ...file(incoming.origin, row.title), madeAt: row.updatedAt }, [[cache]]);
        return text(
          [...pieces].join(""),
          "application/gpx+xml",
          attachment(`${row.code.replace(/[^A-Za-z0-9-]/g, "")}.gpx`),
        );
      },
    }),
    route("GET /api/v1/caches/:code", {
      gate,
      limit: limits,
      spec: V1,
      summary: "One cache, by its code in any case and with or without a dash",
      share: SHARED.game,
      params: { code: "The code of a cache, in any case, with or without a dash" },
      reply: CacheDetail,
      errors: [gameFailure.cache_not_found, gameFailure.cache_removed],
      handle: ({ params }) => game.detail(params.code),
    }),
  ];
}
