/** The spool's own rules, turn by turn; what goes wrong around it stands in tests/soak. */
import assert from "node:assert/strict";
import { getLogger } from "@logtape/logtape";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import { BOX_MIGRATIONS } from "../../src/box/migrations.ts";
import { Spool, SPOOL_LIMITS, type SpoolLimits } from "../../src/box/spool/spool.ts";
import { Database, migrate } from "../../src/db/mod.ts";

const DAY_MS = 86_400_000, TRUTH = 1_790_000_000_000, WEEK = 7 * DAY_MS;

/** A spool in memory whose gateway's time is known; what it heard is named by its body. */
function known(limits: SpoolLimits = { bytes: 1e6, ageMs: WEEK, memory: 100 }) {
  const db = new Database(":memory:");
  let upMs = 0;
  const world = {
    now: () => Math.floor((TRUTH + upMs) / 1000),
    nowMs: () => TRUTH + upMs,
    elapsedMs: () => upMs,
    log: getLogger("test"),
  };
  migrate(db, BOX_MIGRATIONS, world as never);
  const clock = new BoxClock(world);
  for (let twice = 2; twice > 0; twice--) assert.ok(clock.learn(TRUTH, clock.nowMs()));
  const spool = new Spool(db, clock, world, limits);
  const hears = (name: string, count: number, urgent = false) => {
    for (let n = 1; n <= count; n++) {
      const body = JSON.stringify({ raw: `${name}${n}` });
      spool.take({ atMs: clock.nowMs(), urgent, body, site: null, source: "" });
    }
    spool.turn(undefined);
  };
  /** What goes next in a batch of so many. */
  const next = (items: number) => {
    const batch = spool.turn({ items, bytes: 1e6 });
    if (batch) spool.giveBack(batch);
    return batch?.items.map(({ body }) => JSON.parse(body).raw as string);
  };
  return { spool, hears, next, pass: (ms: number) => upMs += ms, close: () => db.close() };
}

Deno.test("messages to the service call go first, then the last minute, then the backlog at half the bandwidth", () => {
  const { hears, next, pass, close } = known();
  hears("old", 20);
  assert.equal(next(10)!.length, 10, "it was heard within this minute");
  pass(60_001);
  assert.deepEqual(next(10), ["old1", "old2", "old3", "old4", "old5"], "the oldest, half a batch");
  hears("call", 2, true);
  hears("new", 5);
  // In a batch they stand in the order in which they were heard.
  assert.deepEqual(next(10), [
    "old1",
    "old2",
    "old3",
    "call1",
    "call2",
    "new1",
    "new2",
    "new3",
    "new4",
    "new5",
  ]);
  assert.deepEqual(next(4), ["call1", "call2", "new1", "new2"]);
  assert.deepEqual(next(1), ["call1"]);
  pass(60_001);
  assert.deepEqual(
    next(10),
    ["old1", "old2", "old3", "old4", "old5", "call1", "call2"],
    "a message never ages",
  );
  close();
});

Deno.test("a host that wakes up years ahead drops nothing before the gateway has said what time it is", () => {
  const db = new Database(":memory:");
  let wallMs = TRUTH, upMs = 0;
  const world = {
    now: () => Math.floor(wallMs / 1000),
    nowMs: () => wallMs,
    elapsedMs: () => upMs,
    log: getLogger("test"),
  };
  migrate(db, BOX_MIGRATIONS, world as never);
  const life = () => {
    const clock = new BoxClock(world);
    return { clock, spool: new Spool(db, clock, world, { bytes: 1e6, ageMs: WEEK, memory: 10 }) };
  };
  const learn = ({ clock }: { clock: BoxClock }) => {
    for (let twice = 2; twice > 0; twice--) assert.ok(clock.learn(TRUTH + upMs, clock.nowMs()));
  };
  const first = life();
  learn(first);
  first.spool.take({ atMs: first.clock.nowMs(), urgent: false, body: "{}", site: null, source: "OE1AAA" });
  first.spool.turn(undefined);
  const sums = ({ spool }: typeof first) => spool.sums();
  assert.deepEqual(sums(first), { in: 1, sent: 0, waiting: 1, rejected: 0, dropped: 0 });

  wallMs += 4 * 365 * DAY_MS;
  const second = life();
  second.spool.also(() => {});
  second.spool.turn(undefined);
  assert.deepEqual(sums(second), { in: 1, sent: 0, waiting: 1, rejected: 0, dropped: 0 });
  learn(second);
  second.spool.turn(undefined);
  assert.equal(sums(second).dropped, 0, "it is an hour old, whatever the host believes");

  // A week later by the gateway's clock it goes, and is counted.
  upMs += WEEK + 10_000;
  wallMs += 1000;
  const third = life();
  learn(third);
  third.spool.turn(undefined);
  assert.deepEqual(sums(third), { in: 1, sent: 0, waiting: 0, rejected: 0, dropped: 1 });
  db.close();
});

Deno.test("a batch on its way is not dropped for its age, and no item counts twice", () => {
  const { spool, hears, pass, close } = known();
  hears("old", 4);
  const batch = spool.turn({ items: 2, bytes: 1e6 })!;
  assert.equal(batch.items.length, 2);
  pass(WEEK + 10_000);
  hears("new", 1);
  assert.deepEqual(spool.sums(), { in: 5, sent: 0, waiting: 5, rejected: 0, dropped: 0 }, "while it is out");
  spool.settle(batch, { rejected: new Map() });
  spool.turn(undefined);
  spool.also(() => {});
  spool.turn(undefined);
  assert.deepEqual(spool.sums(), { in: 5, sent: 2, waiting: 1, rejected: 0, dropped: 2 });
  close();
});

Deno.test("memory holds no more than its limit: the oldest goes first, and is counted", () => {
  const { spool, next, close } = known();
  for (let n = 1; n <= 103; n++) {
    const body = JSON.stringify({ raw: `n${n}` });
    spool.take({ atMs: TRUTH, urgent: false, body, site: null, source: "" });
    assert.equal(spool.sums().waiting, Math.min(n, 100));
  }
  assert.deepEqual(spool.sums(), { in: 103, sent: 0, waiting: 100, rejected: 0, dropped: 3 });
  spool.turn(undefined);
  assert.deepEqual(spool.sums(), { in: 103, sent: 0, waiting: 100, rejected: 0, dropped: 3 });
  assert.deepEqual(next(1), ["n4"]);
  close();
});

Deno.test("a turn that asks for a batch while nothing waits writes nothing", () => {
  const { spool, hears, next, close } = known();
  const written = () => spool.db.sql<never, { n: number }>("SELECT total_changes() AS n").get()!.n;
  hears("a", 1);
  const before = written();
  assert.deepEqual(next(1), ["a1"]);
  assert.ok(written() > before, "a batch is noted with its stamps");
  spool.settle(spool.turn({ items: 1, bytes: 1e6 })!, { rejected: new Map() });
  spool.turn(undefined);
  const after = written();
  assert.equal(next(1), undefined);
  assert.equal(written(), after);
  close();
});

Deno.test("what a box keeps: 20,000 items in memory, 200 MB and a week on the disk, and not one more", () => {
  const { spool, hears, pass, close } = known(SPOOL_LIMITS);
  const full = 20_000;
  for (let n = 0; n <= full; n++) {
    spool.take({ atMs: TRUTH, urgent: false, body: "{}", site: null, source: "" });
    if (n === full - 1) assert.equal(spool.sums().dropped, 0);
  }
  assert.deepEqual(spool.sums(), { in: full + 1, sent: 0, waiting: full, rejected: 0, dropped: 1 });
  spool.turn(undefined);
  const more = (bytes: number) => {
    spool.db.writeNow((tx) => spool.store.add(tx, { bytes }));
    spool.also(() => {});
    spool.turn(undefined);
  };
  more(200_000_000 - spool.store.counters().bytes);
  assert.equal(spool.sums().dropped, 1);
  more(1);
  assert.equal(spool.sums().dropped, 2, "a byte too many costs the oldest");
  more(-1e6);
  pass(WEEK);
  hears("b", 1);
  assert.equal(spool.sums().dropped, 2);
  pass(1);
  hears("c", 1);
  assert.ok(spool.sums().dropped > 2, "older than a week");
  close();
});
