/** What a confirmed quorum says about the peers that were asked: credit, penalty, and trust that is earned. */
import type { World } from "../../base/mod.ts";
import type { Audit, Tx } from "../../db/mod.ts";
import type { Peer, PeerStore } from "../tables/peer_store.ts";
import { agrees } from "./quorum.ts";
import type { Testimony } from "./store.ts";

interface CreditParts {
  peers: PeerStore;
  audit: Audit;
  world: World;
  autoPromote(): number;
}

/**
 * A yes that agrees with the evidence that is kept earns credit, a no against it a penalty; silence costs nothing
 * (FED "Events", Corroboration). Only what was said of the call that the quorum heard is held against it; each peer at most
 * once for each find.
 */
export function credit(
  tx: Tx,
  parts: CreditParts,
  testimonies: readonly Testimony[],
  winner: { call: string; distanceM: number; at: number },
): void {
  for (const { instance, call, said, distanceM, at } of testimonies) {
    if (call !== winner.call) continue;
    const peer = parts.peers.live(instance);
    if (!peer) continue;
    if (said === "no") parts.peers.save(tx, { ...peer, repFailed: peer.repFailed + 1 });
    if (said !== "yes" || !agrees({ distanceM: distanceM!, at: at! }, winner)) continue;
    const credited = { ...peer, repConfirmed: peer.repConfirmed + 1 };
    parts.peers.save(tx, credited);
    promote(tx, parts, credited);
  }
}

/**
 * Trusts a peer automatically, and records it as such: a decision of the sysop replaces it (FED "States and
 * transitions").
 */
function promote(tx: Tx, { peers, audit, world, autoPromote }: CreditParts, peer: Peer): void {
  const needed = autoPromote();
  if (needed === 0 || peer.trust !== "unvetted" || peer.repConfirmed < needed) return;
  if (peer.repFailed > 0 || peer.contradictions > 0) return;
  const now = world.now();
  peers.save(tx, { ...peer, trust: "trusted", autoPromotedAt: now });
  audit.note(tx, now, {
    actor: "AUTO",
    action: "trust trusted",
    kind: "peer",
    targetId: peer.url,
    label: peer.instance ?? peer.url,
    reason: `${peer.repConfirmed} confirmed corroborations`,
  });
}
