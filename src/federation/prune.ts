/** Deletes what is too old: gaps, sightings, and origins that are known through others only. */
import type { Tx } from "../db/mod.ts";
import { aged, isOver } from "./gaps/rules.ts";
import type { Peer, Sighting } from "./tables/peer_store.ts";
import type { TrustView } from "./peers/trust.ts";
import type { Store } from "./tables/store.ts";

const DAY_S = 86_400;
/** How long a sighting counts, in seconds, by who told it. */
const MDNS_LIFE_S = DAY_S;
const LISTED_LIFE_S = 14 * DAY_S;
/** Days that an origin which only others name has to show a record. */
export const TRANSIT_LIFE_S = 7 * DAY_S;

/** Gaps grow older and leave, sightings that nobody repeats go, and origins of which there is nothing. */
export function prune(tx: Tx, store: Store, trust: TrustView, now: number): void {
  for (const gap of store.gaps.all()) {
    const older = aged(gap, now);
    if (isOver(older, now)) store.gaps.close(tx, gap);
    else store.gaps.put(tx, older);
  }
  const isTrusted = (instance: string) => trust.trustOf(instance) === "trusted";
  for (const peer of store.peers.all()) {
    if (peer.addedVia === "transit") pruneTransit(tx, store, peer, now);
    else if (peer.addedVia === "discovered" || peer.addedVia === "mdns") {
      pruneSighted(tx, store, peer, isTrusted, now);
    }
  }
}

function pruneSighted(
  tx: Tx,
  store: Store,
  peer: Peer,
  isTrusted: (instance: string) => boolean,
  now: number,
): void {
  const counts = ({ via, at }: Sighting) =>
    via === "mdns" ? now - at < MDNS_LIFE_S : now - at < LISTED_LIFE_S && isTrusted(via);
  const sightings = peer.sightings.filter(counts);
  if (sightings.length === 0 && peer.pin === null) store.peers.remove(tx, { id: peer.id });
  else if (sightings.length !== peer.sightings.length) store.peers.save(tx, { ...peer, sightings });
}

/**
 * Deletes an origin of which no record came within its days, even if others still name it, so that another origin
 * gets its place.
 */
function pruneTransit(tx: Tx, store: Store, peer: Peer, now: number): void {
  const age = now - peer.addedAt;
  if (age > TRANSIT_LIFE_S && store.shares.ofOrigin(peer.instance!).records === 0) {
    store.peers.remove(tx, { id: peer.id });
  }
}
