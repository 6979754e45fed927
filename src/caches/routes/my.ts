/** What is the member's own: hides, logs, living caches. */
import { z } from "#schemas";
import { json, route, session } from "../../http/mod.ts";
import { type Member, memberActs } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import { logRows } from "../tables/log_store.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { hideAtStation, hidesLeft } from "../hiding/hide.ts";
import { followStation } from "../hiding/living.ts";
import { CacheView, cacheView } from "../views/cache_view.ts";
import { line } from "../views/fields.ts";
import { ownVisitRows, shownOrigins } from "../tables/own_visit_store.ts";
import { recommendationsOf } from "../views/recommendations.ts";

const MY_SPEC = 'API "Stations, mesh, messages, weather, tools"';
/** 52 weeks in seconds. */
const YEAR_S = 52 * 604_800;
const title = line(120).min(1).optional();
const Living = z.object({ living: z.boolean().default(true), title });
const OfStation = z.object({
  living: z.boolean().optional()
    .describe("true: a cache that follows the station; false: no more; absent: a fixed one where it stands"),
  title,
});
/** A number here, or a mirror's global id. */
const Ref = z.union([z.number(), z.string()]);
const numbers = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

type Week = { week: number; finds: number; byRadio: number };
/** Each week once, oldest first. */
const weeksOf = (parts: readonly Week[]): Week[] =>
  [...Map.groupBy(parts, ({ week }) => week)].sort(([a], [b]) => a - b).map(([week, some]) => ({
    week,
    finds: some.reduce((n, { finds }) => n + finds, 0),
    byRadio: some.reduce((n, { byRadio }) => n + byRadio, 0),
  }));

const FOLLOWED = [
  gameFailure.not_verified,
  gameFailure.hide_limit,
  gameFailure.cache_not_found,
  gameFailure.cache_removed_edit,
];

export function myRoutes(game: Game) {
  const shown = (cache: CacheRow) => cacheView(cache, { instance: game.instance, minTrust: game.leastTrust });
  /** 201 for a new living cache, 200 for one that was there. */
  const follow = async (
    who: Member,
    station: { call: string; lat?: number; lon?: number },
    wish: z.infer<typeof Living>,
  ) => {
    const { cache, made } = await followStation(game, memberActs(game, who), station, wish);
    return made ? shown(cache) : json(shown(cache));
  };
  return [
    route("GET /api/my/hides", {
      gate: session(),
      spec: MY_SPEC,
      summary: "How many caches the member may still hide today",
      reply: z.object({ limit: z.number().nullable(), used: z.number(), remaining: z.number().nullable() }),
      handle: ({ who }) => hidesLeft(game, who.account, who.sysop),
    }),
    route("GET /api/my/logged", {
      gate: session(),
      spec: MY_SPEC,
      summary:
        "The caches that the member found, did not find, and owns, by their numbers; neighbours' by global id",
      reply: z.object({
        found: z.array(Ref),
        uncounted: z.array(Ref).describe(
          "Of those found: where the find does not count, since its tier does not reach the cache's minimum",
        ),
        dnf: z.array(z.number()),
        owned: z.array(z.number()),
      }),
      handle: ({ who: { account } }) => {
        const least = game.leastTrust, visited = ownVisitRows(game).found({ account, least });
        const gids = (some: typeof visited) => some.map(({ gid }) => gid);
        return {
          found: [...numbers(logRows(game).cachesLogged({ account, kind: "found" })), ...gids(visited)],
          uncounted: [
            ...numbers(logRows(game).cachesNotCounted({ account, least })),
            ...gids(visited.filter(({ counts }) => counts === 0)),
          ],
          dnf: numbers(logRows(game).cachesLogged({ account, kind: "DNF" })),
          owned: numbers(cacheRows(game).byOwner({ account })).reverse(),
        };
      },
    }),
    route("GET /api/my/year", {
      gate: session(),
      spec: MY_SPEC,
      summary: "The member's finds of the last 52 weeks, by week",
      reply: z.object({
        weeks: z.array(z.object({
          week: z.number().describe("0: the first of the 52; 51: the one that ends now"),
          finds: z.number(),
          byRadio: z.number().describe("How many of them a trusted receiver proved (Tier A)"),
        })).describe("Weeks with a find, oldest first"),
      }),
      handle: ({ who: { account } }) => {
        const asked = { account, since: game.world.now() - YEAR_S };
        const here = logRows(game).findsByWeek(asked);
        const away = ownVisitRows(game).findsByWeek({ ...asked, origins: shownOrigins(game) });
        return { weeks: away.length === 0 ? here : weeksOf([...here, ...away]) };
      },
    }),
    route("GET /api/my/recommendations", {
      gate: session(),
      spec: MY_SPEC,
      summary: "Caches that the member recommends, the first one first, and how many more they may",
      reply: z.object({
        allowed: z.number().describe("One for ten finds that count"),
        left: z.number(),
        given: z.array(z.object({
          code: z.string(),
          title: z.string(),
          at: z.number(),
          counts: z.boolean().describe("false: the finds that it takes do not stand any more"),
        })),
      }),
      handle: ({ who: { account } }) => recommendationsOf(game, account),
    }),
    route("POST /api/me/cache", {
      gate: session(),
      spec: MY_SPEC,
      summary: "Become a living cache, or stop being one",
      status: 201,
      body: Living,
      reply: CacheView,
      errors: FOLLOWED,
      handle: ({ who, body }) => follow(who, { call: who.call }, body),
    }),
    route("POST /api/my/stations/:sid/cache", {
      gate: session(),
      spec: MY_SPEC,
      summary: "Make a living cache of one's station, or stop; or a fixed one where it stands",
      params: { sid: "Number of the station, one of one's own" },
      status: 201,
      also: { 200: "The cache that follows the station already" },
      body: OfStation,
      reply: CacheView,
      errors: [...FOLLOWED, gameFailure.not_your_station, gameFailure.station_no_place],
      handle: ({ who, params, body }) => {
        const station = game.stations.ownedBy(who.account).find((one) => String(one.id) === params.sid);
        if (!station) throw gameFailure.not_your_station();
        const { living, title } = body;
        if (living !== undefined) return follow(who, station, { living, title });
        return hideAtStation(game, memberActs(game, who), station, title).then(shown);
      },
    }),
  ];
}
