/** The spool's own rules, turn by turn; what goes wrong around it stands in tests/soak. */
import assert from "node:assert/strict";
import { getLogger } from "@logtape/logtape";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import { BOX_MIGRATIONS } from "../../src/box/migrations.ts";
import { Spool } from "../../src/box/spool/spool.ts";
import { Database, migrate } from "../../src/db/mod.ts";

const DAY_MS = 86_400_000, TRUTH = 1_790_000_000_000, WEEK = 7 * DAY_MS;

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
  const learn = ({ clock }: { clock: BoxClock }) =>
    assert.ok(clock.learn(new Date(TRUTH + upMs).toUTCString(), clock.nowMs()));
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
