import assert from "node:assert/strict";
import type { Effect } from "../../src/federation/pull/effects.ts";
import { cacheBody, findBody, moveBody, Node, perform, runPull } from "./node.ts";

const clock = () => ({ ms: 1_780_315_200_000 });

Deno.test("a pull mirrors every kind of record and a second one finds nothing new", async () => {
  const time = clock();
  const a = new Node("a.example", time), b = new Node("b.example", time);
  b.follow("a.example");
  const cache = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("one")));
  a.write((tx) => a.publisher.publish(tx, "find", findBody(cache.gid)));
  a.write((tx) => a.publisher.publish(tx, "account-move", moveBody("OE1ABC", "old.example", "a.example")));
  a.write((tx) =>
    a.publisher.publish(tx, "key", {
      call: "OE1ABC",
      key: a.identity.key!.publicKey,
      addedAt: 5,
      verified: true,
    })
  );
  a.write((tx) =>
    a.publisher.publish(tx, "bulletin", {
      bid: "ABC123",
      from: "OE1ABC",
      to: "ALL",
      subject: "x",
      text: "y",
      postedAt: a.world.now(),
      expiresAt: a.world.now() + 1000,
    })
  );
  const first = await runPull(b, a);
  assert.deepEqual(first.counts, {
    cache: 1,
    find: 1,
    key: 1,
    tombstone: 0,
    accountMove: 1,
    bulletin: 1,
    transit: 0,
  });
  assert.equal(b.mirror().size, 5);
  const second = await runPull(b, a);
  assert.deepEqual(Object.values(second.counts).filter((n) => n > 0), []);
  a.close();
  b.close();
});

Deno.test("records reach an instance through another that carries them on, as their origin signed them", async () => {
  const time = clock();
  const [a, b, c] = ["a.example", "b.example", "c.example"].map((id) => new Node(id, time)) as [
    Node,
    Node,
    Node,
  ];
  b.follow("a.example");
  c.follow("b.example");
  const { gid } = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("one")));
  await runPull(b, a);
  const result = await runPull(c, b);
  assert.equal(result.counts.transit, 1);
  assert.equal(c.mirror().get(gid)?.v, a.store.records.byGid({ gid })!.v);
  assert.deepEqual(c.store.records.byGid({ gid })!.frame, a.store.records.byGid({ gid })!.frame);
  assert.equal(c.store.records.byGid({ gid })!.hops, 2);

  assert.equal(a.write((tx) => a.publisher.withdraw(tx, gid, { bounded: true })), 1);
  await runPull(b, a);
  await runPull(c, b);
  assert.equal(c.mirror().size, 0);
  time.ms += 1000;
  a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("again"), gid));
  await runPull(b, a);
  await runPull(c, b);
  assert.match(c.mirror().get(gid)!.body, /again/);
  for (const node of [a, b, c]) node.close();
});

Deno.test("a clock that runs ahead in the middle of a pull and is set back later is noticed", async () => {
  const time = clock();
  const a = new Node("a.example", time), b = new Node("b.example", time);
  b.follow("a.example");
  const year = 365 * 86_400;
  // A signs under a clock that is ahead; B's clock is right when its pull begins, and ahead when the page arrives.
  a.skew = year;
  const { gid } = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("one")));
  const steps = b.pull("a.example");
  for (let next = steps.next(); !next.done;) {
    const { value: effect } = next;
    next = steps.next(await perform(b, effect, (path) => a.answer(path)));
    if (effect.do === "page") b.skew = year;
  }
  const taken = b.store.records.byGid({ gid })!;
  assert.ok(taken.frame !== null && taken.at > Math.floor(time.ms / 1000) + year - 60);
  a.skew = b.skew = 0;
  time.ms += 60_000;
  await runPull(b, a);
  const again = b.store.records.byGid({ gid })!;
  assert.ok(again.frame !== null && again.at <= b.world.now(), "read again, as its origin signs it now");
  for (const one of [a, b]) one.close();
});

Deno.test("a pull that began before the clock ran ahead does not hide that it was set back", async () => {
  const time = clock();
  const a = new Node("a.example", time), b = new Node("b.example", time);
  b.follow("a.example");
  const year = 365 * 86_400;
  a.skew = year;
  const { gid } = a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("one")));
  const early = b.pull("a.example");
  const first = early.next();
  b.skew = year;
  await runPull(b, a);
  assert.ok(b.store.records.byGid({ gid })!.at > Math.floor(time.ms / 1000) + year - 60);
  a.skew = b.skew = 0;
  // Only now the first pull's look at the clock is written down.
  early.next(await perform(b, first.value as Effect, (path) => a.answer(path)));
  time.ms += 60_000;
  await runPull(b, a);
  const again = b.store.records.byGid({ gid })!;
  assert.ok(again.frame !== null && again.at <= b.world.now(), "read again, as its origin signs it now");
  for (const one of [a, b]) one.close();
});

Deno.test("what a pull tells anew of an origin is written down; what was known already is not written again", async () => {
  const time = clock();
  const [a, b, c] = ["a.example", "b.example", "c.example"].map((id) => new Node(id, time)) as [
    Node,
    Node,
    Node,
  ];
  b.follow("a.example");
  c.follow("b.example");
  a.write((tx) => a.publisher.publish(tx, "cache", cacheBody("one")));
  await runPull(b, a);
  await runPull(c, b);
  const row = () => c.store.peers.live("a.example")!;
  c.write((tx) =>
    c.db.sql(
      `CREATE TEMP TRIGGER wrote AFTER UPDATE ON fed_peer WHEN new.instance = 'a.example'
       BEGIN UPDATE fed_peer SET last_error = coalesce(last_error, '') || '+' WHERE id = new.id; END`,
    ).run(tx)
  );
  time.ms += 3_600_000;
  await runPull(c, b);
  assert.equal(row().lastError, null, "nothing new within the hour");
  time.ms += 86_400_000;
  await runPull(c, b);
  assert.equal(row().lastError, "+", "it is still named a day later");
  assert.equal(row().sightings[0]!.at, c.world.now());
  await runPull(c, b);
  assert.equal(row().lastError, "+");
  for (const node of [a, b, c]) node.close();
});
