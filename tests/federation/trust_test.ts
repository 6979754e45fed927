/** What is thought of an instance: blocked under any address, shown, passed on (FED "Peer", FED_RESERVE). */
import assert from "node:assert/strict";
import { newPeer, type Peer, peerStore, type Trust } from "../../src/federation/tables/peer_store.ts";
import { acceptedKeys, TrustView } from "../../src/federation/peers/trust.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { testWorld } from "../kit/world.ts";
import { cacheBody, keyFrom, Node, runPull } from "./node.ts";

const NOW = 1_780_315_200;
const make = (id = "n.example") => new Node(id, { ms: NOW * 1000 });
/** Writes down a row of an instance. */
const row = (node: Node, instance: string, trust: Trust, over: Partial<Peer> = {}) =>
  node.write((tx) =>
    node.store.peers.add(tx, {
      ...newPeer({ url: `https://${trust}.${instance}`, addedVia: "admin", addedAt: NOW }),
      instance,
      trust,
      pin: keyFrom(`${instance} 0`).publicKey,
      ...over,
    })
  );

Deno.test("an instance with one blocked row is blocked, whatever its other row says", () => {
  const node = make();
  row(node, "a.example", "trusted");
  assert.equal(node.trust.trustOf("a.example"), "trusted");
  row(node, "a.example", "blocked");
  assert.equal(node.trust.trustOf("a.example"), "blocked");
  assert.deepEqual(node.trust.originView("a.example"), { blocked: true, keys: [] });
  assert.equal(node.store.peers.isBlocked("a.example"), true);
  assert.deepEqual(node.trust.shown(true), []);
  assert.equal(node.trust.trustOf("unknown.example"), undefined);
  assert.equal(node.trust.originView("unknown.example"), undefined);
  node.close();
});

Deno.test("what is shown follows each change of a peer, and a change that is taken back leaves nothing behind", () => {
  const node = make(), { peers } = node.store, { trust } = node;
  const shown = () => [trust.shown(false), trust.shown(true)];
  assert.deepEqual(shown(), [[], []]);
  const a = row(node, "a.example", "trusted"), b = row(node, "b.example", "unvetted");
  row(node, "c.example", "blocked");
  assert.deepEqual(shown(), [["a.example"], ["a.example", "b.example"]]);
  assert.equal(trust.shown(true), trust.shown(true), "read once");
  // What changes nothing of trust leaves it as it is.
  const before = trust.shown(true);
  node.write((tx) => peers.save(tx, { ...a, pulls: 7, lastOk: NOW }));
  assert.equal(trust.shown(true), before);
  node.write((tx) => peers.save(tx, { ...b, trust: "trusted" }));
  assert.deepEqual(shown(), [["a.example", "b.example"], ["a.example", "b.example"]]);
  node.write((tx) => peers.save(tx, { ...a, instance: "moved.example" }));
  assert.deepEqual(trust.shown(false), ["moved.example", "b.example"]);
  // Read inside a write that fails, and another change after it.
  assert.throws(() =>
    node.write((tx) => {
      peers.save(tx, { ...a, trust: "blocked" });
      assert.deepEqual(trust.shown(true), ["b.example"]);
      throw new Error("taken back");
    }), /taken back/);
  assert.deepEqual(trust.shown(false), ["moved.example", "b.example"]);
  node.write((tx) => peers.remove(tx, { id: b.id }));
  assert.deepEqual(shown(), [["moved.example"], ["moved.example"]]);
  node.close();
});

Deno.test("what another process decides about a peer is seen at once", () => {
  const path = Deno.makeTempFileSync();
  const [served, command] = [0, 1].map(() => new Database(path));
  try {
    migrate(served!, MIGRATIONS, testWorld());
    const trust = new TrustView(peerStore(served!), () => NOW), peers = peerStore(command!);
    assert.deepEqual(trust.shown(true), []);
    const told = {
      ...newPeer({ url: "https://a.example", addedVia: "admin", addedAt: NOW }),
      instance: "a.example",
    };
    const peer = command!.writeNow((tx) => peers.add(tx, told));
    assert.deepEqual([trust.shown(false), trust.shown(true)], [[], ["a.example"]]);
    command!.writeNow((tx) => peers.save(tx, { ...peer, trust: "trusted" }));
    assert.deepEqual(trust.shown(false), ["a.example"]);
  } finally {
    for (const db of [served, command]) db!.close();
    Deno.removeSync(path);
  }
});

const PASSED: Record<Trust, Record<"trusted" | "all" | "off", boolean>> = {
  trusted: { trusted: true, all: true, off: false },
  unvetted: { trusted: false, all: true, off: false },
  blocked: { trusted: false, all: false, off: false },
};

for (const trust of ["trusted", "unvetted", "blocked"] as const) {
  for (const reserve of ["trusted", "all", "off"] as const) {
    const passed = PASSED[trust][reserve];
    Deno.test(`FED_RESERVE=${reserve} ${passed ? "hands on" : "keeps"} what a ${trust} origin published`, async () => {
      const clock = { ms: NOW * 1000 };
      const a = new Node("a.example", clock), hub = new Node("hub.example", clock);
      hub.follow(a.id);
      a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("one")));
      await runPull(hub, a);
      hub.write((tx) => hub.store.peers.save(tx, { ...hub.store.peers.byUrl(`sim://${a.id}`)!, trust }));
      hub.reserve = reserve;
      assert.equal(hub.trust.isPassedOn(a.id, reserve), passed);
      const page = await hub.serving.originPage({ origin: a.id, kind: "cache", since: 0, limit: 10 });
      assert.equal(page?.frames.length ?? 0, passed ? 1 : 0);
      const named = hub.serving.summary({})!.origins.map(({ origin }) => origin);
      assert.deepEqual(named, passed ? [a.id, hub.id] : [hub.id]);
      for (const node of [a, hub]) node.close();
    });
  }
}

Deno.test("trusted origins are shown, with unvetted ones where asked for, and nobody whom no row names", () => {
  const node = make();
  row(node, "t.example", "trusted");
  row(node, "u.example", "unvetted");
  row(node, "b.example", "blocked");
  row(node, "", "trusted", { instance: null, url: "https://unread.example" });
  assert.deepEqual(node.trust.shown(false), ["t.example"]);
  assert.deepEqual(node.trust.shown(true), ["t.example", "u.example"]);
  node.close();
});

Deno.test("keys that count: the pin first, predecessors until their cutoff, the registry's besides", () => {
  const node = make();
  const [current, old, bound] = ["current", "old", "bound"].map((name) => keyFrom(name).publicKey) as [
    string,
    string,
    string,
  ];
  const accept = [{ x: old, until: NOW + 10 }, { x: current }];
  const peer = row(node, "a.example", "unvetted", {
    pin: current,
    accept,
    rotations: [{ key: current, prevKey: old, at: 1, sig: "" }],
  });
  assert.deepEqual(acceptedKeys(peer, NOW), [current, old]);
  assert.deepEqual(acceptedKeys(peer, NOW + 10), [current]);
  assert.deepEqual(acceptedKeys({ ...peer, accept: [] }, NOW), [current]);
  assert.deepEqual(acceptedKeys({ ...peer, pin: null }, NOW), []);
  assert.deepEqual(
    acceptedKeys({ ...peer, accept: [{ x: current, until: NOW }] }, NOW),
    [],
    "a pin past its cutoff",
  );
  const view = (key?: string, now = NOW) =>
    new TrustView(node.store.peers, () => now, () => key === undefined ? undefined : { key }).originView(
      "a.example",
    );
  assert.deepEqual(view(), { blocked: false, keys: [current, old], former: [] });
  assert.deepEqual(view(undefined, NOW + 10), { blocked: false, keys: [current], former: [old, old] });
  assert.deepEqual(view(bound)!.keys, [current, old, bound]);
  assert.deepEqual(view(current)!.keys, [current, old]);
  node.close();
});
