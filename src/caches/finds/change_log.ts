/** A log that is removed, by its writer or a moderator. */
import type { Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { dropPhotos } from "../media/log_photos.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { judgeAgain } from "./judge_again.ts";
import { openFinds } from "./open_finds.ts";

/** Removes a log, for its writer or a moderator; the cache's counts follow. */
export function removeLog(game: Game, tx: Tx, log: LogRow, reason: string): number {
  logRows(game).setRemoved(tx, { id: log.id, at: game.world.now(), reason });
  if (openFinds(game).byLog({ log: log.id })) openFinds(game).drop(tx, log.id);
  // Another find of the same person, whose place this one had, may be the find now: what is there for it is looked at.
  if (log.kind === "found" && log.accountId !== null) {
    const others = openFinds(game).ofPerson({ account: log.accountId, cache: log.cacheId });
    for (const { logId } of others) judgeAgain(game, tx, logId);
  }
  const cache = cacheRows(game).byId({ id: log.cacheId })!;
  cacheRows(game).recount(tx, { id: cache.id });
  dropPhotos(game, tx, log.id);
  packRows(game).changed(tx, cache);
  return log.gid === null ? 0 : game.publications.withdraw(tx, log.gid, { bounded: true });
}
