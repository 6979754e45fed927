/**
 * What the writer of a log may still do with it: change the text for a day, or take the log back. API "Caches, logs,
 * media".
 */
import type { Tx } from "../../db/mod.ts";
import { gameFailure } from "../errors.ts";
import { sendFind } from "../exchange/publish.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { findCache, isGuessed } from "../views/find_cache.ts";
import { packRows } from "../tables/pack_store.ts";
import { removeLog } from "./change_log.ts";
import { isGone, type LogRow, logRows } from "../tables/log_store.ts";
import { type ChangeOf, LOG } from "../../things/mod.ts";

/** How long a text may be changed after it arrived, in seconds. */
const MEND_S = 86_400;

/** Until when the text of a log may be changed, in unix seconds. */
export const mendableUntil = ({ createdAt }: Pick<LogRow, "createdAt">): number => createdAt + MEND_S;

/** Which log of which cache, and whose account asks. */
export interface OwnLog {
  cache: string;
  log: number;
  account: number;
}

function ownLog(game: Game, { cache: ref, log: id, account }: OwnLog): { log: LogRow; cache: CacheRow } {
  const cache = findCache(game, ref);
  const log = logRows(game).byId({ id });
  if (!cache || isGuessed(game, cache, ref, account) || log?.cacheId !== cache.id || isGone(log)) {
    throw gameFailure.log_not_found();
  }
  if (log.accountId !== account) throw gameFailure.log_not_yours();
  return { log, cache };
}

/** Changes what a log says. It keeps its tier: nothing that is said proves anything. */
export function mendLog(
  game: Game,
  tx: Tx,
  which: OwnLog,
  change: ChangeOf<typeof LOG.facts>,
): { log: LogRow; cache: CacheRow } {
  const { log, cache } = ownLog(game, which), said = LOG.changed(log, change);
  if (log.kind === "note" && said.text.trim() === "") throw gameFailure.note_needs_text();
  if (game.world.now() > mendableUntil(log)) throw gameFailure.log_mend_late();
  if (LOG.isSame(log, said)) return { log, cache };
  logRows(game).mend(tx, { ...said, id: log.id, at: game.world.now() });
  const mended = logRows(game).byId({ id: log.id })!;
  packRows(game).changed(tx, cache);
  // Peers that have the log get its next version; a log that was never sent is not sent now.
  if (mended.gid !== null) sendFind(game, tx, mended, cache);
  return { log: mended, cache: cacheRows(game).byId({ id: cache.id })! };
}

/** Takes a log out of the book, with what it counted for. */
export function takeLogBack(game: Game, tx: Tx, which: OwnLog): void {
  removeLog(game, tx, ownLog(game, which).log, "taken back by its writer");
}
