/**
 * Logs of newcomers that wait for their writers' welcome, or for the proof of a call: judged like every other, seen by their
 * writers and operators alone. What follows a log that everybody sees is done when it enters the book, with the log's own
 * time. API "Caches, logs, media".
 */
import type { Tx } from "../../db/mod.ts";
import { sendFind } from "../exchange/publish.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import { heldRows } from "../tables/cleared_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { stageRows } from "../tables/stage_store.ts";
import { settleReleased } from "./settle_finds.ts";
import { isHidden, tellOfLog } from "./tell_log.ts";

/**
 * The first find pins every coordinate that has no pin yet: from then on they stay near where they were found. A living cache
 * has no place of its own.
 */
function pinPlaces(game: Game, tx: Tx, cache: CacheRow): void {
  if (cache.type === "living") return;
  const pinned = new Set(cacheRows(game).pins({ id: cache.id }).map((pin) => pin.stage));
  const places = [{ n: 0, lat: cache.lat, lon: cache.lon }, ...stageRows(game).of({ cache: cache.id })];
  for (const { n, lat, lon } of places) {
    if (lat !== null && lon !== null && !pinned.has(n)) {
      cacheRows(game).setPin(tx, { id: cache.id, stage: n, lat, lon });
    }
  }
}

/** What follows a log that stands in the book: counts, the cache's state, packs, its record, and who is told. */
export function enterBook(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  if (log.kind === "found") {
    cacheRows(game).recount(tx, { id: cache.id });
    pinPlaces(game, tx, cache);
  }
  if (log.needsMaintenance === 1) cacheRows(game).setMaintenance(tx, { id: cache.id, on: true });
  if (log.kind === "maintenance") cacheRows(game).setMaintenance(tx, { id: cache.id, on: false });
  packRows(game).changed(tx, cache);
  sendFind(game, tx, log, cache);
  if (!isHidden(game, log, cache)) tellOfLog(game, tx, log, cache);
}

/** Releases all that is held of an account, by a welcome or (`null`) because it has proved a call; gives how many logs. */
export function releaseLogs(game: Game, tx: Tx, account: number, act: number | null): number {
  const held = heldRows(game).heldOf({ account });
  for (const { id } of held) {
    const log = logRows(game).byId({ id })!, cache = cacheRows(game).byId({ id: log.cacheId })!;
    // Before it stands: sums and an index know one find of a person's beside which no other counts.
    if (log.kind === "found") settleReleased(game, tx, log, cache);
    heldRows(game).release(tx, { id, act });
    enterBook(game, tx, logRows(game).byId({ id })!, cache);
  }
  return held.length;
}

/**
 * Holds again what a welcome released. What neighbours have as a record stays, and so does what is of somebody who proved a
 * call since; alerts that went out, and the notes that finds have become, stay too.
 */
export function holdLogsAgain(game: Game, tx: Tx, act: number): { held: number; stay: number } {
  const released = heldRows(game).releasedBy({ act }).map(({ id }) => logRows(game).byId({ id })!);
  const back = released.filter(({ gid, accountId }) => gid === null && game.accounts.isNewcomer(accountId!));
  for (const { id, cacheId } of back) {
    heldRows(game).hold(tx, { id, at: game.world.now() });
    cacheRows(game).recount(tx, { id: cacheId });
    packRows(game).changed(tx, cacheRows(game).byId({ id: cacheId })!);
  }
  return { held: back.length, stay: released.length - back.length };
}

/** Takes what is held of an account away with an act of clearing; nobody has seen it. */
export function clearHeldLogs(game: Game, tx: Tx, clearing: number, account: number): void {
  heldRows(game).keepHeld(tx, { clearing, account });
  heldRows(game).dropHeld(tx, { clearing });
}
