/** Keys that change, and what becomes of the frames that the old ones signed (FED "Key pin"). */
import assert from "node:assert/strict";
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
