/** Every order in which the operations on one record can be delivered ends in one state (FED "Version semantics"). */
import assert from "node:assert/strict";
import { deliver } from "../../src/federation/carriers/deliver.ts";
import { meet } from "../../src/federation/pull/meet.ts";
import { cacheBody, moveBody, Node, runSteps } from "./node.ts";

const A = "a.example";

function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) return yield [];
  for (const [i, item] of items.entries()) {
    for (const rest of orders([...items.slice(0, i), ...items.slice(i + 1)])) yield [item, ...rest];
  }
}

/** Frames of everything that A has published, signed now. */
async function framesOf(a: Node): Promise<Map<string, Uint8Array>> {
  const frames = new Map<string, Uint8Array>();
  for (const kind of ["cache", "find", "tombstone", "account-move"] as const) {
    const page = await a.serving.feed(kind, { since: 0, limit: 1000 });
    for (const frame of page!.frames) frames.set(Buffer.from(frame).toString("base64"), frame);
  }
  return frames;
}

type Operation = (a: Node, gid: string) => void;
const update: Operation = (a, gid) =>
  a.write((tx) => a.publisher.publish(tx, "cache", { ...cacheBody("updated"), latE7: 470000000 }, gid));
const remove: Operation = (a, gid) => a.write((tx) => a.publisher.withdraw(tx, gid, { bounded: true }));
const erase: Operation = (a, gid) => a.write((tx) => a.publisher.withdraw(tx, gid, { bounded: false }));
const restore: Operation = (a, gid) =>
  a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("restored"), gid));
const moveHere: Operation = (a) =>
  a.write((tx) => a.publisher.publish(tx, "account-move", moveBody("OE1ABC", "old.example", A)));
const rotate: Operation = (a) => a.rotate();

const HISTORIES: Record<string, Operation[]> = {
  "create, update, delete": [update, erase],
  "create, remove, restore": [remove, restore],
  "create, update, remove, restore, update": [update, remove, restore, update],
  "create, remove, restore, remove, restore": [remove, restore, remove, restore],
  "create, remove, restore, erase": [remove, restore, erase],
  "create, update, rotate, update, remove, restore": [update, rotate, update, remove, restore],
  "create, move, remove, restore": [moveHere, remove, restore],
  "create, remove, rotate, restore, erase": [remove, rotate, restore, erase],
};

for (const [name, operations] of Object.entries(HISTORIES)) {
  Deno.test(`every delivery order of: ${name}`, async () => {
    const clock = { ms: 1_780_315_200_000 };
    const a = new Node(A, clock);
    const { gid } = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("created")));
    const frames = new Map(await framesOf(a));
    const receiver = new Node("receiver.example", clock);
    receiver.follow(A);
    await runSteps(receiver, a, meet(receiver.deps, `sim://${A}`));
    for (const operation of operations) {
      clock.ms += 1000;
      operation(a, gid);
      for (const [key, frame] of await framesOf(a)) frames.set(key, frame);
    }
    // The receiver has known A's first key, so that the predecessor counts within its grace.
    await runSteps(receiver, a, meet(receiver.deps, `sim://${A}`));
    const clean = receiver.backup();
    let expected: string | undefined;
    let tried = 0;
    for (const order of orders([...frames.values()])) {
      receiver.restore(clean);
      for (const frame of order) {
        const { outcomes } = await deliver(receiver.deps, receiver.db, [frame], "carrier");
        assert.ok(["applied", "held", "refused"].includes(outcomes[0]!.result), outcomes[0]!.result);
      }
      const state = JSON.stringify([...receiver.mirror()]);
      expected ??= state;
      assert.equal(state, expected);
      tried++;
    }
    // And that state is the origin's own.
    const own = a.store.records.byGid({ gid })!;
    const shown = receiver.mirror().get(gid);
    assert.equal(shown?.v, own.gone ? undefined : own.v);
    assert.ok(tried >= 6);
    for (const node of [a, receiver]) node.close();
  });
}
