/** Brings the database in line with settings that have changed since the last start. */
import type { World } from "../base/mod.ts";
import type { Database, Tx } from "../db/mod.ts";
import { FED_PEERS, type Settings } from "../settings/mod.ts";
import type { Registry } from "./keys/registry.ts";
import { peerUrl } from "./peers/preview.ts";
import { newPeer } from "./tables/peer_store.ts";
import { readRegion, type Region, regionCovers, regionText } from "./serve/region.ts";
import type { Store } from "./tables/store.ts";

interface PrepareParts {
  db: Database;
  settings: Settings;
  world: World;
  store: Store;
  registry: Registry;
  region: Region | undefined;
}

/**
 * Gives configured peers their rows, and has everything read again from the start where the region has grown. Writes
 * nothing where nothing has changed.
 */
export function prepare({ db, settings, world, store, registry, region }: PrepareParts): void {
  const before = store.progress.fact("region");
  const missing = settings.get(FED_PEERS).filter((peer) => {
    const row = store.peers.byUrl(peerUrl(peer.url));
    return !row || row.expected !== (peer.fingerprint ?? null);
  });
  if (missing.length === 0 && before === regionText(region) && !registry.isConfigured) return;
  db.writeNow((tx) => {
    for (const { url, fingerprint } of missing) {
      configure(tx, store, peerUrl(url), fingerprint ?? null, world.now());
    }
    if (before !== regionText(region)) {
      const mirrored = before === undefined ? region : before === "" ? undefined : readRegion(before);
      if (!regionCovers(mirrored, region)) store.progress.restartKind(tx, "cache");
      store.progress.setFact(tx, { name: "region", value: regionText(region) });
    }
    registry.keep(tx);
  });
}

/** Writes down a peer of FED_PEERS, or the fingerprint that it asks for now. */
function configure(tx: Tx, store: Store, url: string, expected: string | null, now: number): void {
  const row = store.peers.byUrl(url);
  if (row) store.peers.save(tx, { ...row, expected });
  else store.peers.add(tx, { ...newPeer({ url, addedVia: "manual", addedAt: now }), expected });
}
