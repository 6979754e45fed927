/** Adoption: an operator offers a cache whose owner is gone; a verified member asks for it; an operator decides. */
import { isCall, normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import type { AdoptionEntry } from "./adoption_store.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import { gameFailure } from "../errors.ts";
import type { Actor, Game, Viewer } from "../game.ts";
import type { GameAlert, Person } from "../ports.ts";

/** A living owner has this long to object. */
export const NOTICE_S = 14 * 86_400;

/** The cache's lines in a list of offers. */
const lineOf = (cache: CacheRow) => ({
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

/** Caches up for adoption. Removed and unlisted ones are not told of. */
export function openAdoptions(game: Game) {
  return game.adoption.offers().flatMap((offer) => {
    const cache = game.caches.byId(offer.cacheId);
    if (!cache || cache.removedAt !== null || cache.unlisted === 1) return [];
    const { note, offeredAt, noticeEndsAt } = offer;
    return [{ ...lineOf(cache), note, offeredAt, noticeEndsAt }];
  });
}

/** The operator's overview. */
export function adoptionOverview(game: Game) {
  const offered = game.adoption.offers().map((offer) => {
    const cache = game.caches.byId(offer.cacheId)!;
    const requests = game.adoption.pending(cache.id).map(({ id, call, inPlace, note, requestedAt }) => ({
      id,
      callsign: call,
      inPlace: inPlace === 1,
      note,
      requestedAt,
    }));
    const { note, offeredBy, offeredAt, noticeEndsAt } = offer;
    return { ...lineOf(cache), note, offeredBy, offeredAt, noticeEndsAt, requests };
  });
  return { noticeSec: NOTICE_S, offered, log: game.adoption.log() };
}

/** What a viewer sees of one cache's adoption. */
export function adoptionOf(game: Game, ref: string, viewer: Viewer) {
  const cache = game.seen(ref, viewer);
  const offer = game.adoption.offer(cache.id);
  const { account } = viewer;
  const isOwner = account !== undefined && cache.ownerAccount === account;
  const mine = account === undefined ? undefined : game.adoption.latestOf(cache.id, account);
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
    offer: offer && { note: offer.note, offeredAt: offer.offeredAt, noticeEndsAt: offer.noticeEndsAt },
    isOwner,
    request: mine && {
      id: mine.id,
      status: mine.status,
      callsign: mine.call,
      inPlace: mine.inPlace === 1,
      requestedAt: mine.requestedAt,
      decidedAt: mine.decidedAt,
    },
    canRequest: reason === null,
    reason,
  };
}

function note(
  game: Game,
  tx: Tx,
  cache: CacheRow,
  entry: Pick<AdoptionEntry, "action" | "actor" | "note"> & { from?: string; to?: string },
): void {
  const { action, actor, note, from = null, to = null } = entry;
  const at = game.world.now();
  game.adoption.note(tx, { cacheId: cache.id, code: cache.code, action, actor, from, to, note, at });
}

function alert(game: Game, tx: Tx, accountId: number | null, kind: GameAlert["kind"], cache: CacheRow): void {
  if (accountId === null) return;
  const at = game.world.now();
  const { code, title } = cache;
  tx.after(() => game.events.alert({ accountId, kind, call: cache.ownerCall, code, title, at }));
}

/** An operator puts a cache up. A living owner is told, and has two weeks to keep it. */
export function offerCache(game: Game, actor: string, ref: string, publicNote: string) {
  return game.db.write((tx) => {
    const cache = game.find(ref);
    if (!cache) throw gameFailure.cache_not_found();
    if (cache.source !== "native") throw gameFailure.not_native();
    if (cache.removedAt !== null) throw gameFailure.cache_gone();
    if (game.adoption.offer(cache.id)) throw gameFailure.already_offered();
    const now = game.world.now();
    const noticeEndsAt = cache.ownerAccount === null ? now : now + NOTICE_S;
    game.adoption.addOffer(tx, {
      cacheId: cache.id,
      note: publicNote,
      offeredBy: actor,
      offeredAt: now,
      noticeEndsAt,
    });
    note(game, tx, cache, { action: "offered", actor, note: publicNote, from: cache.ownerCall });
    alert(game, tx, cache.ownerAccount, "adoption_offered", cache);
    return { offered: true, cacheId: cache.id, code: cache.code, noticeEndsAt };
  });
}

/** Takes the offer back (operator), or keeps the cache (its owner); pending requests are cancelled. */
export function withdrawOffer(
  game: Game,
  actor: string,
  ref: string,
  action: "offer_withdrawn" | "owner_declined",
) {
  return game.db.write((tx) => {
    const cache = game.find(ref);
    if (!cache) throw gameFailure.cache_not_found();
    if (!game.adoption.offer(cache.id)) throw gameFailure.not_offered();
    closeRequests(game, tx, cache, "cancelled");
    game.adoption.dropOffer(tx, cache.id);
    note(game, tx, cache, { action, actor, note: "" });
    return { ok: true };
  });
}

function closeRequests(
  game: Game,
  tx: Tx,
  cache: CacheRow,
  status: "cancelled" | "declined",
  but?: number,
): void {
  for (const request of game.adoption.pending(cache.id)) {
    if (request.id === but) continue;
    game.adoption.decide(tx, request.id, { status, at: game.world.now(), note: null });
    alert(game, tx, request.accountId, "adoption_declined", cache);
  }
}

/** A member asks for a cache. */
export function requestAdoption(
  game: Game,
  actor: Actor,
  ref: string,
  wish: { inPlace: boolean; note: string },
) {
  const { person, call } = actor;
  const { id } = game.seen(ref, { account: person.accountId, operator: actor.operator });
  if (!game.accounts.isVerified(call)) throw gameFailure.not_verified({ verified: false });
  return game.db.write((tx) => {
    const cache = game.caches.byId(id)!;
    if (!game.adoption.offer(id)) throw gameFailure.not_offered();
    if (cache.ownerAccount === person.accountId) throw gameFailure.request_own();
    if (game.adoption.latestOf(id, person.accountId)?.status === "pending") {
      throw gameFailure.request_exists();
    }
    game.adoption.add(tx, { cache: id, account: person.accountId, call, ...wish, at: game.world.now() });
    note(game, tx, cache, { action: "requested", actor: call, note: wish.note, to: call });
    return adoptionOf(game, ref, { account: person.accountId, operator: actor.operator }).request!;
  });
}

/** The member takes the request back. */
export function cancelRequest(game: Game, actor: Actor, ref: string) {
  const account = actor.person.accountId;
  const cache = game.seen(ref, { account, operator: actor.operator });
  return game.db.write((tx) => {
    const mine = game.adoption.latestOf(cache.id, account);
    if (mine?.status !== "pending") throw gameFailure.request_not_found();
    game.adoption.decide(tx, mine.id, { status: "cancelled", at: game.world.now(), note: null });
    note(game, tx, cache, { action: "request_cancelled", actor: mine.call, note: "", to: mine.call });
    return { ok: true };
  });
}

/** An operator approves or declines a request. Approval needs the notice over and the call still verified. */
export function decideRequest(game: Game, actor: string, id: number, approve: boolean, decision: string) {
  return game.db.write((tx) => {
    const request = game.adoption.request(id);
    if (request?.status !== "pending") throw gameFailure.request_not_found();
    const cache = game.caches.byId(request.cacheId)!;
    const at = game.world.now();
    if (!approve) {
      game.adoption.decide(tx, id, { status: "declined", at, note: decision });
      note(game, tx, cache, { action: "declined", actor, note: decision, to: request.call });
      alert(game, tx, request.accountId, "adoption_declined", cache);
      return { ok: true, status: "declined" as const };
    }
    holdNotice(game, cache);
    const person = game.accounts.person(request.accountId);
    if (!person || person.suspended || !game.accounts.isVerified(request.call)) {
      throw gameFailure.adopter_unverified();
    }
    game.adoption.decide(tx, id, { status: "approved", at, note: decision });
    handOver(game, tx, cache, person, request.call, request.inPlace === 1);
    note(game, tx, cache, {
      action: "approved",
      actor,
      note: decision,
      from: cache.ownerCall,
      to: request.call,
    });
    alert(game, tx, request.accountId, "adoption_approved", cache);
    return { ok: true, status: "approved" as const };
  });
}

/** An operator hands an offered cache to somebody who did not ask through the app. */
export function assignCache(
  game: Game,
  actor: string,
  ref: string,
  wish: { callsign: string; note: string; activate: boolean },
) {
  const call = normalCall(wish.callsign);
  return game.db.write((tx) => {
    const cache = game.find(ref);
    if (!cache) throw gameFailure.cache_not_found();
    if (!game.adoption.offer(cache.id)) throw gameFailure.not_offered();
    const person = isCall(call) ? game.accounts.holder(call) : undefined;
    if (!person || person.suspended || !game.accounts.isVerified(call)) {
      throw gameFailure.adopter_unverified();
    }
    if (cache.ownerAccount === person.accountId) throw gameFailure.request_own();
    holdNotice(game, cache);
    handOver(game, tx, cache, person, call, wish.activate);
    note(game, tx, cache, { action: "assigned", actor, note: wish.note, from: cache.ownerCall, to: call });
    alert(game, tx, person.accountId, "adoption_assigned", cache);
    return { ok: true, cacheId: cache.id, code: cache.code, owner: call };
  });
}

function holdNotice(game: Game, cache: CacheRow): void {
  const offer = game.adoption.offer(cache.id);
  if (!offer) throw gameFailure.not_offered();
  if (cache.ownerAccount !== null && offer.noticeEndsAt > game.world.now()) {
    throw gameFailure.notice_running({ noticeEndsAt: offer.noticeEndsAt });
  }
}

/** Changes the owner; other requests are declined, the offer is closed. Files count against the new owner. */
function handOver(
  game: Game,
  tx: Tx,
  cache: CacheRow,
  person: Person,
  call: string,
  activate: boolean,
): void {
  game.caches.update(tx, cache.id, {
    ...cache,
    ownerAccount: person.accountId,
    ownerCall: call,
    status: activate ? "active" : cache.status,
    updatedAt: game.world.now(),
  });
  game.media.handOver(tx, cache.id, person.accountId);
  closeRequests(game, tx, cache, "declined");
  game.adoption.dropOffer(tx, cache.id);
  game.changed(tx, cache.id, cache);
}
