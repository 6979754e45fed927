/** Admitting: what becomes of each frame of a page, in one write. */
import assert from "node:assert/strict";
import type { Applier, Appliers } from "../../src/wire/mod.ts";
import { deliver } from "../../src/federation/carriers/deliver.ts";
import { cacheBody, findBody, keyFrom, moveBody, Node, runPull } from "./node.ts";

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
  // The third was taken, but what failed before it is to come again.
  const reached = [{ instance: a.id, feed: "cache", since: published[0]!.v }];
  assert.deepEqual(counts, { applied: 2, quarantined: 0, rejected: 2, full: 0, reached });
  assert.deepEqual([...c.mirror().keys()], [published[0]!.gid, published[2]!.gid]);
  c.close();
  close();
});

const notFound = Promise.resolve({ status: 404, bytes: new Uint8Array() });

Deno.test("a record that comes behind its own deletion in one delivery stays deleted", async () => {
  const { a, b, published, close } = pair("one", "two");
  const { gid } = published[0]!;
  await runPull(b, a);
  const cache = b.store.records.byGid({ gid })!.frame!;
  a.write((tx) => a.publisher.withdraw(tx, gid, { bounded: false }));
  await runPull(b, a);
  const deletion = b.db.sql<never, { frame: Uint8Array }>(
    "SELECT frame FROM fed_record WHERE kind = 'tombstone'",
  ).get()!.frame;
  const c = new Node("c.example", b.clock);
  c.follow(a.id);
  await runPull(c, { id: a.id, answer: (path) => path.includes("/federation/") ? notFound : a.answer(path) })
    .catch(() => {});
  for (const frames of [[deletion, cache], [cache, deletion], [cache]]) {
    await deliver(c.deps, c.db, frames, "carrier");
    assert.equal(c.mirror().has(gid), false);
  }
  c.close();
  close();
});

Deno.test("times that lie ahead are read as the latest that a clock may show, past ones as they are", async () => {
  const clock = { ms: 1_780_315_200_000 };
  const now = 1_780_315_200;
  const a = new Node("a.example", clock), b = new Node("b.example", clock);
  b.follow(a.id);
  const times = (...at: [createdAt: number, updatedAt: number]) => ({ createdAt: at[0], updatedAt: at[1] });
  const given = [times(now - 5_000_000, now), times(now + 300, now + 301), times(now + 9_000_000, now - 1)];
  a.write((tx) => {
    for (const [i, at] of given.entries()) a.publisher.publish(tx, "cache", { ...cacheBody(`${i}`), ...at });
    a.publisher.publish(tx, "bulletin", {
      bid: "A1",
      from: "OE1ABC",
      to: "ALL",
      subject: "s",
      text: "t",
      postedAt: now,
      expiresAt: now + 9_000_000,
    });
  });
  await runPull(b, a);
  const bodies = [...b.mirror().values()].map(({ body }) => JSON.parse(body));
  const read = bodies.filter(({ title }) => title).sort((x, y) => x.title - y.title);
  assert.deepEqual(read.map(({ createdAt, updatedAt }) => times(createdAt, updatedAt)), [
    given[0],
    times(now + 300, now + 300),
    times(now + 300, now - 1),
  ]);
  assert.equal(bodies.find(({ bid }) => bid)!.expiresAt, now + 9_000_000, "an end lies ahead by its nature");
  [a, b].forEach((node) => node.close());
});

Deno.test("every kind that can be deleted is deleted at its mirrors", async () => {
  const clock = { ms: 1_780_315_200_000 };
  const at = 1_780_315_200;
  const a = new Node("a.example", clock), b = new Node("b.example", clock);
  b.follow(a.id);
  const gids = a.write((tx) => {
    const cache = a.publisher.publish(tx, "cache", cacheBody("one")).gid;
    const key = { call: "OE1ABC", key: keyFrom("device").publicKey, addedAt: at, verified: true };
    const bulletin = { bid: "A1", from: "OE1ABC", to: "ALL", subject: "s", text: "t", postedAt: at };
    return [
      cache,
      a.publisher.publish(tx, "find", findBody(cache)).gid,
      a.publisher.publish(tx, "key", key).gid,
      a.publisher.publish(tx, "account-move", moveBody("OE1ABC", "old.example", a.id)).gid,
      a.publisher.publish(tx, "bulletin", { ...bulletin, expiresAt: at + 86_400 }).gid,
    ];
  });
  await runPull(b, a);
  assert.deepEqual([...b.mirror().keys()].sort(), gids.toSorted());
  a.write((tx) => gids.forEach((gid) => a.publisher.withdraw(tx, gid, { bounded: false })));
  await runPull(b, a);
  assert.deepEqual([...b.mirror().keys()], []);
  for (const gid of gids) assert.equal(b.store.records.byGid({ gid })!.gone, 1);
  [a, b].forEach((node) => node.close());
});
