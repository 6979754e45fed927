/** The map, one cache, hiding and changing. */
import { z } from "zod";
import { parseBox } from "../../base/mod.ts";
import { actor, type Answer, open, type Route, route, text } from "../../http/mod.ts";
import { cacheDetail } from "../views/detail.ts";
import { ACTING, gameFailure } from "../errors.ts";
import { changeCache, hideCache } from "../hiding/hide.ts";
import { CacheChange, CacheView, cacheView, NewCache } from "../views/views.ts";
import { type RouteParts, SPEC, viewerOf } from "./shared.ts";

const WORLD = { minLon: -180, minLat: -90, maxLon: 180, maxLat: 90 };

export function cacheRoutes({ game }: RouteParts): Route[] {
  const shown = () => ({ instance: game.instance, minTrust: game.leastTrust });
  const change = (
    who: Parameters<typeof game.acting>[0],
    id: string,
    body: CacheChange,
  ): Promise<Answer> => {
    const acting = game.acting(who, body.ownerCall);
    return changeCache(game, acting, id, body)
      .then((row) =>
        cacheDetail(game, String(row.id), { account: acting.person.accountId, operator: acting.operator })
      );
  };
  const changing = {
    gate: actor(),
    spec: SPEC,
    body: CacheChange,
    reply: CacheView,
    errors: [
      ...ACTING,
      gameFailure.type_not_yours,
      gameFailure.cache_not_found,
      gameFailure.cache_not_yours,
      gameFailure.cache_removed_edit,
      gameFailure.country_unknown,
      gameFailure.not_your_station,
      gameFailure.move_limit,
    ],
  };
  return [
    route("GET /api/caches", {
      gate: open("the map is public"),
      spec: SPEC,
      summary: "Caches in a box, mirrored ones of trusted instances included",
      query: z.object({
        bbox: z.string().max(200).optional(),
        includeUnvetted: z.enum(["0", "1"]).default("0"),
      }),
      reply: z.object({ caches: z.array(z.object({}).loose()), includeUnvetted: z.boolean() }).loose(),
      errors: [gameFailure.bad_bbox],
      handle: ({ query }) => {
        const box = query.bbox === undefined ? WORLD : parseBox(query.bbox, 360);
        if (!box) throw gameFailure.bad_bbox();
        const unvetted = query.includeUnvetted === "1";
        const natives = game.map.rows(box);
        const mirrors = game.map.mirrors(box, game.origins.shown({ unvetted }));
        // The rows are JSON already: they are joined, not parsed and written again.
        const rows = natives.n && mirrors.n ? `${natives.json},${mirrors.json}` : natives.json + mirrors.json;
        return text(`{"caches":[${rows}],"includeUnvetted":${unvetted}}`, "application/json");
      },
    }),
    route("POST /api/caches", {
      gate: actor(),
      spec: SPEC,
      summary: "Hide a cache",
      status: 201,
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
      handle: async ({ who, body }) =>
        cacheView(await hideCache(game, game.acting(who, body.ownerCall), body), shown()),
    }),
    route("GET /api/caches/:id", {
      gate: open("a cache's page is public; what is the caller's own needs his session"),
      spec: SPEC,
      summary: "One cache, by number, code or global id, with the caller's favourite and rating",
      reply: CacheView,
      errors: [gameFailure.cache_not_found, gameFailure.cache_removed],
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
