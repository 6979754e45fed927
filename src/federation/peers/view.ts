/** A peer as it is listed, and how it does in one word. */
import {
  fingerprintOf,
  SEQUENCE_KINDS,
  type SequenceKind,
  showFingerprint,
  spokenFingerprint,
} from "../../wire/mod.ts";
import { isPaused } from "./hearsay.ts";
import type { PastPull } from "../tables/pull_history.ts";
import type { Store } from "../tables/store.ts";
import type { Peer } from "../tables/peer_store.ts";

/** How a peer does, in one word. */
export function healthOf(peer: Peer): "blocked" | "new" | "error" | "ok" {
  if (peer.trust === "blocked") return "blocked";
  if (peer.lastSync === null) return "new";
  return peer.lastError === null ? "ok" : "error";
}

interface PeerFacts {
  configured: boolean;
  mirroredTotal: number;
  now: number;
  history: PastPull[];
  missing: number;
  givenUp: number;
  /** Own records that it does not hold yet, by kind; null where it does not say. */
  lacks: Partial<Record<SequenceKind, number>> | null;
  intervalS: number;
}

/** About when the peer is pulled next without anybody asking, unix seconds; `null` where it is not pulled. */
const nextTryOf = (peer: Peer, { intervalS, now }: PeerFacts): number | null =>
  !peer.enabled || peer.trust === "blocked" || intervalS === 0
    ? null
    : Math.max(now, (peer.lastSync ?? now) + intervalS);

/** A peer as it is listed. */
function peerView(
  peer: Peer,
  facts: PeerFacts,
) {
  const sightings = peer.sightings.filter((one) =>
    facts.now - one.at < (one.via === "mdns" ? 1 : 14) * 86_400
  );
  return {
    url: peer.url,
    instance: peer.instance,
    trust: peer.trust,
    fingerprint: peer.pin === null ? null : showFingerprint(fingerprintOf(peer.pin)),
    words: peer.pin === null ? [] : spokenFingerprint(fingerprintOf(peer.pin)),
    pinnedFingerprint: peer.expected === null ? null : showFingerprint(peer.expected),
    addedVia: peer.addedVia,
    addedAt: peer.addedAt,
    enabled: peer.enabled,
    paused: isPaused(peer),
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
    missing: facts.missing,
    givenUp: facts.givenUp,
    lacks: facts.lacks,
    tried: peer.tried,
    nextTry: nextTryOf(peer, facts),
    discovered: sightings,
  };
}

/** What a list of peers is made from. */
export interface Listing {
  store: Pick<Store, "peers" | "records" | "history" | "gaps">;
  /** Name of this instance, to tell how far each peer holds its records. */
  self: string;
  /** Seconds between two pulls of a peer; 0 where peers are pulled on demand alone. */
  intervalS: number;
  /** Whether the setting FED_PEERS lists the address. */
  isConfigured(url: string): boolean;
  now: number;
}

/** All peers as they are listed. */
export function peersListed(listing: Listing) {
  const pulls = listing.store.history.all(), gaps = listing.store.gaps.counted();
  return listing.store.peers.all().map((peer) => peerListed(listing, peer, pulls, gaps));
}

/** Which of our own records a peer says that it lacks. */
function lackedBy({ store: { records }, self: origin }: Listing, { holds }: Peer): PeerFacts["lacks"] {
  if (holds === null) return null;
  const lacks: Partial<Record<SequenceKind, number>> = {};
  for (const kind of SEQUENCE_KINDS) {
    const n = records.countAbove({ origin, kind, since: holds[kind] ?? 0 });
    if (n > 0) lacks[kind] = n;
  }
  return lacks;
}

/** One peer as it is listed. */
export const peerListed = (
  listing: Listing,
  peer: Peer,
  pulls = listing.store.history.all(),
  gaps = listing.store.gaps.counted(),
) =>
  peerView(peer, {
    configured: listing.isConfigured(peer.url),
    mirroredTotal: peer.instance === null ? 0 : listing.store.records.countOf(peer.instance),
    now: listing.now,
    history: pulls.get(peer.id) ?? [],
    missing: gaps.get(peer.instance ?? "")?.missing ?? 0,
    givenUp: gaps.get(peer.instance ?? "")?.givenUp ?? 0,
    lacks: lackedBy(listing, peer),
    intervalS: listing.intervalS,
  });
