/** Search, rankings, the activity feed and profiles. */
import { z } from "zod";
import { normalCall, parseBox } from "../../base/mod.ts";
import { open, type Route, route } from "../../http/mod.ts";
import { activity, corroborators, gameProfile, leaderboard, searchCaches } from "../community.ts";
import { gameFailure } from "../failures.ts";
import { below, Page, type RouteParts, SPEC } from "./shared.ts";

const Period = z.enum(["all", "year", "month"]).default("all");

export function communityRoutes({ game, profileCard, searchStations }: RouteParts): Route[] {
  return [
    route("GET /api/search", {
      gate: open("search is public"),
      spec: SPEC,
      summary: "Caches by code or title, and stations by call",
      query: z.object({
        q: z.string().max(100).default(""),
        limit: z.coerce.number().int().min(1).max(20).default(8),
      }),
      reply: z.object({ caches: z.array(z.object({}).loose()), stations: z.array(z.object({}).loose()) }),
      handle: ({ query }) => ({
        caches: searchCaches(game, query.q, query.limit)
          .map(({ id, code, title, ownerCall, type, lat, lon }) => ({
            kind: "cache",
            id,
            code,
            title,
            owner: ownerCall,
            type,
            lat,
            lon,
          })),
        stations: query.q.trim().length < 2 ? [] : searchStations?.(query.q.trim(), query.limit) ?? [],
      }),
    }),
    route("GET /api/leaderboard", {
      gate: open("rankings are public"),
      spec: SPEC,
      summary: "Ranking of persons by points or finds",
      query: z.object({
        metric: z.enum(["points", "finds"]).default("points"),
        period: Period,
        bbox: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
      errors: ["bad_bbox"],
      handle: ({ query }) => {
        const box = query.bbox === undefined ? undefined : parseBox(query.bbox, 360);
        if (query.bbox !== undefined && !box) throw gameFailure.bad_bbox();
        return leaderboard(game, { ...query, ...(box && { box }) });
      },
    }),
    route("GET /api/activity", {
      gate: open("the feed is public"),
      spec: SPEC,
      summary: "The newest logs; unlisted caches are left out",
      query: Page,
      handle: ({ query }) => activity(game, below(query.cursor), query.limit),
    }),
    route("GET /api/corroborators", {
      gate: open("rankings are public"),
      spec: SPEC,
      summary: "Receiving sites that made the most Tier A finds",
      query: z.object({ period: Period, limit: z.coerce.number().int().min(1).max(200).default(50) }),
      handle: ({ query }) => corroborators(game, query.period, query.limit),
    }),
    route("GET /api/profile/:call", {
      gate: open("profiles are public; the card only when its owner says so"),
      spec: SPEC,
      summary: "What a person has found and hidden; zeros for a call that nobody holds",
      handle: ({ params }) => {
        const call = normalCall(params.call);
        const card = profileCard?.(call);
        return { ...gameProfile(game, call), ...(card && { profile: card }) };
      },
    }),
  ];
}
