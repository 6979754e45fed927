/**
 * Rows that were made from what others told. What the instance says itself takes their place (FED "States and
 * transitions").
 */
import type { Tx } from "../../db/mod.ts";
import type { Appliers } from "../../wire/mod.ts";
import { dropRecords } from "../records/forget.ts";
import type { Peer } from "../tables/peer_store.ts";
import type { Store } from "../tables/store.ts";

const HEARSAY: readonly Peer["addedVia"][] = ["transit", "discovered", "mdns", "submitted"];

/** Whether the row is deleted once the instance is followed under another one. */
export const givesWay = (peer: Peer): boolean => HEARSAY.includes(peer.addedVia);

/** Whether an operator has paused it: it is followed, but nothing is pulled from it, and it is neither pinged nor asked. */
export const isPaused = (peer: Peer): boolean => !peer.enabled && !givesWay(peer);

/** Deletes the rows that others' words have made, and the records that only a key from those words vouched for. */
export function replaceHearsay(
  tx: Tx,
  { store, appliers }: { store: Store; appliers: Appliers },
  instance: string,
  key: string,
): void {
  const live = store.peers.live(instance);
  if (!live || !givesWay(live)) return;
  store.peers.remove(tx, { id: live.id });
  if (live.pin !== null && live.pin !== key) dropRecords(tx, store, appliers, instance);
}

/** The origins that a neighbour alone named go with it, unless records of theirs are kept. */
export function forgetNamedBy(tx: Tx, store: Store, neighbour: string): void {
  for (const peer of store.peers.all()) {
    if (peer.addedVia !== "transit" || !peer.sightings.some(({ via }) => via === neighbour)) continue;
    if (isOnlyNamedBy(store, peer, neighbour)) store.peers.remove(tx, { id: peer.id });
    else {
      store.peers.save(tx, { ...peer, sightings: peer.sightings.filter(({ via }) => via !== neighbour) });
    }
  }
}

/** Whether a neighbour alone names an instance, of which nothing is kept: it is forgotten with the neighbour. */
export const isOnlyNamedBy = (
  store: Store,
  { addedVia, sightings, instance }: Peer,
  neighbour: string,
): boolean =>
  addedVia === "transit" && sightings.length > 0 && sightings.every(({ via }) => via === neighbour) &&
  store.shares.ofOrigin(instance!).records === 0;
