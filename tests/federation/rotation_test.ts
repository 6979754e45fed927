/** Keys that change, and what becomes of the frames that the old ones signed (FED "Key pin"). */
import assert from "node:assert/strict";
import { Remembered } from "../../src/federation/keys/remembered.ts";
import { cacheBody, Node, runPull } from "./node.ts";

const DAY = 86_400_000;

Deno.test("after a rotation kept frames are replaced by ones under the new key, on hubs too", async () => {
  const clock = { ms: 1_780_315_200_000 };
  const [a, hub, far] = ["a.example", "hub.example", "far.example"].map((id) => new Node(id, clock)) as [
    Node,
    Node,
    Node,
  ];
  hub.follow("a.example");
  far.follow("hub.example");
  const { gid } = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("one")));
  await runPull(hub, a);
  await runPull(far, hub);
  const first = a.identity.key!.publicKey;
  clock.ms += 1000;
  a.rotate();
  const second = a.identity.key!.publicKey;
  await runPull(hub, a);
  assert.equal(hub.store.records.byGid({ gid })!.signer, second);
  assert.deepEqual(hub.trust.originView("a.example")!.keys, [second, first]);
  await runPull(far, hub);
  assert.equal(far.store.records.byGid({ gid })!.signer, second);
  assert.equal(far.mirror().size, 1);

  // One who comes now learns the new key alone, and takes what the hub holds.
  const late = new Node("late.example", clock);
  late.follow("hub.example");
  await runPull(late, hub);
  assert.equal(late.mirror().size, 1);

  clock.ms += 8 * DAY;
  await runPull(hub, a);
  assert.deepEqual(hub.trust.originView("a.example")!.keys, [second], "the cutoff has passed");
  for (const node of [a, hub, far, late]) node.close();
});

Deno.test("what was verified is not verified again while it is remembered; what failed always is", () => {
  const known = new Remembered(3);
  const asked: string[] = [];
  const ask = (what: string, holds = true) => known.holds(what, () => (asked.push(what), holds));
  assert.deepEqual(["a", "b", "c", "a", "b", "c"].map((what) => ask(what)), Array(6).fill(true));
  assert.equal(ask("x", false), false);
  assert.equal(ask("x", false), false);
  assert.equal(asked.splice(0).join(""), "abcxx");
  ask("d"); // the fourth: the three before it are forgotten
  for (const what of ["d", "c", "a", "d"]) ask(what);
  assert.equal(asked.join(""), "dca");
});
