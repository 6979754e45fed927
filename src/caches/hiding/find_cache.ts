/** Looking a cache up, for somebody who looks and for somebody who wants to change it. */
import { type Actor, asViewer, type Viewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "./cache_store.ts";
import { codeKey } from "./code.ts";

/** Numbers that SQLite and JavaScript hold exactly. */
const NUMBER = /^[0-9]{1,15}$/;

/** A cache by number or code, whoever may see it. */
export const findCache = (game: Game, ref: string): CacheRow | undefined =>
  NUMBER.test(ref) ? cacheRows(game).byId({ id: Number(ref) }) : cacheRows(game).byKey({ key: codeKey(ref) });

/** The cache, if this viewer may see it. A removed one is gone to all but owner and sysop; a draft is nobody else's. */
export function seenCache(game: Game, ref: string, viewer: Viewer): CacheRow {
  const row = findCache(game, ref);
  const insider = row && isInsider(row, viewer);
  if (!row || (row.status === "draft" && !insider)) throw gameFailure.cache_not_found();
  if (row.removedAt !== null && !insider) throw gameFailure.cache_removed();
  return row;
}

/** Its owner, or an operator. */
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
