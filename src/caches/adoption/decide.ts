/** An operator decides to whom a cache goes. */
import { isCall, normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { findCache } from "../views/find_cache.ts";
import { cacheChanged } from "../exchange/cache_changed.ts";
import { mediaRows } from "../tables/media_store.ts";
import type { Person } from "../ports.ts";
import { adoptionRows } from "../tables/adoption_store.ts";
import { alert, closeRequests, note } from "./record.ts";

function pendingRequest(game: Game, id: number) {
  const request = adoptionRows(game).request({ id });
  if (request?.status !== "pending") throw gameFailure.request_not_found();
  return { request, cache: cacheRows(game).byId({ id: request.cacheId })! };
}

/** An operator declines a request; the cache stays up for adoption. */
export function declineRequest(game: Game, actor: string, id: number, decision: string) {
  return game.db.write((tx) => {
    const { request, cache } = pendingRequest(game, id);
    adoptionRows(game).decide(tx, { id, status: "declined", at: game.world.now(), note: decision });
    note(game, tx, cache, { action: "declined", actor, note: decision, to: request.call });
    alert(game, tx, request.accountId, "adoption_declined", cache);
    return { ok: true as const, status: "declined" as const };
  });
}

/** An operator approves a request. Needs the notice over and the call still verified. */
export function approveRequest(game: Game, actor: string, id: number, decision: string) {
  return game.db.write((tx) => {
    const { request, cache } = pendingRequest(game, id);
    holdNotice(game, cache);
    const person = game.accounts.person(request.accountId);
    if (!person || person.suspended || !game.accounts.isVerified(request.call)) {
      throw gameFailure.adopter_unverified();
    }
    adoptionRows(game).decide(tx, { id, status: "approved", at: game.world.now(), note: decision });
    handOver(game, tx, cache, person, request.call, request.inPlace === 1);
    note(game, tx, cache, {
      action: "approved",
      actor,
      note: decision,
      from: cache.ownerCall,
      to: request.call,
    });
    alert(game, tx, request.accountId, "adoption_approved", cache);
    return { ok: true as const, status: "approved" as const };
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
    const cache = findCache(game, ref);
    if (!cache) throw gameFailure.cache_not_found();
    if (!adoptionRows(game).offer({ cache: cache.id })) throw gameFailure.not_offered();
    const person = isCall(call) ? game.accounts.holder(call) : undefined;
    if (!person || person.suspended || !game.accounts.isVerified(call)) {
      throw gameFailure.adopter_unverified();
    }
    if (cache.ownerAccount === person.accountId) throw gameFailure.request_own();
    holdNotice(game, cache);
    handOver(game, tx, cache, person, call, wish.activate);
    note(game, tx, cache, { action: "assigned", actor, note: wish.note, from: cache.ownerCall, to: call });
    alert(game, tx, person.accountId, "adoption_assigned", cache);
    return { ok: true as const, cacheId: cache.id, code: cache.code, owner: call };
  });
}

function holdNotice(game: Game, cache: CacheRow): void {
  const offer = adoptionRows(game).offer({ cache: cache.id });
  if (!offer) throw gameFailure.not_offered();
  if (cache.ownerAccount !== null && offer.noticeEndsAt > game.world.now()) {
    throw gameFailure.notice_running({ noticeEndsAt: offer.noticeEndsAt });
  }
}

/** Changes the owner; other requests are declined, the offer is closed. Files count against the new owner. */
export function handOver(
  game: Game,
  tx: Tx,
  cache: CacheRow,
  person: Person,
  call: string,
  activate: boolean,
): void {
  cacheRows(game).update(tx, {
    ...cache,
    ownerAccount: person.accountId,
    ownerCall: call,
    status: activate ? "active" : cache.status,
    updatedAt: game.world.now(),
  });
  mediaRows(game).handOver(tx, { cache: cache.id, account: person.accountId });
  closeRequests(game, tx, cache, "declined");
  adoptionRows(game).dropOffer(tx, { cache: cache.id });
  adoptionRows(game).dropHanding(tx, { cache: cache.id });
  cacheChanged(game, tx, cache.id, cache);
}
