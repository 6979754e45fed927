/** What a trusted peer's list and a registry may do, and what not. */
import assert from "node:assert/strict";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { FetchRefused } from "../../src/base/mod.ts";
import { Registry, signRegistry } from "../../src/federation/keys/registry.ts";
import { testWorld } from "../kit/world.ts";
import { json, Liar } from "./hostile.ts";
import { cacheBody, keyFrom, Node, runPull } from "./node.ts";

const FP = "0000 1111 2222 3333";
const entry = (instance: string, over: object = {}) => ({
  instance,
  fingerprint: FP,
  addresses: [{ transport: "https", address: `https://${instance}`, priority: 10 }],
  ...over,
});

function listing(trust: "trusted" | "unvetted", peers: unknown[]) {
  const clock = { ms: 1_780_315_200_000 };
  const hub = new Liar("hub.example", clock);
  hub.capabilities = [...hub.capabilities, "peer-exchange"];
  hub.lies.set("/federation/exchange", () => json({ instance: "hub.example", peers }));
  const node = new Node("v.example", clock);
  node.deps.discover = true;
  node.follow("hub.example", trust);
  return { clock, hub, node };
}
const discovered = (node: Node) =>
  node.store.peers.all().filter((peer) => peer.addedVia === "discovered").map((peer) => peer.instance);

Deno.test("a trusted peer's list makes discovered rows: not pulled, unvetted, of what has a name, a fingerprint and a public place", async () => {
  const { hub, node } = listing("trusted", [
    entry("new.example"),
    entry("v.example"),
    entry("hub.example"),
    entry("Not A Name"),
    entry("nofp.example", { fingerprint: "0000" }),
    entry("lan.example", {
      addresses: [{ transport: "https", address: "https://192.168.1.5", priority: 1 }],
    }),
    entry("radio.example", { addresses: [{ transport: "ax25", address: "OE1XYZ-8", priority: 1 }] }),
    entry("bare.example", { addresses: [] }),
    null,
    5,
  ]);
  await runPull(node, hub);
  assert.deepEqual(discovered(node), ["new.example", "radio.example"]);
  const row = node.store.peers.live("new.example")!;
  assert.deepEqual([row.trust, row.enabled, row.pin, row.url], [
    "unvetted",
    false,
    null,
    "discovered:new.example",
  ]);
  assert.deepEqual(row.sightings, [{ via: "hub.example", fp: "0000111122223333", at: node.world.now() }]);
  for (const one of [hub, node]) one.close();
});

Deno.test("a peer that is not vetted, or blocked names, or discovery off: nothing is learnt", async () => {
  const unvetted = listing("unvetted", [entry("new.example")]);
  await runPull(unvetted.node, unvetted.hub);
  assert.deepEqual(discovered(unvetted.node), []);
  const off = listing("trusted", [entry("new.example")]);
  off.node.deps.discover = false;
  await runPull(off.node, off.hub);
  assert.deepEqual(discovered(off.node), []);
  assert.ok(!off.hub.asked.includes("/federation/exchange"));
  for (const { hub, node } of [unvetted, off]) [hub, node].forEach((one) => one.close());
});

Deno.test("a list is read once an hour, and its failure ends no pull", async () => {
  const { clock, hub, node } = listing("trusted", [entry("new.example")]);
  const asked = () => hub.asked.filter((path) => path === "/federation/exchange").length;
  await runPull(node, hub);
  clock.ms += 3_599_000;
  await runPull(node, hub);
  assert.equal(asked(), 1);
  clock.ms += 2000;
  hub.lies.set("/federation/exchange", () => json({}, 500));
  await runPull(node, hub);
  assert.equal(asked(), 2);
  for (const one of [hub, node]) one.close();
});

Deno.test("an instance that was only sighted is read through a hub all the same, and its own word replaces the hub's", async () => {
  const { clock, hub, node } = listing("trusted", [entry("a.example")]);
  const a = new Node("a.example", clock);
  hub.follow("a.example");
  const { gid } = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("one")));
  await runPull(hub, a);
  await runPull(node, hub);
  assert.ok(node.mirror().has(gid));
  assert.equal(node.store.peers.live("a.example")!.addedVia, "discovered");
  node.follow("a.example");
  await runPull(node, a);
  assert.equal(node.store.peers.live("a.example")!.url, "sim://a.example");
  assert.ok(node.mirror().has(gid), "the key was the origin's: nothing is dropped");
  for (const one of [a, hub, node]) one.close();
});

Deno.test("records that came under a key which the hub made up go when the origin speaks for itself", async () => {
  const { clock, hub, node } = listing("trusted", []);
  const a = new Node("a.example", clock), false_ = new Node("a.example", clock);
  false_.identity.key = keyFrom("made up");
  const forged = false_.write((tx) => false_.publisher.publish(tx, "cache", cacheBody("forged")));
  hub.follow("a.example");
  await runPull(hub, false_);
  await runPull(node, hub);
  assert.ok(node.mirror().has(forged.gid));
  clock.ms += 1000;
  const { gid } = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("true")));
  node.follow("a.example");
  await runPull(node, a);
  assert.deepEqual([...node.mirror().keys()], [gid]);
  assert.equal(
    node.store.records.byGid({ gid: forged.gid }),
    undefined,
    "not even its version stands in the way",
  );
  for (const one of [a, false_, hub, node]) one.close();
});

Deno.test("a registry by DNS: https alone, newest wins, the last good one stays, five minutes between looks", async () => {
  const world = testWorld();
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS, world);
  const authority = keyFrom("authority");
  const document = (at: number, instance: string) =>
    signRegistry(at, [{ instance, key: keyFrom(instance).publicKey }], authority);
  const now = world.now();
  let records: string[] | undefined = ["v=x; key=ignored", "url=https://registry.example/r.json"];
  let served: unknown = document(now - 10, "a.example");
  const asked: string[] = [];
  const registry = new Registry({
    db,
    world,
    dnsName: "registry.example",
    authority: authority.publicKey,
    txt: () => Promise.resolve(records),
    guard: {
      request: ({ url }: { url: string }) => {
        asked.push(url);
        if (served === undefined) return Promise.reject(new FetchRefused("unreachable", "gone"));
        return Promise.resolve({
          status: 200,
          bytes: new TextEncoder().encode(JSON.stringify(served)),
          headers: {},
          url,
        });
      },
    } as never,
  });
  assert.match(registry.error!, /not read yet/);
  const look = async () => {
    world.pass(301);
    await registry.refresh();
  };
  await look();
  assert.equal(registry.error, undefined);
  assert.equal(registry.binding("a.example")!.key, keyFrom("a.example").publicKey);
  await registry.refresh();
  assert.equal(asked.length, 1, "cached");
  served = document(now - 20, "older.example");
  await look();
  assert.equal(registry.binding("older.example"), undefined);
  served = { ...document(now + 5, "forged.example"), at: now + 6 };
  await look();
  assert.equal(registry.binding("forged.example"), undefined);
  served = undefined;
  await look();
  assert.ok(
    registry.binding("a.example") && registry.error === undefined,
    "an outage keeps the last good one",
  );
  served = document(now + 100, "b.example");
  await look();
  assert.ok(registry.binding("b.example") && !registry.binding("a.example"));
  records = ["url=http://registry.example/r.json"];
  const before = asked.length;
  await look();
  assert.equal(asked.length, before, "plain http is not fetched");
  db.close();
});
