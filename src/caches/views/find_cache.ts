/** Looking a cache up, for somebody who looks and for somebody who wants to change it. */
import { type Actor, asViewer, type Viewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { codeKey } from "../rules/code.ts";

/** Numbers that SQLite and JavaScript hold exactly, without leading zeros. */
const NUMBER = /^[1-9][0-9]{0,14}$/;

/** A cache by number or code, whoever may see it. */
export const findCache = (game: Game, ref: string): CacheRow | undefined =>
  NUMBER.test(ref) ? cacheRows(game).byId({ id: Number(ref) }) : cacheRows(game).byKey({ key: codeKey(ref) });

/**
 * The cache, if this viewer may see it. A removed one is gone to all but owner and sysop; a draft is nobody else's; a
 * suspended person's is for operators while that lasts, and answers as if there were none: it comes back.
 */
export function seenCache(game: Game, ref: string, viewer: Viewer): CacheRow {
  const row = findCache(game, ref);
  const insider = row && isInsider(row, viewer);
  if (
    !row || ((row.status === "draft" || isWithheld(game, row)) && !insider) ||
    (!viewer.operator && isGuessed(game, row, ref, viewer.account))
  ) {
    throw gameFailure.cache_not_found();
  }
  if (row.removedAt !== null && !insider) throw gameFailure.cache_removed();
  return row;
}

/**
 * An unlisted cache is for those who were told its code. Numbers can be guessed by counting, so by its number it is
 * found only by those who know it already: its owner, operators, and whoever has logged, liked or watched it.
 */
export const isGuessed = (game: Game, cache: CacheRow, ref: string, account: number | undefined): boolean =>
  cache.unlisted === 1 && NUMBER.test(ref) && cache.ownerAccount !== account &&
  (account === undefined || cacheRows(game).isKnown({ cache: cache.id, account }) === undefined);

/** Whether its owner is suspended: until that ends it is shown nowhere. */
export const isWithheld = (game: Game, { ownerAccount }: Pick<CacheRow, "ownerAccount">): boolean =>
  ownerAccount !== null && game.accounts.person(ownerAccount)?.hidden === true;

/** Whether the viewer is its owner, or an operator. */
export const isInsider = (cache: Pick<CacheRow, "ownerAccount">, viewer: Viewer): boolean =>
  viewer.operator || (viewer.account !== undefined && cache.ownerAccount === viewer.account);

/** The cache, if the actor owns it and it may be changed. The ingest plane acts as the owner it names. */
export function ownedCache(game: Game, ref: string, actor: Actor): CacheRow {
  const row = seenCache(game, ref, asViewer(actor));
  if (row.ownerAccount === null || row.ownerAccount !== actor.person.accountId) {
    throw gameFailure.cache_not_yours();
  }
  if (row.removedAt !== null) throw gameFailure.cache_removed_edit();
  return row;
}
