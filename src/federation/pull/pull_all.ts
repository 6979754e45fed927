/** Pulling every enabled peer, a few at a time. */
import { withoutTrailing } from "../../base/mod.ts";
import type { World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { Registry } from "../keys/registry.ts";
import { newPeer } from "../tables/peer_store.ts";
import type { Store } from "../tables/store.ts";
import { type Counts, noCounts, type PullOptions } from "./context.ts";
import type { Puller } from "./run.ts";

const AT_ONCE = 4;

/** What the pulls of all peers came to. */
export interface SyncSummary {
  peers: number;
  bytes: number;
  counts: Counts;
  errors: { url: string; error: string }[];
}

interface PullAllParts {
  db: Database;
  world: World;
  store: Store;
  registry: Registry;
  puller: Puller;
  self: string;
}

/**
 * Reads the registry again where that is due, then pulls all peers. A peer that fails is named in the result; the
 * others go on.
 */
export async function pullAll(parts: PullAllParts, options: PullOptions): Promise<SyncSummary> {
  const { store, registry, puller } = parts;
  await registry.refresh();
  await seedFromRegistry(parts);
  const summary: SyncSummary = { peers: 0, bytes: 0, counts: noCounts(), errors: [] };
  const waiting = store.peers.all().filter((peer) => peer.enabled && peer.trust !== "blocked");
  const work = async () => {
    for (let peer = waiting.shift(); peer; peer = waiting.shift()) {
      if (peer.instance !== null && store.peers.isBlocked(peer.instance)) continue;
      const outcome = await puller.pull(peer.url, options);
      summary.peers++;
      if (!outcome.ok) {
        summary.errors.push({ url: peer.url, error: outcome.error });
        continue;
      }
      summary.bytes += outcome.result.bytes;
      for (const name of Object.keys(summary.counts) as (keyof Counts)[]) {
        summary.counts[name] += outcome.result.counts[name];
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return summary;
}

/** Registry entries with an address become unvetted peers; a blocked instance gets no new row. */
async function seedFromRegistry(
  { db, world, store: { peers }, registry, self }: PullAllParts,
): Promise<void> {
  const urls = registry.entries().flatMap(({ instance, url }) => {
    if (url === undefined || !/^https?:/.test(url) || instance === self) return [];
    const plain = withoutTrailing(url, "/");
    return peers.isBlocked(instance) || peers.live(instance) || peers.byUrl(plain) ? [] : [plain];
  });
  if (urls.length === 0) return;
  await db.write((tx) => {
    for (const url of urls) peers.add(tx, newPeer({ url, addedVia: "registry", addedAt: world.now() }));
  });
}
