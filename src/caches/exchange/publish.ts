/** Which caches and finds other instances get, and in which form. FED "Envelope". */
import { isCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { CACHE, LOG } from "../../things/mod.ts";
import { type CacheBody, factBody, type FindBody, NATIVE_CACHE_TYPES } from "../../wire/mod.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import type { Game } from "../game.ts";

/** Native caches with federated scope that are no draft and have a place; never an imported or removed one. */
export const isPublished = (row: CacheRow): boolean =>
  row.source === "native" && row.scope === "federated" && row.status !== "draft" && row.removedAt === null &&
  row.lat !== null && row.lon !== null && isCall(row.ownerCall) &&
  (NATIVE_CACHE_TYPES as readonly string[]).includes(row.type);

const FACTS = factBody(CACHE.facts), SAID = factBody(LOG.facts);

/** The record of a cache. The hint never leaves, nor does the description of an unlisted cache, nor where to park for it. */
function cacheBody(row: CacheRow): CacheBody {
  const shared = row.unlisted === 1 ? { ...row, description: "", parkingLat: null, parkingLon: null } : row;
  return {
    ...FACTS.bodyOf(shared),
    code: row.code,
    type: row.type as CacheBody["type"],
    latE7: Math.round(row.lat! * 1e7),
    lonE7: Math.round(row.lon! * 1e7),
    owner: row.ownerCall,
    status: row.status as CacheBody["status"],
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
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
    ...SAID.bodyOf(log),
    ...(log.distanceM !== null && { distanceCm: Math.round(log.distanceM * 100) }),
    // The signature is under the text as it was written, as a find: it says nothing of a mended one, nor of a note.
    ...(log.signature !== null && (log.editedAt === null || log.visitHome !== null) && log.wasFind === 0 &&
      { signed: { key: log.signerKey!, sig: log.signature, at: log.signedAt! } }),
    // A visit's text changes with a new signature alone, under which the record stands then.
    ...(log.signature !== null && log.visitHome !== null && log.wasFind === 0 && {
      visit: {
        home: log.visitHome,
        sentId: log.sentId!,
        ...(log.visitPriv !== null && { priv: log.visitPriv }),
      },
    }),
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

/** Sends a find, or the next version of one that was sent: its text may have been mended. Never one that is held. */
export function sendFind(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  if (log.heldAt !== null || cache.gid === null || !isPublished(cache) || log.kind === "maintenance") return;
  const { gid } = game.publications.publish(tx, "find", findBody(log, cache.gid), log.gid ?? undefined);
  if (gid) logRows(game).setGid(tx, { id: log.id, gid });
}
