/**
 * Which peers are asked about a find, in which order, and which person each counts as (FED "Events",
 * Corroboration).
 */
import { baseCall, normalCall } from "../../base/mod.ts";
import type { OriginView } from "../admit/outcome.ts";
import type { Peer, PeerStore } from "../tables/peer_store.ts";
import type { Binding } from "../keys/registry.ts";
import type { Voice } from "./quorum.ts";

/** The surface that a peer's descriptor names when it answers questions (FED "Versioning"). */
export const CAPABILITY = "corroborate-signed/1";
/** Peers asked at once. */
export const MOST_ASKED = 16;

export interface WitnessParts {
  peers: PeerStore;
  /** Keys accepted for an instance; undefined where there are none, so that nothing of it can be verified. */
  originView(instance: string): OriginView | undefined;
  binding(instance: string): Binding | undefined;
  /** FED_AUTO_PROMOTE: above 0, peers that nobody vetted are asked too, so that they can earn it. */
  autoPromote(): number;
}

/** A peer that can be asked. */
export interface Witness extends Voice {
  peer: Peer;
  trusted: boolean;
  keys: readonly string[];
}

/**
 * How a peer's answer is counted now; undefined for a peer that is not asked and does not count. Nobody can be their own
 * witness: what the logger runs does not count, also where its operator is known by its own word alone. `loggers` are the
 * logger's base calls.
 */
export function witnessOf(
  parts: WitnessParts,
  peer: Peer,
  loggers: readonly string[],
): Witness | undefined {
  const { instance } = peer;
  if (instance === null || peer.pin === null || parts.peers.isBlocked(instance)) return undefined;
  const trusted = peer.trust === "trusted";
  if (!trusted && (parts.autoPromote() === 0 || isHearsay(peer))) return undefined;
  // Also peers that we do not pull are asked: hubs carry questions to those that we cannot reach.
  if (!peer.enabled && !isHearsay(peer)) return undefined;
  if (peer.capabilities.length > 0 && !peer.capabilities.includes(CAPABILITY)) return undefined;
  const keys = parts.originView(instance)?.keys ?? [];
  if (keys.length === 0) return undefined;
  const named = parts.binding(instance)?.operator ?? peer.operatorCall ?? undefined;
  const operator = named === undefined ? undefined : baseCall(normalCall(named));
  const isLoggers = [operator, peer.operatorCall, ...peer.declared]
    .some((call) => typeof call === "string" && loggers.includes(baseCall(normalCall(call))));
  if (isLoggers) return undefined;
  return {
    peer,
    instance,
    trusted,
    keys,
    key: keys[0]!,
    automatic: peer.autoPromotedAt !== null,
    declared: peer.declared,
    ...(operator !== undefined && { operator }),
  };
}

/** Whether the instance is known through others alone, so that there is no address to dial. */
const isHearsay = ({ addedVia }: Peer): boolean =>
  addedVia === "transit" || addedVia === "submitted" || addedVia === "discovered" || addedVia === "mdns";

/**
 * Whom to ask, at most sixteen: trusted ones first, of those the ones that confirmed most and contradicted least.
 */
export function witnesses(parts: WitnessParts, loggers: readonly string[]): Witness[] {
  const standing = ({ peer: { repConfirmed, repFailed } }: Witness) => repConfirmed - repFailed;
  return parts.peers.all()
    .flatMap((peer) => witnessOf(parts, peer, loggers) ?? [])
    .sort((a, b) =>
      Number(b.trusted) - Number(a.trusted) || standing(b) - standing(a) || a.peer.id - b.peer.id
    )
    .slice(0, MOST_ASKED);
}
