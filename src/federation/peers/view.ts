/** A peer as it is listed, and how it does in one word. */
import { fingerprintOf, showFingerprint } from "../../wire/mod.ts";
import type { PastPull } from "./history.ts";
import type { Store } from "../store.ts";
import type { Peer } from "./store.ts";

/** How a peer does, in one word. */
export function healthOf(peer: Peer): "blocked" | "new" | "error" | "ok" {
  if (peer.trust === "blocked") return "blocked";
  if (peer.lastSync === null) return "new";
  return peer.lastError === null ? "ok" : "error";
}

/** A peer as it is listed. */
function peerView(
  peer: Peer,
  facts: { configured: boolean; mirroredTotal: number; now: number; history: PastPull[] },
) {
  const sightings = peer.sightings.filter((one) =>
    facts.now - one.at < (one.via === "mdns" ? 1 : 14) * 86_400
  );
  return {
    url: peer.url,
    instance: peer.instance,
    trust: peer.trust,
    fingerprint: peer.pin === null ? null : showFingerprint(fingerprintOf(peer.pin)),
    pinnedFingerprint: peer.expected === null ? null : showFingerprint(peer.expected),
    addedVia: peer.addedVia,
    addedAt: peer.addedAt,
    enabled: peer.enabled,
    configured: facts.configured,
    health: healthOf(peer),
    errorRate: peer.pulls === 0 ? 0 : peer.pullsFailed / peer.pulls,
    lastSync: peer.lastSync,
    lastOk: peer.lastOk,
    lastError: peer.lastError,
    lastCounts: peer.lastCounts,
    mirroredTotal: facts.mirroredTotal,
    repConfirmed: peer.repConfirmed,
    repFailed: peer.repFailed,
    contradictions: peer.contradictions,
    approvedAt: peer.approvedAt,
    autoPromotedAt: peer.autoPromotedAt,
    operatorCall: peer.operatorCall,
    verifiedVia: peer.verifiedVia,
    endpoints: peer.endpoints,
    endpointsSource: peer.endpointsSource,
    acceptedKeys: peer.accept.length > 0 ? peer.accept : peer.pin === null ? [] : [{ x: peer.pin }],
    history: facts.history,
    discovered: sightings,
  };
}

/** What a list of peers is made from. */
export interface Listing {
  store: Pick<Store, "peers" | "records" | "history">;
  /** FED_PEERS lists the address. */
  isConfigured(url: string): boolean;
  now: number;
}

/** All peers as they are listed. */
export function peersListed(listing: Listing) {
  const pulls = listing.store.history.all();
  return listing.store.peers.all().map((peer) => peerListed(listing, peer, pulls));
}

/** One peer as it is listed. */
export const peerListed = (listing: Listing, peer: Peer, pulls = listing.store.history.all()) =>
  peerView(peer, {
    configured: listing.isConfigured(peer.url),
    mirroredTotal: peer.instance === null ? 0 : listing.store.records.countOf(peer.instance),
    now: listing.now,
    history: pulls.get(peer.id) ?? [],
  });
