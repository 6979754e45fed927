/** Adoption, for members and operators. */
import { z } from "zod";
import { open, type Route, route, session, sysop } from "../../http/mod.ts";
import {
  adoptionOf,
  adoptionOverview,
  assignCache,
  cancelRequest,
  decideRequest,
  offerCache,
  openAdoptions,
  requestAdoption,
  withdrawOffer,
} from "../adoption/adopt.ts";
import { gameFailure } from "../errors.ts";
import { line } from "../views/views.ts";
import { ADMIN_SPEC, Ok, type RouteParts, SPEC, viewerOf } from "./shared.ts";

const PublicNote = line(300).min(3);
const Note = z.object({ note: line(300).default("") });

export function adoptionRoutes({ game }: RouteParts): Route[] {
  const acting = (who: { account: number; call: string }) => ({
    person: game.accounts.person(who.account)!,
    call: who.call,
    session: true,
    operator: game.isOperator(who),
  });
  const requestId = (text: string): number => {
    if (!/^[1-9]\d{0,14}$/.test(text)) throw gameFailure.request_not_found();
    return Number(text);
  };
  return [
    route("GET /api/adoptions", {
      gate: open("offers are public"),
      spec: SPEC,
      summary: "Caches up for adoption",
      reply: z.object({ adoptions: z.array(z.object({}).loose()) }),
      handle: () => ({ adoptions: openAdoptions(game) }),
    }),
    route("GET /api/caches/:id/adoption", {
      gate: open("the offer is public; a request is shown to who made it"),
      spec: SPEC,
      summary: "The offer of a cache, and one's own request",
      errors: [gameFailure.cache_not_found, gameFailure.cache_removed],
      handle: ({ who, params }) => {
        const { offer = null, request = null, ...rest } = adoptionOf(game, params.id, viewerOf(who));
        return { offer, request, ...rest };
      },
    }),
    route("POST /api/caches/:id/adoption", {
      gate: session(),
      spec: SPEC,
      summary: "Ask for a cache that is up for adoption",
      status: 201,
      body: z.object({ inPlace: z.boolean(), note: line(300).default("") }),
      errors: [
        gameFailure.not_verified,
        gameFailure.not_offered,
        gameFailure.request_own,
        gameFailure.request_exists,
      ],
      handle: ({ who, params, body }) => requestAdoption(game, acting(who), params.id, body),
    }),
    route("DELETE /api/caches/:id/adoption", {
      gate: session(),
      spec: SPEC,
      summary: "The owner keeps the cache",
      reply: Ok,
      errors: [gameFailure.cache_not_yours, gameFailure.not_offered],
      handle: ({ who, params }) => {
        const owner = acting(who);
        const cache = game.owned(params.id, owner);
        return withdrawOffer(game, owner.call, String(cache.id), "owner_declined");
      },
    }),
    route("DELETE /api/caches/:id/adoption/request", {
      gate: session(),
      spec: SPEC,
      summary: "Take one's own request back",
      reply: Ok,
      errors: [gameFailure.request_not_found],
      handle: ({ who, params }) => cancelRequest(game, acting(who), params.id),
    }),
    route("GET /api/admin/adoptions", {
      gate: sysop(),
      spec: ADMIN_SPEC,
      summary: "Offers, pending requests and what was decided",
      handle: () => adoptionOverview(game),
    }),
    route("POST /api/admin/adoptions", {
      gate: sysop(),
      spec: ADMIN_SPEC,
      summary: "Offer a cache for adoption",
      status: 201,
      body: z.object({
        cacheId: z.number().int().positive().optional(),
        code: z.string().max(20).optional(),
        note: PublicNote,
      })
        .refine((body) => (body.cacheId === undefined) !== (body.code === undefined), {
          path: ["cacheId"],
          message: "name cacheId or code",
        }),
      errors: [gameFailure.cache_not_found, gameFailure.not_native, gameFailure.already_offered],
      handle: ({ who, body }) => offerCache(game, who.actor, String(body.cacheId ?? body.code), body.note),
    }),
    route("DELETE /api/admin/adoptions/:cacheId", {
      gate: sysop(),
      spec: ADMIN_SPEC,
      summary: "Take an offer back; pending requests are cancelled",
      reply: Ok,
      errors: [gameFailure.cache_not_found, gameFailure.not_offered],
      handle: ({ who, params }) => withdrawOffer(game, who.actor, params.cacheId, "offer_withdrawn"),
    }),
    route("POST /api/admin/adoptions/:cacheId/assign", {
      gate: sysop(),
      spec: ADMIN_SPEC,
      summary: "Hand an offered cache to a verified call",
      body: z.object({
        callsign: z.string().max(12),
        note: PublicNote,
        activate: z.boolean().default(false),
      }),
      errors: [
        gameFailure.cache_not_found,
        gameFailure.not_offered,
        gameFailure.adopter_unverified,
        gameFailure.notice_running,
      ],
      handle: ({ who, params, body }) => assignCache(game, who.actor, params.cacheId, body),
    }),
    route("POST /api/admin/adoptions/requests/:id/approve", {
      gate: sysop(),
      spec: ADMIN_SPEC,
      summary: "Approve a request: the cache changes hands",
      body: Note,
      errors: [gameFailure.request_not_found, gameFailure.notice_running, gameFailure.adopter_unverified],
      handle: ({ who, params, body }) =>
        decideRequest(game, who.actor, requestId(params.id), true, body.note),
    }),
    route("POST /api/admin/adoptions/requests/:id/decline", {
      gate: sysop(),
      spec: ADMIN_SPEC,
      summary: "Decline a request",
      body: Note,
      errors: [gameFailure.request_not_found],
      handle: ({ who, params, body }) =>
        decideRequest(game, who.actor, requestId(params.id), false, body.note),
    }),
  ];
}
