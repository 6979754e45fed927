/** Meetings: who will come. */
import { z } from "#schemas";
import { route, session } from "../../http/mod.ts";
import { memberActs } from "../acting.ts";
import { ACTING, gameFailure } from "../errors.ts";
import { come, guestsOf } from "../community/come.ts";
import type { Game } from "../game.ts";
import { OWN_CACHE_ID, perAccount, SEEN, SPEC } from "./shared.ts";

export const eventRoutes = (game: Game) => [
  route("POST /api/caches/:id/coming", {
    gate: session(),
    spec: SPEC,
    summary: "Say that one will come to a meeting, or that one will not",
    params: { id: OWN_CACHE_ID },
    limit: perAccount("coming", 120, 3600),
    body: z.object({ on: z.boolean() }),
    reply: z.object({
      on: z.boolean(),
      count: z.number().describe("Members who have said that they will be there"),
    }),
    errors: [...SEEN, ...ACTING, gameFailure.no_event, gameFailure.event_over, gameFailure.event_full],
    handle: ({ who, params, body }) => come(game, memberActs(game, who), params.id, body.on),
  }),
  route("GET /api/caches/:id/guests", {
    gate: session(),
    spec: SPEC,
    summary: "To members: who will come to a meeting, whoever said so first first",
    params: { id: OWN_CACHE_ID },
    reply: z.object({ guests: z.array(z.object({ call: z.string(), at: z.number() })) }),
    errors: [...SEEN, gameFailure.no_event],
    handle: ({ who, params }) => ({ guests: guestsOf(game, memberActs(game, who), params.id) }),
  }),
];
