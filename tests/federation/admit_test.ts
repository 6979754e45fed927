/** Admitting: what becomes of each frame of a page, in one write. */
import assert from "node:assert/strict";
import type { Applier, Appliers } from "../../src/wire/mod.ts";
import { deliver } from "../../src/federation/carriers/deliver.ts";
import { cacheBody, Node, runPull } from "./node.ts";

/** a publishes a cache for each title; b follows a. */
function pair(...titles: string[]) {
  const clock = { ms: 1_780_315_200_000 };
  const a = new Node("a.example", clock), b = new Node("b.example", clock);
  b.follow(a.id);
  const published = titles.map((title) => {
    clock.ms += 1000;
    return a.write((tx) => a.publisher.publish(tx, "cache", cacheBody(title)));
  });
  const close = () => [a, b].forEach((node) => node.close());
  return { clock, a, b, published, close };
}

/** Puts something between a node and its mirror of caches. */
function between(node: Node, apply: (given: Applier<"cache">) => Applier<"cache">["apply"]): void {
  const given = node.appliers.cache!;
  const appliers: Appliers = { cache: { ...given, apply: apply(given) } };
  Object.assign(node.appliers, appliers);
}

/** Writes the mirror and then throws, as a database does that cannot take the record. */
const throwingAt =
  (title: string) => (given: Applier<"cache">): Applier<"cache">["apply"] => (tx, record) => {
    given.apply(tx, record);
    if (record.body.title === title) throw new Error("constraint failed");
    return true;
  };

Deno.test("a record that the database cannot take is undone and becomes a gap; its page's others are kept", async () => {
  const { clock, a, b, published, close } = pair("one", "bad", "three");
  const gids = published.map(({ gid }) => gid);
  const whole = { ...b.appliers };
  between(b, throwingAt("bad"));
  const { counts } = await runPull(b, a);
  assert.deepEqual([...b.mirror().keys()], [gids[0], gids[2]]);
  assert.equal(b.store.records.byGid({ gid: gids[1]! }), undefined);
  assert.equal(counts.cache, 2);
  const gaps = b.store.gaps.open({ origin: a.id, kind: "cache" });
  assert.deepEqual(gaps.map(({ v, reason }) => [v, reason]), [[published[1]!.v, "unsettled"]]);
  assert.equal(b.store.progress.mark({ origin: a.id, kind: "cache" }), published[2]!.v);
  assert.ok(b.log.some((line) => line.includes("could not store a record")));

  Object.assign(b.appliers, whole);
  clock.ms += 3_600_000;
  await runPull(b, a);
  assert.deepEqual([...b.mirror().keys()], gids, "it was asked for by itself");
  assert.deepEqual(b.store.gaps.all(), []);
  close();
});

Deno.test("a body that its area refuses is refused for good, and nothing of it is kept", async () => {
  const { a, b, published, close } = pair("one", "bad");
  between(b, (given) => (tx, record) => record.body.title === "bad" ? false : given.apply(tx, record));
  await runPull(b, a);
  assert.equal(b.mirror().size, 1);
  assert.equal(b.store.records.byGid({ gid: published[1]!.gid }), undefined);
  assert.deepEqual(b.store.gaps.all(), []);
  assert.equal(b.store.progress.mark({ origin: a.id, kind: "cache" }), published[1]!.v);
  close();
});

Deno.test("frames of a carrier stand or fall each by itself", async () => {
  const { a, b, published, close } = pair("one", "bad", "three");
  await runPull(b, a);
  const c = new Node("c.example", b.clock);
  c.follow(a.id);
  await runPull(c, { id: a.id, answer: (path) => path.includes("/federation/") ? notFound : a.answer(path) })
    .catch(() => {});
  between(c, throwingAt("bad"));
  const frames = published.map(({ gid }) => b.store.records.byGid({ gid })!.frame!);
  const { outcomes, ...counts } = await deliver(c.deps, c.db, [...frames, new Uint8Array([1])], "carrier");
  assert.deepEqual(outcomes.map(({ result }) => result), ["applied", "failed", "applied", "malformed"]);
  assert.deepEqual(counts, { applied: 2, quarantined: 0, rejected: 2 });
  assert.deepEqual([...c.mirror().keys()], [published[0]!.gid, published[2]!.gid]);
  c.close();
  close();
});

const notFound = Promise.resolve({ status: 404, bytes: new Uint8Array() });
