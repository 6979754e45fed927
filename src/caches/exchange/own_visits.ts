/**
 * Finds of members of this instance at caches of others (API "Caches, logs, media"). A mirrored find is a member's own where a key of
 * theirs signed it and it names this instance as their home; or the one that their account came from, once they have proven
 * here that the call is theirs, since a bundle may name any key. Nothing else claims it.
 */
import type { Tx } from "../../db/mod.ts";
import { type FindMirrorRow, mirrorRows } from "../tables/mirror_store.ts";
import type { Game } from "../game.ts";
import { circuitVisitRows, ownVisitRows } from "../tables/own_visit_store.ts";

/** Whose own a signed find is, if anybody's here. Its signature has been verified under its key. */
function whoseVisit(
  game: Game,
  { signerKey: key, visitHome: home, call }: FindMirrorRow,
): number | undefined {
  if (key === null || home === null || !game.accounts.deviceKey(call, key)) return undefined;
  const account = game.accounts.holder(call)?.accountId;
  if (account === undefined) return undefined;
  if (home === game.instance) return account;
  return game.accounts.cameFrom(account) === home && game.accounts.isVerified(call) ? account : undefined;
}

/** Keeps a mirrored find as a member's own, or lets go of it. Inside the write that brought it. */
export function claimVisit(game: Game, tx: Tx, row: FindMirrorRow): void {
  const { gid, cacheGid, origin, call, kind, text, foundAt, tier, signerKey, visitSent } = row;
  if (signerKey !== null && visitSent !== null) {
    // It is there: no circuit has to carry it any more. Whoever's it is, its own key has signed it.
    circuitVisitRows(game).drop(tx, { key: signerKey, sentId: visitSent, origin, at: row.signedAt ?? 0 });
  }
  const before = ownVisitRows(game).byGid({ gid });
  // The key may be gone by now, as that of a phone that was lost: what was the member's stays theirs.
  const own = before !== undefined && before.signerKey === signerKey && before.sentId === visitSent;
  const account = own ? before.account : whoseVisit(game, row);
  if (account === undefined || signerKey === null || visitSent === null) {
    if (before) ownVisitRows(game).drop(tx, { gid });
    return;
  }
  ownVisitRows(game).claim(tx, {
    ...{ account, signerKey, sentId: visitSent, cacheGid, origin, call, kind, text, foundAt, tier, gid },
    answer: null,
  });
}

/** A base call is proven: what its keys signed elsewhere, before their account came here, is its holder's. */
export function claimVisitsOf(game: Game, tx: Tx, base: string): void {
  for (const key of game.accounts.keysOf(base)) {
    for (const row of mirrorRows(game).signedBy({ key })) claimVisit(game, tx, row);
  }
}
