/** Nobody fills another's tables for good, holds a pull for ever, or ends a sequence. */
import assert from "node:assert/strict";
import { MAX_TRANSIT, TRANSIT_SHARE } from "../../src/federation/pull/learn.ts";
import { prune, TRANSIT_LIFE_S } from "../../src/federation/prune.ts";
import { PullFailed, type Steps, write } from "../../src/federation/pull/effects.ts";
import { drive, Outside } from "../../src/federation/pull/outside.ts";
import { Verifier } from "../../src/wire/mod.ts";
import { json, Liar } from "./hostile.ts";
import { cacheBody, keyFrom, Node, runPull } from "./node.ts";

const clockAt = () => ({ ms: 1_780_315_200_000 });

/** A neighbour that names as many origins as it likes, and one that follows it. */
function inventor(trust: "trusted" | "unvetted", name = "evil.example", clock = clockAt()) {
  const evil = new Liar(name, clock), victim = new Node("victim.example", clock);
  victim.follow(name, trust);
  return { clock, evil, victim, name: namesFrom(evil) };
}
/** Makes it name origins, each with a key: `from` to `to` of its inventions. */
const namesFrom = (evil: Liar) => (from: number, to: number) =>
  evil.lies.set("/federation/sync/summary", () => {
    const origins = Array.from({ length: to - from }, (_, i) => {
      const origin = `o${from + i}.${evil.id}`;
      const { publicKey } = keyFrom(origin);
      return { origin, top: { cache: 5 }, publicKey, publicKeys: [{ x: publicKey }], rotations: [] };
    });
    return json({ instance: evil.id, origins, complete: true });
  });
const transit = (node: Node) => node.store.peers.countVia("transit");

for (const trust of ["trusted", "unvetted"] as const) {
  const share = trust === "trusted" ? TRANSIT_SHARE.trusted : TRANSIT_SHARE.other;
  Deno.test(`a neighbour that is ${trust} names at most ${share} origins that nobody else named`, async () => {
    const { evil, victim, name } = inventor(trust);
    for (let round = 0; round < share / 50 + 2; round++) {
      name(round * 50, round * 50 + 50);
      await runPull(victim, evil);
    }
    assert.equal(transit(victim), share);
    assert.ok(share < MAX_TRANSIT / 2, "others have room");
    const honest = new Liar("honest.example", evil.clock);
    victim.follow(honest.id);
    namesFrom(honest)(0, 3);
    await runPull(victim, honest);
    assert.equal(transit(victim), share + 3);
    for (const node of [evil, victim, honest]) node.close();
  });
}

Deno.test("origins of which no record came go after their days; the next ones get their turn", async () => {
  const { clock, evil, victim, name } = inventor("trusted");
  const real = new Node("real.example", clock), hub = new Node("hub.example", clock);
  hub.follow(real.id);
  victim.follow(hub.id);
  real.write((tx) => real.publisher.publish(tx, "cache", cacheBody("one")));
  await runPull(hub, real);
  await runPull(victim, hub);
  name(0, 40);
  await runPull(victim, evil);
  assert.equal(transit(victim), 41);
  const pruneAt = (seconds: number) => {
    clock.ms = 1_780_315_200_000 + seconds * 1000;
    victim.write((tx) => prune(tx, victim.store, victim.trust, victim.world.now()));
  };
  pruneAt(TRANSIT_LIFE_S);
  assert.equal(transit(victim), 41);
  pruneAt(TRANSIT_LIFE_S + 1);
  assert.deepEqual(
    victim.store.peers.all().filter(({ addedVia }) => addedVia === "transit").map(({ instance }) => instance),
    [real.id],
  );
  for (const node of [evil, victim, real, hub]) node.close();
});

Deno.test("a pull may be ended between any two steps by whoever drives it", async () => {
  const node = new Node("a.example", clockAt());
  const outside = new Outside(node.db, () => Promise.reject(new Error("unused")), new Verifier());
  let elapsed = 0;
  function* steps(): Steps<void> {
    while (true) {
      yield* write(() => elapsed += 60);
    }
  }
  const mayGoOn = () => {
    if (elapsed > 600) throw new PullFailed("deadline", "too long");
  };
  await assert.rejects(drive(steps(), outside, mayGoOn), { reason: "deadline" });
  assert.equal(elapsed, 660);
  node.close();
});

Deno.test("a neighbour's word raises our numbers by ten years at most", () => {
  const clock = clockAt();
  const node = new Node("a.example", clock);
  const { numbers } = node.store;
  const most = clock.ms + 10 * 365 * 86_400_000;
  const raise = (to: number) => {
    node.write((tx) => numbers.raise(tx, "cache", to));
    return numbers.last("cache");
  };
  assert.equal(raise(2 ** 52 - 1), 0);
  assert.equal(raise(most + 1), 0);
  assert.equal(raise(clock.ms + 5), clock.ms + 5);
  assert.equal(raise(clock.ms), clock.ms + 5, "and lowers them never");
  assert.equal(raise(most), most);
  const { v } = node.write((tx) => node.publisher.publish(tx, "cache", cacheBody("goes on")));
  assert.equal(v, most + 1);
  node.close();
});
