/** The map, one cache, hiding and changing. */
import { z } from "#schemas";
import { parseBox } from "../../base/mod.ts";
import {
  actor,
  type Incoming,
  type IngestWho,
  json,
  networkOf,
  open,
  route,
  SHARED,
  text,
} from "../../http/mod.ts";
import { actorOf, asViewer, type Member, viewerOf } from "../acting.ts";
import { ACTING, gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { changeCache } from "../hiding/change_cache.ts";
import { hiddenDraft, hideCache } from "../hiding/hide.ts";
import { mapCursor, sayMapCursor } from "../tables/map_cursor.ts";
import { type JsonRows, MAP_ROWS, mapRows } from "../tables/map_store.ts";
import { CacheChange, NewCache } from "../views/cache_input.ts";
import { CacheView, cacheView, MapRow } from "../views/cache_view.ts";
import { CacheDetail, cacheDetail } from "../views/detail.ts";
import { CACHE_ID, OWN_CACHE_ID, OWNED, perAccount, SEEN, SPEC } from "./shared.ts";

const NO_ROWS: JsonRows = { n: 0, json: "" };
/** What lies farther from the middle costs more to find than what lies near it. */
const FURTHER = {
  name: "map-pages",
  points: 120,
  seconds: 60,
  per: ({ incoming }: { incoming: Incoming }) =>
    "cursor" in incoming.asked ? networkOf(incoming.client) : undefined,
};
const WORLD = { minLon: -180, minLat: -90, maxLon: 180, maxLat: 90 };

export function cacheRoutes(game: Game) {
  const shown = () => ({ instance: game.instance, minTrust: game.leastTrust });
  const change = async (who: Member | IngestWho, id: string, body: CacheChange) => {
    const acting = actorOf(game, who, body.ownerCall);
    const row = await changeCache(game, acting, id, body);
    return cacheDetail(game, String(row.id), asViewer(acting));
  };
  const changing = {
    gate: actor(),
    spec: SPEC,
    // Each change is a new version that all neighbours pull.
    limit: perAccount("cache-change", 300, 3600),
    params: { id: OWN_CACHE_ID },
    body: CacheChange,
    reply: CacheDetail,
    errors: [
      ...OWNED,
      gameFailure.not_verified,
      gameFailure.type_not_yours,
      gameFailure.country_unknown,
      gameFailure.not_your_station,
      gameFailure.move_limit,
      gameFailure.place_needed,
      gameFailure.changed_meanwhile,
    ],
  };
  return [
    route("GET /api/caches", {
      gate: open("the map is public"),
      spec: SPEC,
      summary: "Caches in a box, mirrored ones of trusted instances included",
      share: SHARED.game,
      query: z.object({
        bbox: z.string().max(200).optional().describe(
          "minLon,minLat,maxLon,maxLat in degrees; all without it",
        ),
        includeUnvetted: z.enum(["0", "1"]).default("0")
          .describe("1: also mirrors of instances that no operator here has judged"),
        cursor: z.string().max(100).optional().describe(
          "The nextCursor of the page before, asked with the same box",
        ),
      }),
      limit: FURTHER,
      reply: z.object({
        caches: z.array(MapRow),
        includeUnvetted: z.boolean(),
        truncated: z.boolean().describe(
          "There are more: own caches come before imported places, then the nearest to the middle of the box",
        ),
        nextCursor: z.string().optional(),
      }),
      errors: [gameFailure.bad_bbox, gameFailure.bad_map_cursor],
      handle: ({ query }) => {
        const box = query.bbox === undefined ? WORLD : parseBox(query.bbox, 360);
        if (!box) throw gameFailure.bad_bbox();
        const unvetted = query.includeUnvetted === "1";
        const cursor = mapCursor(query.cursor);
        const own = cursor.own ? mapRows(game).rows(box, MAP_ROWS, cursor.own) : NO_ROWS;
        const trusted = game.origins.shown({ unvetted: false });
        const shown = unvetted ? game.origins.shown({ unvetted }) : trusted;
        const mirrors = cursor.mirrors
          ? mapRows(game).mirrors(box, shown, trusted, MAP_ROWS, cursor.mirrors)
          : NO_ROWS;
        // The rows are JSON already: they are joined, not parsed and written again.
        const rows = own.n && mirrors.n ? `${own.json},${mirrors.json}` : own.json + mirrors.json;
        const next = sayMapCursor({ own: own.after, mirrors: mirrors.after });
        const rest = next === undefined ? `"truncated":false` : `"truncated":true,"nextCursor":"${next}"`;
        return text(`{"caches":[${rows}],"includeUnvetted":${unvetted},${rest}}`, "application/json");
      },
    }),
    route("POST /api/caches", {
      gate: actor(),
      spec: SPEC,
      summary: "Hide a new cache, in the name of the caller",
      status: 201,
      also: { 200: "The draft was hidden already" },
      body: NewCache,
      reply: CacheView,
      errors: [
        ...ACTING,
        gameFailure.not_verified,
        gameFailure.hide_limit,
        gameFailure.type_not_yours,
        gameFailure.code_not_yours,
        gameFailure.code_form,
        gameFailure.code_taken,
        gameFailure.not_your_station,
        gameFailure.country_unknown,
      ],
      handle: async ({ who, body }) => {
        const acting = actorOf(game, who, body.ownerCall);
        const known = hiddenDraft(game, acting, body.draft);
        const view = cacheView(known ?? await hideCache(game, acting, body), shown());
        return known ? json(view) : view;
      },
    }),
    route("GET /api/caches/:id", {
      gate: open("a cache's page is public; what is the caller's own needs his session"),
      spec: SPEC,
      summary: "One cache, by number, code or global id, with the caller's favourite and rating",
      reply: CacheDetail,
      params: { id: CACHE_ID },
      errors: SEEN,
      handle: ({ who, params }) => cacheDetail(game, params.id, viewerOf(who)),
    }),
    route("PATCH /api/caches/:id", {
      ...changing,
      summary: "Change a cache of one's own",
      handle: ({ who, params, body }) => change(who, params.id, body),
    }),
    route("PUT /api/caches/:id", {
      ...changing,
      summary: "Change a cache of one's own (same as PATCH)",
      handle: ({ who, params, body }) => change(who, params.id, body),
    }),
  ];
}
