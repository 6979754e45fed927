/**
 * Forgetting the records of an origin whose key turned out not to be its own, and reading again what no longer
 * verifies.
 */
import type { Tx } from "../../db/mod.ts";
import type { Appliers } from "../../wire/mod.ts";
import { FUTURE_S } from "../tables/record_store.ts";
import type { Store } from "../tables/store.ts";

/** Forgets how far the origin is held and read, and its gaps: it is read again from the start, over every way. */
export function readAgain(tx: Tx, store: Store, origin: string): void {
  store.progress.forgetOrigin(tx, origin);
  store.gaps.forgetOrigin(tx, { origin });
}

/** Drops every record of an origin with its mirror: the key that vouched for them was not the origin's. */
export function dropRecords(tx: Tx, store: Store, appliers: Appliers, origin: string): void {
  for (const { gid, kind, gone } of store.records.ofOrigin({ origin })) {
    if (!gone) appliers[kind]?.drop(tx, gid);
    store.records.forget(tx, { gid });
  }
  readAgain(tx, store, origin);
}

/**
 * Looks an origin's kept frames over when its usable keys have changed: what no receiver would verify any more is read
 * again, so that it is not handed on. Gives how many frames were dropped.
 */
export function recheckFrames(
  tx: Tx,
  store: Store,
  origin: string,
  keys: readonly string[],
  now: number,
): number {
  const checked = keys.toSorted().join(" ");
  if (keys.length === 0 || store.progress.keysChecked(origin) === checked) return 0;
  const dropped = store.records.dropStale(tx, origin, keys, now + FUTURE_S);
  store.progress.setKeysChecked(tx, origin, checked);
  if (dropped > 0) readAgain(tx, store, origin);
  return dropped;
}

/** After the clock was set back: frames that were taken under the wrong one and lie ahead are read again. */
export function recheckTimes(
  tx: Tx,
  store: Store,
  origins: readonly { origin: string; keys: readonly string[] }[],
  now: number,
): void {
  for (const { origin, keys } of origins) {
    if (store.records.dropStale(tx, origin, keys, now + FUTURE_S) > 0) readAgain(tx, store, origin);
  }
}
