/** When forwarding with a partner is at fault: by its last sessions, and by how long its mail waits. */
import assert from "node:assert/strict";
import { FAILS, faultOf, LATE_INTERVALS, patience } from "../../../src/bbs/partners/fault.ts";

const NOW = 1_800_000_000;
const sessions = (...outcomes: string[]) => outcomes.map((outcome) => ({ outcome, words: "why" }));
const partner = { enabled: 1, intervalMin: 30, timebands: "" };
const what = (...args: Parameters<typeof faultOf>) => faultOf(...args)?.what;

Deno.test("three sessions without a good end are a fault, two are not; one that runs decides nothing", () => {
  assert.equal(FAILS, 3);
  const of = (...outcomes: string[]) => faultOf(partner, sessions(...outcomes), undefined, NOW);
  assert.equal(of("cut", "no_link"), undefined);
  assert.equal(of("running", "cut", "no_link"), undefined);
  assert.equal(of("cut", "no_link", "clean", "cut", "cut"), undefined);
  assert.equal(of("clean", "cut", "cut", "cut"), undefined);
  assert.deepEqual(of("cut", "no_link", "told"), {
    what: "failing",
    n: 3,
    last: { outcome: "cut", words: "why" },
  });
  assert.deepEqual(of("running", "no_link", "broken", "told", "cut", "clean"), {
    what: "failing",
    n: 4,
    last: { outcome: "no_link", words: "why" },
  });
  assert.equal(
    faultOf({ ...partner, enabled: 0 }, sessions("cut", "cut", "cut"), NOW - 1e6, NOW),
    undefined,
    "switched off",
  );
});

Deno.test("mail may wait for four intervals, a day more where the partner is called at certain hours; by hand for ever", () => {
  assert.equal(LATE_INTERVALS, 4);
  assert.equal(patience(partner), 7200);
  assert.equal(patience({ intervalMin: 30, timebands: "0-6" }), 7200 + 86_400);
  assert.equal(patience({ intervalMin: 0, timebands: "" }), undefined);
  assert.equal(what(partner, [], NOW - 7200, NOW), undefined);
  assert.deepEqual(faultOf(partner, [], NOW - 7201, NOW), { what: "waiting", n: 2, last: null });
  assert.equal(what({ ...partner, timebands: "0-6" }, [], NOW - 7201, NOW), undefined);
  assert.equal(what({ ...partner, intervalMin: 0 }, [], NOW - 1e6, NOW), undefined);
  assert.equal(what(partner, sessions("cut"), undefined, NOW), undefined, "no mail waits");
  assert.equal(what(partner, sessions("cut", "cut", "cut"), NOW - 7201, NOW), "failing", "the worse one");
});
