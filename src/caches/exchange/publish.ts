/** Which caches and finds other instances get, and in which form. FED "Envelope". */
import { isCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { type CacheBody, type FindBody, NATIVE_CACHE_TYPES } from "../../wire/mod.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import type { Game } from "../game.ts";

/** Native caches with federated scope that are no draft and have a place; never an imported or removed one. */
export const isPublished = (row: CacheRow): boolean =>
  row.source === "native" && row.scope === "federated" && row.status !== "draft" && row.removedAt === null &&
  row.lat !== null && row.lon !== null && isCall(row.ownerCall) &&
  (NATIVE_CACHE_TYPES as readonly string[]).includes(row.type);

/** The record of a cache. The hint never leaves, nor does the description of an unlisted cache. */
function cacheBody(row: CacheRow): CacheBody {
  return {
    code: row.code,
    title: row.title,
    type: row.type as CacheBody["type"],
    size: row.size as CacheBody["size"],
    difficultyX10: Math.round(row.difficulty * 10),
    terrainX10: Math.round(row.terrain * 10),
    latE7: Math.round(row.lat! * 1e7),
    lonE7: Math.round(row.lon! * 1e7),
    owner: row.ownerCall,
    status: row.status as CacheBody["status"],
    scope: row.scope,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...(row.unlisted === 0 && row.description !== "" && { description: row.description }),
    ...(row.country !== null && { country: row.country }),
    ...(row.stationCall !== null && { stationCall: row.stationCall }),
    ...(row.unlisted === 1 && { unlisted: true }),
    ...(row.minTrust !== null && { minTrust: row.minTrust }),
    ...(row.eventFrom !== null && { event: { from: row.eventFrom, until: row.eventUntil! } }),
  };
}

/** The record of a find, DNF or note. */
function findBody(log: LogRow, cacheGid: string): FindBody {
  return {
    cache: cacheGid,
    kind: log.kind as FindBody["kind"],
    call: log.call,
    foundAt: log.foundAt,
    createdAt: log.createdAt,
    ...(log.tier !== null && { tier: log.tier }),
    ...(log.text !== "" && { text: log.text }),
    ...(log.distanceM !== null && { distanceCm: Math.round(log.distanceM * 100) }),
    // The signature is under the text as it was written: it says nothing of a mended one.
    ...(log.signature !== null && log.editedAt === null &&
      { signed: { key: log.signerKey!, sig: log.signature, at: log.signedAt! } }),
  };
}

/** Sends the cache as it is now where that differs from `before`, or takes it back. Inside the write that changed it. */
export function sendCache(game: Game, tx: Tx, row: CacheRow, before?: CacheRow): void {
  if (!isPublished(row)) {
    if (row.gid !== null && before && isPublished(before)) {
      game.publications.withdraw(tx, row.gid, { bounded: true });
      takeFindsBack(game, tx, row);
    }
    return;
  }
  const body = cacheBody(row);
  // A change of what peers are not told (the hint, tags) makes no new version: they would only pull the same again.
  const told = (of: CacheRow) => JSON.stringify({ ...cacheBody(of), updatedAt: 0 });
  if (before && row.gid !== null && isPublished(before) && told(before) === told(row)) return;
  const { gid } = game.publications.publish(tx, "cache", body, row.gid ?? undefined);
  if (gid && gid !== row.gid) {
    cacheRows(game).setGid(tx, { id: row.id, gid });
    row.gid = gid;
  }
  // Logs that were written before the cache was published.
  if (before && !isPublished(before)) {
    for (const log of logRows(game).unsentOf({ cache: row.id })) sendFind(game, tx, log, row);
  }
}

/** A log book goes with its cache: logs of a cache that is not published are not published either. */
function takeFindsBack(game: Game, tx: Tx, cache: CacheRow): void {
  for (const log of logRows(game).sentOf({ cache: cache.id })) {
    game.publications.withdraw(tx, log.gid!, { bounded: true });
    logRows(game).setGid(tx, { id: log.id, gid: null });
  }
}

/** Sends a find, or the next version of one that was sent: its text may have been mended. */
export function sendFind(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  if (cache.gid === null || !isPublished(cache) || log.kind === "maintenance") return;
  const { gid } = game.publications.publish(tx, "find", findBody(log, cache.gid), log.gid ?? undefined);
  if (gid) logRows(game).setGid(tx, { id: log.id, gid });
}
