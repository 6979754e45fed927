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

Deno.test("the box's clock is monotonic, learns from Date, and is moved by news alone", () => {
  let wall = 1_000_000, elapsed = 0;
  const clock = new BoxClock({ nowMs: () => wall, elapsedMs: () => elapsed });
  const pass = (ms: number) => (wall += ms, elapsed += ms);
  assert.equal(clock.trueNow(), undefined, "1970 is no time");
  assert.equal(clock.shownOffsetMs, null);
  pass(1000);
  wall -= 86_400_000;
  assert.equal(clock.nowMs(), 1_001_000, "the host's clock moves nothing");
  assert.equal(
    clock.learn("Thu, 01 Jan 1970 00:10:00 GMT", clock.nowMs()),
    false,
    "a gateway whose clock is not set",
  );
  assert.equal(clock.learn(null, clock.nowMs()), false);
  assert.equal(clock.learn("Mon, 01 Jun 2026 12:00:00 GMT", clock.nowMs()), true);
  assert.equal(clock.signingNow(), 1_780_315_200);
  assert.equal(clock.shownOffsetMs, 1_780_315_200_500 - wall);
  pass(10_000);
  assert.equal(clock.trueNow(), 1_780_315_210);
  // A second's jitter of the header is none.
  clock.learn("Mon, 01 Jun 2026 12:00:11 GMT", clock.nowMs());
  assert.equal(clock.trueNow(), 1_780_315_210);
  clock.learn("Mon, 01 Jun 2026 12:00:13 GMT", clock.nowMs());
  assert.equal(clock.trueNow(), 1_780_315_213);
});

Deno.test("a slow answer moves the clock by no more than its doubt, and a quicker one is believed again", () => {
  const at = Date.UTC(2026, 5, 1, 12);
  const date = (ms: number) => new Date(at + ms).toUTCString();
  const learnt = (...answers: [said: number, tookMs: number][]) => {
    let elapsed = 0;
    const clock = new BoxClock({ nowMs: () => at + elapsed, elapsedMs: () => elapsed });
    for (const [said, took] of answers) {
      const asked = clock.nowMs();
      elapsed += took;
      clock.learn(date(said), asked);
    }
    return clock.shownOffsetMs;
  };
  // Of a header half a second of its own and half of the time that the answer took are doubt.
  assert.equal(learnt([10_000, 0]), 10_500);
  assert.equal(learnt([10_000, 8000]), 10_500 - 4000);
  assert.equal(learnt([10_000, 0], [15_000, 20_000]), 10_500, "5 s less 10 s is within its doubt");
  assert.equal(
    learnt([10_000, 8000], [18_000, 0]),
    10_500,
    "one that took no time tells more than one of 8 s",
  );
  assert.equal(learnt([10_000, 8200]), 6400);
  assert.equal(learnt([10_000, 8200], [15_000, 0]), 7300, "also by little, where the first was slow");
  assert.equal(learnt([10_000, 0], [40_000, 20_000]), 30_500, "far beyond its doubt it is news");
});
