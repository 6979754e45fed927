/** Records that come to the hop limit: what their neighbours in number must still reach everybody. */
import assert from "node:assert/strict";
import { deliver } from "../../src/federation/carriers/deliver.ts";
import type { SequenceKind } from "../../src/wire/mod.ts";
import { cacheBody, Node, runPull } from "./node.ts";

const DAY_MS = 86_400_000;

/**
 * o publishes, p1 to p3 and n hand on in a row, c follows n. c has pulled o once and o is not reached again.
 * `write` publishes one record of the kind and gives its number.
 */
function chain(kind: SequenceKind, write: (o: Node) => number) {
  const clock = { ms: 1_780_315_200_000 };
  const make = (id: string) => new Node(`${id}.example`, clock);
  const [o, p1, p2, p3, n, c] = [make("o"), make("p1"), make("p2"), make("p3"), make("n"), make("c")];
  const links: [Node, Node][] = [[p1, o], [p2, p1], [p3, p2], [n, p3], [c, o], [c, n]];
  for (const [reader, served] of links) reader.follow(served.id);
  const bring = async () => {
    for (const [reader, served] of links.slice(0, 4)) await runPull(reader, served);
  };
  const carry = async (v: number, to: Node) => {
    const page = await o.serving.feed(kind, { since: v - 1, limit: 1 });
    const { applied } = await deliver(to.deps, to.db, page!.frames, "carrier");
    assert.equal(applied, 1);
  };
  const next = () => {
    clock.ms += 1000;
    return write(o);
  };
  const has = (v: number) => c.store.records.keptAt({ origin: o.id, kind, v }) !== undefined;
  const close = () => [o, p1, p2, p3, n, c].forEach((node) => node.close());
  return { clock, o, p2, n, c, bring, carry, next, has, close };
}

const WRITERS: [SequenceKind, (o: Node) => number][] = [
  ["cache", (o) => o.write((tx) => o.publisher.publish(tx, "cache", cacheBody("one"))).v],
  ["tombstone", (o) => {
    const { gid } = o.write((tx) => o.publisher.publish(tx, "cache", cacheBody("one")));
    o.write((tx) => o.publisher.withdraw(tx, gid, { bounded: false }));
    return o.store.numbers.last("tombstone");
  }],
];

for (const [kind, write] of WRITERS) {
  Deno.test(`a ${kind} is read though its neighbour's summary stops before one at the hop limit`, async () => {
    const { clock, o, p2, n, c, bring, carry, next, has, close } = chain(kind, write);
    const limit = next();
    await runPull(c, o);
    await bring();
    assert.equal(n.store.records.keptAt({ origin: o.id, kind, v: limit })!.hops, 4);
    const filledIn = next(), ahead = next();
    await carry(ahead, n);
    await runPull(c, n);
    assert.deepEqual([has(filledIn), has(ahead)], [false, true]);
    await carry(filledIn, p2);
    await bring();

    const summary = n.serving.summary({ asker: c.id })!.origins.find(({ origin }) => origin === o.id)!;
    assert.ok(summary.held![kind]! < limit && summary.top[kind] === ahead, "the summary says nothing new");
    clock.ms += DAY_MS;
    await runPull(c, n);
    assert.equal(has(filledIn), true);
    assert.equal(c.store.progress.mark({ origin: o.id, kind }), ahead);
    close();
  });
}

Deno.test("a neighbour that holds no more than its summary says is asked for one record a pull, no page", async () => {
  const { clock, o, n, c, bring, carry, next, close } = chain(...WRITERS[0]!);
  next();
  await runPull(c, o);
  await bring();
  await carry(next(), n);
  await runPull(c, n);
  const asked: string[] = [];
  const watched = {
    id: n.id,
    answer: (path: string) => {
      if (path.includes(`origin=${o.id}`) && path.includes("kind=cache")) {
        asked.push(/limit=\d+/.exec(path)![0]);
      }
      return n.answer(path);
    },
  };
  for (const _ of [1, 2, 3]) {
    clock.ms += DAY_MS;
    await runPull(c, watched);
  }
  assert.deepEqual(asked, ["limit=1", "limit=1", "limit=1"]);
  close();
});
