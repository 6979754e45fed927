/** Instances that know each other without a network between them: what a carrier brings is all that comes. */
import { newPeer, type Peer } from "../../../src/federation/tables/peer_store.ts";
import { readSigningKey } from "../../../src/wire/mod.ts";
import type { Environment } from "../../../src/settings/mod.ts";
import { type TestApp, testApp } from "../../kit/app.ts";
import { testWorld } from "../../kit/world.ts";
import { seedOf } from "./instances.ts";

/** An instance of this name, with a key of its own. */
export const alone = (id: string, env: Environment = {}): TestApp =>
  testApp({ INSTANCE_ID: id, FED_PRIVATE_KEY: seedOf(id), ...env }, { world: testWorld(id), seed: id });

export const keyOf = (id: string) => readSigningKey(seedOf(id))!;

/** Follows the instance of that name, whose key it has pinned. */
export function knows(app: TestApp, id: string, over: Partial<Peer> = {}): Peer {
  const peer = {
    ...newPeer({ url: `https://${id}`, addedVia: "admin", addedAt: app.world.now() }),
    instance: id,
    pin: keyOf(id).publicKey,
    trust: "trusted" as const,
    ...over,
  };
  return app.db.writeNow((tx) => app.federation.store.peers.add(tx, peer));
}

export const CBOR = { "content-type": "application/cbor" };
export const OCTETS = { "content-type": "application/octet-stream" };

/** A page of an instance's own feed, as bytes. */
export async function feedOf(app: TestApp, kind: string, query = ""): Promise<Uint8Array<ArrayBuffer>> {
  const request = new Request(`http://localhost:8787/federation/sync/${kind}${query}`, {
    headers: { host: "localhost:8787" },
  });
  const answer = await app.handler(request, { remoteAddr: { hostname: "192.0.2.1" } });
  return new Uint8Array(await answer.arrayBuffer());
}

/** Every mirror of an instance's records here: gid and version. */
export const mirrored = (app: TestApp, origin: string): string[] =>
  app.db.sql<{ origin: string }, { gid: string; v: number }>(
    "SELECT gid, v FROM fed_record WHERE origin = :origin AND gone = 0 ORDER BY gid",
  ).all({ origin }).map(({ gid, v }) => `${gid} ${v}`);
