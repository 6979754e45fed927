/** Adoption as shown: to everybody, to who asks, and to operators. */
import { z } from "#schemas";
import type { Viewer } from "../acting.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { seenCache } from "../views/find_cache.ts";
import { adoptionRows, type RequestRow } from "../tables/adoption_store.ts";
import { NOTICE_S } from "./record.ts";

const Line = z.object({
  cacheId: z.number(),
  id: z.number(),
  code: z.string(),
  title: z.string(),
  type: z.string(),
  status: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  ownerCall: z.string(),
  ownerWithdrawn: z.boolean(),
});
const Offer = z.object({ note: z.string(), offeredAt: z.number(), noticeEndsAt: z.number() });

/** One line of the public list. */
export const OpenOffer = Line.extend(Offer.shape);

/** One's own request. */
export const RequestView = z.object({
  id: z.number(),
  status: z.enum(["pending", "approved", "declined", "cancelled"]),
  callsign: z.string(),
  inPlace: z.boolean(),
  note: z.string(),
  requestedAt: z.number(),
  decidedAt: z.number().nullable(),
});

/** What a viewer sees of one cache's adoption. */
export const AdoptionView = z.object({
  offer: Offer.nullable(),
  request: RequestView.nullable(),
  isOwner: z.boolean(),
  canRequest: z.boolean(),
  reason: z.enum(["not_offered", "signed_out", "own_cache", "request_exists", "not_verified"]).nullable(),
});

/** The operator's overview. */
export const Overview = z.object({
  noticeSec: z.number(),
  offered: z.array(OpenOffer.extend({
    offeredBy: z.string(),
    requests: z.array(z.object({
      id: z.number(),
      callsign: z.string(),
      inPlace: z.boolean(),
      note: z.string(),
      requestedAt: z.number(),
    })),
  })),
  log: z.array(z.object({
    id: z.number(),
    cacheId: z.number(),
    code: z.string(),
    action: z.string(),
    actor: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    note: z.string(),
    at: z.number(),
  })),
});

const lineOf = (cache: CacheRow): z.infer<typeof Line> => ({
  cacheId: cache.id,
  id: cache.id,
  code: cache.code,
  title: cache.title,
  type: cache.type,
  status: cache.status,
  lat: cache.lat,
  lon: cache.lon,
  ownerCall: cache.ownerCall,
  ownerWithdrawn: cache.ownerAccount === null,
});

/** A request for adoption as routes show it. Times are unix seconds. */
export const requestView = (row: RequestRow): z.infer<typeof RequestView> => ({
  id: row.id,
  status: row.status,
  callsign: row.call,
  inPlace: row.inPlace === 1,
  note: row.note,
  requestedAt: row.requestedAt,
  decidedAt: row.decidedAt,
});

/** Caches up for adoption. Removed and unlisted ones are left out. */
export function openAdoptions(game: Game): z.infer<typeof OpenOffer>[] {
  return adoptionRows(game).offers().flatMap(({ cacheId, note, offeredAt, noticeEndsAt }) => {
    const cache = cacheRows(game).byId({ id: cacheId });
    if (!cache || cache.removedAt !== null || cache.unlisted === 1) return [];
    return [{ ...lineOf(cache), note, offeredAt, noticeEndsAt }];
  });
}

/** Everything, for the operator. */
export function adoptionOverview(game: Game): z.infer<typeof Overview> {
  const offered = adoptionRows(game).offers().map((offer) => {
    const cache = cacheRows(game).byId({ id: offer.cacheId })!;
    const requests = adoptionRows(game).pending({ cache: cache.id }).map((request) => ({
      id: request.id,
      callsign: request.call,
      inPlace: request.inPlace === 1,
      note: request.note,
      requestedAt: request.requestedAt,
    }));
    const { note, offeredBy, offeredAt, noticeEndsAt } = offer;
    return { ...lineOf(cache), note, offeredBy, offeredAt, noticeEndsAt, requests };
  });
  return { noticeSec: NOTICE_S, offered, log: adoptionRows(game).log() };
}

/** What a viewer sees of one cache's adoption; `reason` says why the viewer cannot ask for it. Throws 404 or 410. */
export function adoptionOf(game: Game, ref: string, viewer: Viewer): z.infer<typeof AdoptionView> {
  const cache = seenCache(game, ref, viewer);
  const offer = adoptionRows(game).offer({ cache: cache.id });
  const { account } = viewer;
  const isOwner = account !== undefined && cache.ownerAccount === account;
  const mine = account === undefined ? undefined : adoptionRows(game).latestOf({ cache: cache.id, account });
  const call = account === undefined ? undefined : game.accounts.person(account)?.call;
  const reason = !offer
    ? "not_offered"
    : account === undefined
    ? "signed_out"
    : isOwner
    ? "own_cache"
    : mine?.status === "pending"
    ? "request_exists"
    : call && game.accounts.isVerified(call)
    ? null
    : "not_verified";
  return {
    offer: offer ? { note: offer.note, offeredAt: offer.offeredAt, noticeEndsAt: offer.noticeEndsAt } : null,
    request: mine ? requestView(mine) : null,
    isOwner,
    canRequest: reason === null,
    reason,
  };
}
