/** A peer as it is listed, and how it does in one word. */
import {
  fingerprintOf,
  SEQUENCE_KINDS,
  type SequenceKind,
  showFingerprint,
  spokenFingerprint,
} from "../../wire/mod.ts";
import type { Living } from "../../base/mod.ts";
import type { NoRoom, Room } from "../admit/room.ts";
import { isPaused } from "./hearsay.ts";
import type { PastPull } from "../tables/pull_history.ts";
import type { Share, ShareRow } from "../tables/share_store.ts";
import type { Store } from "../tables/store.ts";
import type { Peer } from "../tables/peer_store.ts";

/** How a peer does, in one word. */
export function healthOf(peer: Peer): "blocked" | "new" | "error" | "ok" {
  if (peer.trust === "blocked") return "blocked";
  if (peer.lastSync === null) return "new";
  return peer.lastError === null ? "ok" : "error";
}

/** What is kept here of a peer's records, of what it may fill; and of unvetted origins that it handed on. */
interface Kept extends Share {
  limit: number;
  /** Why nothing new of it finds room now; null where there is room. */
  full: NoRoom | null;
  handedOn: Share & { limit: number };
  /** How often a record of it or by it found no room, and when last. */
  refused: number;
  refusedAt: number | null;
}

interface PeerFacts {
  configured: boolean;
  kept: Kept;
  now: number;
  history: PastPull[];
  missing: number;
  givenUp: number;
  /** Own records that it does not hold yet, by kind; null where it does not say. */
  lacks: Partial<Record<SequenceKind, number>> | null;
  intervalS: number;
}

/** About when the peer is pulled next without anybody asking, unix seconds; `null` where it is not pulled. */
const nextTryOf = (
  peer: Peer,
  { intervalS, now }: Pick<PeerFacts, "intervalS" | "now">,
): number | null =>
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
    blockReason: peer.blockReason,
    beforeBlock: peer.trust === "blocked" ? peer.beforeBlock?.trust ?? "unvetted" : null,
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
    mirroredTotal: facts.kept.records,
    kept: facts.kept,
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

/** The life of each neighbour that is followed, from what its pulls left. An answer that says no is a refusal. */
export const livesOf = (
  peers: readonly Peer[],
  timing: { intervalS: number; now: number },
  failedAt: ReadonlyMap<number, number>,
): Living[] =>
  peers.filter((peer) => peer.enabled && peer.trust !== "blocked").map((peer) => ({
    service: `neighbour:${peer.instance ?? peer.url}`,
    life: {
      lastOkAt: peer.lastOk,
      lastFailedAt: peer.lastError === null ? failedAt.get(peer.id) ?? null : peer.lastSync,
      lastError: peer.lastError,
      shortfall: peer.lastError === null ? null : /\b4\d\d\b/.test(peer.lastError) ? "refusal" : "outage",
      nextTryAt: nextTryOf(peer, timing),
    },
  }));

/** What a list of peers is made from. */
export interface Listing {
  store: Pick<Store, "peers" | "records" | "history" | "gaps" | "shares">;
  /** How much of others' records may be kept. */
  room: Room;
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
  const { store } = listing;
  const pulls = store.history.all(), gaps = store.gaps.counted(), shares = store.shares.rows();
  return store.peers.all().map((peer) => peerListed(listing, peer, pulls, gaps, shares));
}

/** What is kept of a peer's records, from all that is kept. */
function keptOf({ room }: Listing, instance: string, shares: readonly ShareRow[]): Kept {
  const rows = shares.filter(({ origin, via }) => origin === instance || via === instance);
  const own = rows.filter(({ origin }) => origin === instance);
  const times = rows.flatMap(({ refusedAt }) => refusedAt ?? []);
  return {
    records: own.reduce((sum, { records }) => sum + records, 0),
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    limit: room.limitOf(instance),
    full: room.whyFull(instance, instance) ?? null,
    handedOn: { ...room.handedOnBy(instance), limit: room.limitOfBringer(instance) },
    refused: rows.reduce((sum, { refused }) => sum + refused, 0),
    refusedAt: times.length === 0 ? null : Math.max(...times),
  };
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
  shares = listing.store.shares.rows(),
) =>
  peerView(peer, {
    configured: listing.isConfigured(peer.url),
    kept: keptOf(listing, peer.instance ?? "", shares),
    now: listing.now,
    history: pulls.get(peer.id) ?? [],
    missing: gaps.get(peer.instance ?? "")?.missing ?? 0,
    givenUp: gaps.get(peer.instance ?? "")?.givenUp ?? 0,
    lacks: lackedBy(listing, peer),
    intervalS: listing.intervalS,
  });
