/** Adoption, for members and operators. */
import { z } from "#schemas";
import { open, route, session, SHARED, sysop } from "../../http/mod.ts";
import { memberActs, viewerOf } from "../acting.ts";
import { approveRequest, assignCache, declineRequest } from "../adoption/decide.ts";
import { answerHanding, askToTake, handingsOf, HandingView, keepAfterAll } from "../adoption/hand_on.ts";
import { offerCache, offerOwnCache, withdrawOffer } from "../adoption/offer.ts";
import { cancelRequest, requestAdoption } from "../adoption/request.ts";
import {
  adoptionOf,
  adoptionOverview,
  AdoptionView,
  openAdoptions,
  OpenOffer,
  Overview,
  RequestView,
} from "../adoption/views.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { ownedCache } from "../views/find_cache.ts";
import { callText, line } from "../views/fields.ts";
import { ADMIN_SPEC, Ok, OWN_CACHE_ID, perAccount, rowId, SPEC } from "./shared.ts";

const PublicNote = line(300).min(3);
const Note = z.object({ note: line(300).default("") });
const CACHE = { cacheId: OWN_CACHE_ID };
const Offered = z.object({
  offered: z.literal(true),
  cacheId: z.number(),
  code: z.string(),
  noticeEndsAt: z.number(),
});
/** What acting on one's own cache may refuse with. */
const OWN = [
  gameFailure.cache_not_found,
  gameFailure.cache_removed,
  gameFailure.cache_removed_edit,
  gameFailure.cache_not_yours,
];
const REQUEST = { id: "Number of the request for adoption, as the list shows it" };

export const adoptionRoutes = (game: Game) => [
  ...memberRoutes(game),
  ...handingRoutes(game),
  ...sysopRoutes(game),
];

function memberRoutes(game: Game) {
  return [
    route("GET /api/adoptions", {
      gate: open("offers are public"),
      spec: SPEC,
      summary: "Caches up for adoption",
      share: SHARED.game,
      reply: z.object({ adoptions: z.array(OpenOffer) }),
      handle: () => ({ adoptions: openAdoptions(game) }),
    }),
    route("GET /api/caches/:id/adoption", {
      gate: open("the offer is public; a request is shown only to the person who made it"),
      spec: SPEC,
      summary: "The offer of a cache, and one's own request",
      params: { id: OWN_CACHE_ID },
      reply: AdoptionView,
      errors: [gameFailure.cache_not_found, gameFailure.cache_removed],
      handle: ({ who, params }) => adoptionOf(game, params.id, viewerOf(who)),
    }),
    route("POST /api/caches/:id/adoption", {
      gate: session(),
      spec: SPEC,
      summary: "Ask for a cache that is up for adoption",
      params: { id: OWN_CACHE_ID },
      limit: perAccount("adoption-request", 30, 3600),
      status: 201,
      body: z.object({
        inPlace: z.boolean().describe("Whether the box is still where it was"),
        note: line(300).default(""),
      }),
      reply: RequestView,
      errors: [
        gameFailure.cache_not_found,
        gameFailure.cache_removed,
        gameFailure.not_verified,
        gameFailure.not_offered,
        gameFailure.request_own,
        gameFailure.request_exists,
      ],
      handle: ({ who, params, body }) => requestAdoption(game, memberActs(game, who), params.id, body),
    }),
    route("DELETE /api/caches/:id/adoption", {
      gate: session(),
      spec: SPEC,
      summary: "End the adoption offer: the owner keeps the cache",
      params: { id: OWN_CACHE_ID },
      reply: Ok,
      errors: [...OWN, gameFailure.not_offered],
      handle: ({ who, params }) => {
        const owner = memberActs(game, who);
        const cache = ownedCache(game, params.id, owner);
        return withdrawOffer(game, owner.call, String(cache.id), "owner_declined");
      },
    }),
    route("DELETE /api/caches/:id/adoption/request", {
      gate: session(),
      spec: SPEC,
      summary: "Take one's own request back",
      params: { id: OWN_CACHE_ID },
      reply: Ok,
      errors: [gameFailure.cache_not_found, gameFailure.cache_removed, gameFailure.request_not_found],
      handle: ({ who, params }) => cancelRequest(game, memberActs(game, who), params.id),
    }),
  ];
}

/** Handing on from member to member, without an operator. */
function handingRoutes(game: Game) {
  const answer = {
    gate: session(),
    spec: SPEC,
    params: { id: OWN_CACHE_ID },
    reply: Ok.extend({ cacheId: z.number(), code: z.string(), owner: z.string() }),
  };
  const GONE = [gameFailure.cache_not_found, gameFailure.cache_removed, gameFailure.handing_not_found];
  return [
    route("GET /api/my/handings", {
      gate: session(),
      spec: SPEC,
      summary: "Caches that one is asked to take over, and those that one asks others to",
      reply: z.object({ toMe: z.array(HandingView), fromMe: z.array(HandingView) }),
      handle: ({ who }) => handingsOf(game, who.account),
    }),
    route("POST /api/caches/:id/handing", {
      gate: session(),
      spec: SPEC,
      summary: "Ask a member to take one's cache over; it stays one's own until the member says yes",
      params: { id: OWN_CACHE_ID },
      limit: perAccount("handing", 10, 3600),
      status: 201,
      body: z.object({
        callsign: callText.describe("A proven call of a member of this instance"),
        inPlace: z.boolean().describe("Whether the box is still where it was"),
        note: line(300).default(""),
      }),
      reply: HandingView,
      errors: [
        ...OWN,
        gameFailure.cache_inactive,
        gameFailure.adopter_unverified,
        gameFailure.request_own,
        gameFailure.handing_open,
      ],
      handle: ({ who, params, body }) => askToTake(game, memberActs(game, who), params.id, body),
    }),
    route("DELETE /api/caches/:id/handing", {
      gate: session(),
      spec: SPEC,
      summary: "Keep a cache that one asked a member to take over",
      params: { id: OWN_CACHE_ID },
      reply: Ok,
      errors: [...OWN, gameFailure.handing_not_found],
      handle: ({ who, params }) => keepAfterAll(game, memberActs(game, who), params.id),
    }),
    route("POST /api/caches/:id/handing/yes", {
      ...answer,
      summary: "Take over a cache that its owner hands on",
      errors: [...GONE, gameFailure.adopter_unverified],
      handle: ({ who, params }) => answerHanding(game, memberActs(game, who), params.id, "yes"),
    }),
    route("POST /api/caches/:id/handing/no", {
      ...answer,
      summary: "Leave a cache with its owner, who hands it on",
      errors: GONE,
      handle: ({ who, params }) => answerHanding(game, memberActs(game, who), params.id, "no"),
    }),
    route("POST /api/caches/:id/adoption/offer", {
      gate: session(),
      spec: SPEC,
      summary: "Offer one's cache to whoever asks; an operator decides among them",
      params: { id: OWN_CACHE_ID },
      limit: perAccount("handing", 10, 3600),
      status: 201,
      body: z.object({ note: PublicNote.describe("What everybody reads beside the offer") }),
      reply: Offered,
      errors: [...OWN, gameFailure.cache_inactive, gameFailure.not_native, gameFailure.already_offered],
      handle: ({ who, params, body }) => {
        const owner = memberActs(game, who);
        return offerOwnCache(game, owner, ownedCache(game, params.id, owner), body.note);
      },
    }),
  ];
}

function sysopRoutes(game: Game) {
  return [
    route("GET /api/admin/adoptions", {
      gate: sysop(),
      spec: ADMIN_SPEC,
      summary: "Offers, pending requests and what was decided",
      reply: Overview,
      handle: () => adoptionOverview(game),
    }),
    route("POST /api/admin/adoptions", {
      gate: sysop({ anyAge: "a cache can be offered and handed over again" }),
      spec: ADMIN_SPEC,
      summary: "Offer a cache for adoption",
      status: 201,
      body: z.object({
        cacheId: z.number().int().positive().optional(),
        code: z.string().max(20).optional(),
        note: PublicNote,
      }).refine((body) => (body.cacheId === undefined) !== (body.code === undefined), {
        path: ["cacheId"],
        message: "takes either cacheId or code, and not both",
      }),
      reply: Offered,
      errors: [
        gameFailure.cache_not_found,
        gameFailure.cache_gone,
        gameFailure.not_native,
        gameFailure.already_offered,
      ],
      handle: ({ who, body }) => offerCache(game, who.actor, String(body.cacheId ?? body.code), body.note),
    }),
    route("DELETE /api/admin/adoptions/:cacheId", {
      gate: sysop({ anyAge: "a cache can be offered and handed over again" }),
      spec: ADMIN_SPEC,
      summary: "Take an offer back; pending requests are cancelled",
      params: CACHE,
      reply: Ok,
      errors: [gameFailure.cache_not_found, gameFailure.not_offered],
      handle: ({ who, params }) => withdrawOffer(game, who.actor, params.cacheId, "offer_withdrawn"),
    }),
    route("POST /api/admin/adoptions/:cacheId/assign", {
      gate: sysop({ anyAge: "a cache can be offered and handed over again" }),
      spec: ADMIN_SPEC,
      summary: "Hand an offered cache to a verified call",
      params: CACHE,
      body: z.object({ callsign: callText, note: PublicNote, activate: z.boolean().default(false) }),
      reply: Ok.extend({ cacheId: z.number(), code: z.string(), owner: z.string() }),
      errors: [
        gameFailure.cache_not_found,
        gameFailure.not_offered,
        gameFailure.adopter_unverified,
        gameFailure.request_own,
        gameFailure.notice_running,
      ],
      handle: ({ who, params, body }) => assignCache(game, who.actor, params.cacheId, body),
    }),
    route("POST /api/admin/adoptions/requests/:id/approve", {
      gate: sysop({ anyAge: "a cache can be offered and handed over again" }),
      spec: ADMIN_SPEC,
      summary: "Approve a request: the cache changes hands",
      params: REQUEST,
      body: Note,
      reply: Ok.extend({ status: z.literal("approved") }),
      errors: [
        gameFailure.request_not_found,
        gameFailure.not_offered,
        gameFailure.notice_running,
        gameFailure.adopter_unverified,
      ],
      handle: ({ who, params, body }) => {
        const id = rowId(params.id, gameFailure.request_not_found);
        return approveRequest(game, who.actor, id, body.note);
      },
    }),
    route("POST /api/admin/adoptions/requests/:id/decline", {
      gate: sysop({ anyAge: "a cache can be offered and handed over again" }),
      spec: ADMIN_SPEC,
      summary: "Decline a request for adoption; the cache stays up for it",
      params: REQUEST,
      body: Note,
      reply: Ok.extend({ status: z.literal("declined") }),
      errors: [gameFailure.request_not_found],
      handle: ({ who, params, body }) => {
        const id = rowId(params.id, gameFailure.request_not_found);
        return declineRequest(game, who.actor, id, body.note);
      },
    }),
  ];
}
