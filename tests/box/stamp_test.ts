/** When a frame was heard: known from what the gateway said, or not at all. */
import assert from "node:assert/strict";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import { type Run, stampOf } from "../../src/box/clock/stamp.ts";

const HOUR = 3_600_000;
const run = (over: Partial<Run>): Run => ({
  id: 1,
  startedMs: 1_000_000,
  boot: "b",
  upMs: 60_000,
  offsetMs: null,
  ...over,
});

Deno.test("a run that reached the gateway is dated by what it learnt", () => {
  assert.equal(stampOf(1_500_999, run({ offsetMs: 1_780_000_000_000 }), run({ id: 2 })), 1_780_001_500);
});

Deno.test("a run that did not is dated by a later one of the same boot, however wrong the host's clock is", () => {
  const later = run({ id: 2, startedMs: 1_000_000 + HOUR, upMs: 60_000 + HOUR, offsetMs: 5000 });
  assert.equal(stampOf(1_500_000, run({}), later), 1505);
  // Uptime is told in seconds.
  assert.equal(stampOf(1_500_000, run({}), { ...later, upMs: 60_000 + HOUR - 2500 }), 1505);
});

Deno.test("nobody knows where the host was started anew, its clock was set, or nothing was learnt", () => {
  const later = run({ id: 2, startedMs: 1_000_000 + HOUR, upMs: 60_000 + HOUR, offsetMs: 5000 });
  assert.equal(stampOf(1_500_000, run({}), { ...later, offsetMs: null }), undefined);
  assert.equal(stampOf(1_500_000, run({}), { ...later, upMs: 30_000 }), undefined, "less up than before");
  assert.equal(
    stampOf(1_500_000, run({}), { ...later, startedMs: later.startedMs + 10_000 }),
    undefined,
    "set",
  );
  assert.equal(stampOf(1_500_000, run({ boot: "a" }), later), undefined, "another boot with the same clock");
  assert.equal(stampOf(1_500_000, run({ boot: null }), { ...later, boot: null }), undefined);
  assert.equal(stampOf(1_500_000, run({ upMs: null }), later), undefined);
  assert.equal(stampOf(1_500_000, run({}), { ...later, upMs: null }), undefined);
});

/** A box whose host woke up in 1970, and how it learns: the gateway's time, each after so many milliseconds on the way. */
function wokenUp() {
  let wall = 1_000_000, elapsed = 0;
  const clock = new BoxClock({ nowMs: () => wall, elapsedMs: () => elapsed });
  const pass = (ms: number) => (wall += ms, elapsed += ms);
  const hears = (saidMs: number | undefined, tookMs = 0): boolean => {
    const asked = clock.nowMs();
    pass(tookMs);
    return clock.learn(saidMs, asked);
  };
  return { clock, pass, hears, setWall: (by: number) => wall += by };
}
const NOON = Date.UTC(2026, 5, 1, 12);

Deno.test("the box's clock is monotonic, learns from two answers that agree, and is moved by news alone", () => {
  const { clock, pass, hears, setWall } = wokenUp();
  assert.equal(clock.trueNow(), undefined, "1970 is no time");
  pass(1000);
  setWall(-86_400_000);
  assert.equal(clock.nowMs(), 1_001_000, "the host's clock moves nothing");
  assert.equal(hears(600_000), false, "a gateway whose clock is not set");
  assert.equal(hears(undefined), false);
  assert.ok(hears(NOON));
  assert.deepEqual(
    [clock.offsetMs, clock.shownOffsetMs, clock.gatewayNow(), clock.trueNow()],
    [undefined, null, undefined, undefined],
    "one answer alone is not believed",
  );
  assert.equal(clock.signingNow(), NOON / 1000, "it is good enough to ask again by");
  pass(1000);
  assert.ok(hears(NOON + 1000));
  assert.deepEqual([clock.gatewayNow(), clock.trueNow()], [NOON / 1000 + 1, NOON / 1000 + 1]);
  pass(9000);
  assert.equal(clock.trueNow(), NOON / 1000 + 10);
  hears(NOON + 11_400);
  assert.equal(clock.trueNow(), NOON / 1000 + 10, "a second's jitter is none");
  hears(NOON + 13_000);
  assert.equal(
    clock.trueNow(),
    NOON / 1000 + 13,
    "what agrees to 5 s with what is believed moves it at once",
  );
});

Deno.test("answers that do not agree, or come too far apart, are not believed; a single one moves no belief", () => {
  const HOUR_OFF = 2 * HOUR;
  const { clock, pass, hears } = wokenUp();
  hears(NOON + HOUR_OFF);
  hears(NOON);
  assert.equal(clock.offsetMs, undefined, "two hours apart");
  assert.ok(clock.isAlone);
  pass(60_001);
  assert.equal(clock.isAlone, false);
  hears(NOON + 60_001);
  assert.equal(clock.offsetMs, undefined, "the first of them was over a minute ago");
  hears(NOON + 60_001 + 5001);
  assert.equal(clock.offsetMs, undefined, "5001 ms apart");
  hears(NOON + 60_001);
  assert.equal(clock.offsetMs, undefined, "each is held against the one before it");
  hears(NOON + 60_001);
  const believed = clock.offsetMs;
  assert.equal(clock.gatewayNow(), Math.floor((NOON + 60_001) / 1000));
  hears(NOON + 60_001 + HOUR_OFF);
  assert.equal(clock.offsetMs, believed, "a single one that says two hours more");
  assert.equal(clock.signingNow(), Math.floor((NOON + 60_001 + HOUR_OFF) / 1000));
  hears(NOON + 60_001);
  assert.deepEqual(
    [clock.offsetMs, clock.isAlone],
    [believed, false],
    "what is believed again ends the doubt",
  );
  hears(NOON + 60_001 + HOUR_OFF);
  hears(NOON + 60_001 + HOUR_OFF);
  assert.equal(clock.offsetMs, believed! + HOUR_OFF, "two that agree: the gateway's clock was set");
});

Deno.test("a slow answer moves the clock by no more than its doubt, and a quicker one is believed again", () => {
  const learnt = (...answers: [said: number, tookMs: number][]) => {
    let elapsed = 0;
    const clock = new BoxClock({ nowMs: () => NOON + elapsed, elapsedMs: () => elapsed });
    // Each twice, the second time from no time on: what one says alone is not believed.
    for (const [said, took] of answers) {
      for (let twice = 2; twice > 0; twice--) {
        const asked = clock.nowMs();
        elapsed += took;
        clock.learn(NOON + said + elapsed - took, asked);
      }
    }
    return clock.shownOffsetMs;
  };
  assert.equal(learnt([10_000, 0]), 10_000);
  assert.equal(learnt([10_000, 8000]), 10_000 - 4000);
  assert.equal(learnt([10_000, 0], [15_000, 20_000]), 10_000, "5 s less 10 s is within its doubt");
  assert.equal(
    learnt([10_000, 8000], [10_500, 0]),
    10_500,
    "one that took no time tells more than one of 8 s",
  );
  assert.equal(learnt([10_000, 8000], [7000, 0]), 7000, "also by little, where the first was slow");
  assert.equal(learnt([10_000, 0], [40_000, 20_000]), 30_000, "far beyond its doubt it is news");
});
