/** Trying a find's place and time, for operators. */
import { z } from "#schemas";
import { type Limit, numberParam, route, sysop, type SysopWho } from "../../http/mod.ts";
import { gameFailure } from "../errors.ts";
import { whatIf } from "../finds/what_if.ts";
import type { Game } from "../game.ts";
import { LogView } from "../views/log_view.ts";
import { ADMIN_SPEC, rowId } from "./shared.ts";

const Tier = z.enum(["A", "B"]).nullable();
export const WhatIf = z.object({
  tier: Tier,
  verified: z.boolean().describe("Whether the tier reaches what the cache asks for"),
  why: LogView.shape.why.unwrap(),
  place: z.object({ lat: z.number(), lon: z.number() }).nullable()
    .describe("Where it would have been found; null: nobody knows where the living cache was"),
  at: z.number(),
  before: z.object({ tier: Tier, at: z.number() }).describe("Tier and time of the find as it counts now"),
  forgotten: z.boolean().describe("Positions of that time are not kept any more, or not all of them"),
  readingLost: z.boolean().describe("The device's reading was kept without its accuracy, and is left out"),
});

/** Each try reads what was heard of a person in four hours. */
const tries: Limit<SysopWho> = {
  name: "what-if",
  points: 120,
  seconds: 60,
  per: ({ who }) => who.actor,
};

export const whatIfRoutes = (game: Game) => [
  route("GET /api/finds/:id/what-if", {
    gate: sysop(),
    spec: ADMIN_SPEC,
    summary: "What a find would be worth at another place or time, by what was heard; nothing is written",
    params: { id: "Number of the find's log on this instance" },
    limit: tries,
    query: z.object({
      lat: numberParam(z.coerce.number().min(-90).max(90)).optional().describe(
        "Latitude in degrees, -90 to 90, of a place to try instead of the cache's",
      ),
      lon: numberParam(z.coerce.number().min(-180).max(180)).optional().describe(
        "Longitude of that place in degrees, -180 to 180; goes with `lat`",
      ),
      at: numberParam(z.coerce.number().int().min(0).max(1e11)).optional().describe(
        "Unix seconds, at most 7 days away",
      ),
    }).refine(({ lat, lon }) => (lat === undefined) === (lon === undefined), {
      message: "lat and lon must be given together",
      path: ["lat"],
    }),
    reply: WhatIf,
    errors: [gameFailure.log_not_found, gameFailure.not_judged, gameFailure.what_if_time],
    handle: ({ params, query: { lat, lon, at } }) =>
      whatIf(game, rowId(params.id, gameFailure.log_not_found), {
        ...(lat !== undefined && lon !== undefined && { place: { lat, lon } }),
        ...(at !== undefined && { at }),
      }),
  }),
];
