/** Rows that others vouched for, and that an instance's own word replaces (FED "States and transitions"). */
import type { Tx } from "../../db/mod.ts";
import type { Deps } from "../pull/context.ts";
import { dropRecords } from "../records/forget.ts";
import type { Peer } from "./store.ts";

const HEARSAY: readonly Peer["addedVia"][] = ["transit", "discovered", "mdns", "submitted"];

/** Whether the row gives way to one under which the instance is followed. */
export const givesWay = (peer: Peer): boolean => HEARSAY.includes(peer.addedVia);

/** The instance's own word takes the place of what others said; what only their key vouched for goes. */
export function replaceHearsay(tx: Tx, { store, appliers }: Deps, instance: string, key: string): void {
  const live = store.peers.live(instance);
  if (!live || !givesWay(live)) return;
  store.peers.remove(tx, { id: live.id });
  if (live.pin !== null && live.pin !== key) dropRecords(tx, store, appliers, instance);
}
