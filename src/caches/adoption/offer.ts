/** Offering a cache for adoption, and taking the offer back. */
import { gameFailure } from "../errors.ts";
import type { Actor } from "../acting.ts";
import type { Game } from "../game.ts";
import type { Tx } from "../../db/mod.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { findCache } from "../views/find_cache.ts";
import { adoptionRows } from "../tables/adoption_store.ts";
import { alert, note, NOTICE_S, takeBackOffer } from "./record.ts";

/** An operator puts a cache up. A living owner is told, and has two weeks to keep it. */
export function offerCache(game: Game, actor: string, ref: string, publicNote: string) {
  return game.db.write((tx) => {
    const cache = findCache(game, ref);
    if (!cache) throw gameFailure.cache_not_found();
    if (cache.source !== "native") throw gameFailure.not_native();
    if (cache.removedAt !== null) throw gameFailure.cache_gone();
    if (adoptionRows(game).offer({ cache: cache.id })) throw gameFailure.already_offered();
    const noticeEndsAt = offer(game, tx, actor, cache, publicNote);
    return { offered: true as const, cacheId: cache.id, code: cache.code, noticeEndsAt };
  });
}

/** An owner puts a cache up: there is nothing to give notice of, and until somebody has it, it can be kept. */
export function offerOwnCache(game: Game, owner: Actor, { id }: CacheRow, publicNote: string) {
  return game.db.write((tx) => {
    const cache = cacheRows(game).byId({ id })!;
    if (cache.source !== "native") throw gameFailure.not_native();
    if (cache.status === "draft") throw gameFailure.cache_inactive({ status: cache.status });
    if (adoptionRows(game).offer({ cache: id })) throw gameFailure.already_offered();
    const noticeEndsAt = offer(game, tx, owner.call, cache, publicNote, owner.person.accountId);
    return { offered: true as const, cacheId: id, code: cache.code, noticeEndsAt };
  });
}

/**
 * Puts a cache up that may be offered. Gives until when its owner may object: where it is the owner's own wish, or there is
 * none, until now.
 */
export function offer(
  game: Game,
  tx: Tx,
  actor: string,
  cache: CacheRow,
  publicNote: string,
  wishedBy?: number,
): number {
  const now = game.world.now(), owners = wishedBy === cache.ownerAccount;
  const noticeEndsAt = cache.ownerAccount === null || owners ? now : now + NOTICE_S;
  adoptionRows(game).addOffer(tx, {
    cacheId: cache.id,
    note: publicNote,
    offeredBy: actor,
    offeredAt: now,
    noticeEndsAt,
  });
  note(game, tx, cache, { action: "offered", actor, note: publicNote, from: cache.ownerCall });
  if (!owners) alert(game, tx, cache.ownerAccount, "adoption_offered", cache);
  return noticeEndsAt;
}

/** Takes the offer back (operator), or keeps the cache (its owner); pending requests are cancelled. */
export function withdrawOffer(
  game: Game,
  actor: string,
  ref: string,
  action: "offer_withdrawn" | "owner_declined",
) {
  return game.db.write((tx) => {
    const cache = findCache(game, ref);
    if (!cache) throw gameFailure.cache_not_found();
    if (!adoptionRows(game).offer({ cache: cache.id })) throw gameFailure.not_offered();
    takeBackOffer(game, tx, cache, actor, action);
    return { ok: true as const };
  });
}
