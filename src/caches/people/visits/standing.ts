/** Whether a visit may be taken at all: its signature, its key, its time, and what operators decided. API "Caches, logs, media". */
import { baseCall, sha256Hex } from "../../../base/mod.ts";
import { VISITORS } from "../../../settings/mod.ts";
import { isVisitSigned, privateDigest } from "../../../wire/mod.ts";
import { gameFailure, visitFailure } from "../../errors.ts";
import { AHEAD_S, BACK_S } from "../../finds/field_time.ts";
import type { Game } from "../../game.ts";
import type { HomeKey } from "../../ports.ts";
import { type CacheRow, cacheRows } from "../../tables/cache_store.ts";
import { isPublished } from "../../exchange/publish.ts";
import { isWithheld } from "../../views/find_cache.ts";
import { visitRows } from "../../tables/visit_store.ts";
import type { Posted } from "./posted.ts";

/** Refuses visits of instances that this one does not take visits of, and of persons that it refuses. */
export function refuseOrigin(game: Game, home: string, call: string): void {
  const taken = game.settings.get(VISITORS), trust = game.homes.trustOf(home);
  if (taken === "off") throw visitFailure.visitors_off();
  if (trust === "blocked") throw visitFailure.origin_blocked({ origin: home });
  if (trust === undefined || (trust !== "trusted" && taken !== "all")) {
    throw visitFailure.origin_untrusted({ origin: home });
  }
  const refused = visitRows(game).refused({ home, base: baseCall(call) });
  if (refused) throw visitFailure.visitor_refused({ why: refused.reason || undefined });
  // What a member may not do here, they may not do as a visitor.
  if (game.accounts.holder(call)?.suspended) throw visitFailure.suspended();
}

/** Refuses what its key did not sign, with what came beside it. */
export function refuseForged({ document, sig, beside }: Posted): void {
  const named = beside === undefined ? undefined : privateDigest(beside);
  if (named !== document.priv || !isVisitSigned(document, { key: document.key, sig })) {
    throw visitFailure.bad_visit_signature();
  }
}

/** Refuses a document by the time that it was signed at. */
export function refuseTime(game: Game, { at, key }: Posted["document"]): void {
  const now = game.world.now();
  if (visitRows(game).erased({ digest: sha256Hex(key) })) throw visitFailure.key_revoked();
  if (at < now - BACK_S) throw visitFailure.too_old();
  if (at > now + AHEAD_S) throw visitFailure.too_early();
}

/** The cache that a visit is at, if it is published by this instance. */
export function visitedCache(game: Game, { cache: gid, at }: Posted["document"]): CacheRow {
  const cache = cacheRows(game).byGid({ gid });
  if (!cache || cache.removedAt !== null || !isPublished(cache) || isWithheld(game, cache)) {
    throw gameFailure.cache_not_found();
  }
  if (at < cache.createdAt) throw visitFailure.before_cache();
  return cache;
}

/**
 * The key of a visit as its home publishes it; undefined where it is not here, or not verified yet. Refuses one that is
 * another call's, and one that did not count at the time.
 */
export function visitKey(game: Game, { home, key, call, at }: Posted["document"]): HomeKey | undefined {
  const row = game.homes.keyOf(home, key);
  if (!row) return undefined;
  if (baseCall(row.call) !== baseCall(call)) throw visitFailure.bad_visit_signature();
  if (row.revokedAt !== undefined && row.revokedAt <= at) throw visitFailure.key_revoked();
  if (!row.verified) return undefined;
  if (at < row.addedAt) throw visitFailure.before_key();
  return row;
}
