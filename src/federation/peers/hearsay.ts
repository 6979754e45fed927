/**
 * Rows that were made from what others told. What the instance says itself takes their place (FED "States and
 * transitions").
 */
import type { Tx } from "../../db/mod.ts";
import type { Deps } from "../pull/context.ts";
import { dropRecords } from "../records/forget.ts";
import type { Peer } from "./store.ts";

const HEARSAY: readonly Peer["addedVia"][] = ["transit", "discovered", "mdns", "submitted"];

/** Whether the row is deleted once the instance is followed under another one. */
export const givesWay = (peer: Peer): boolean => HEARSAY.includes(peer.addedVia);

/** Whether an operator has paused it: it is followed, but nothing is pulled from it, and it is neither pinged nor asked. */
export const isPaused = (peer: Peer): boolean => !peer.enabled && !givesWay(peer);

/** Deletes the rows that others' words have made, and the records that only a key from those words vouched for. */
export function replaceHearsay(tx: Tx, { store, appliers }: Deps, instance: string, key: string): void {
  const live = store.peers.live(instance);
  if (!live || !givesWay(live)) return;
  store.peers.remove(tx, { id: live.id });
  if (live.pin !== null && live.pin !== key) dropRecords(tx, store, appliers, instance);
}
