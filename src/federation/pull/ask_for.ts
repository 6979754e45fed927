/** Asking one instance for its records because something waits for them, such as a visit for a key. */
import type { World } from "../../base/mod.ts";
import type { PeerStore } from "../tables/peer_store.ts";
import type { Puller } from "./run.ts";

/** So often an instance is asked, seconds; and so many are remembered. */
const ASKED_AGAIN_S = 60, ASKED_MOST = 1000;

interface AskerParts {
  world: World;
  peers: PeerStore;
  puller: Puller;
  pullAll(): Promise<unknown>;
}

/**
 * Pulls the neighbour of a name, at most once a minute. One that is followed under no address of its own is heard of through
 * the others.
 */
export function asker({ world, peers, puller, pullAll }: AskerParts): (instance: string) => void {
  const askedAt = new Map<string, number>();
  return (instance) => {
    const now = world.now(), peer = peers.live(instance);
    if (!world.clock.isKnown() || now - (askedAt.get(instance) ?? -Infinity) < ASKED_AGAIN_S) return;
    if (askedAt.size >= ASKED_MOST) askedAt.clear();
    askedAt.set(instance, now);
    const asking: Promise<unknown> = peer?.enabled ? puller.pull(peer.url) : pullAll();
    asking.catch((error) =>
      world.log.info("asking {instance} for keys failed: {error}", { instance, error })
    );
  };
}
