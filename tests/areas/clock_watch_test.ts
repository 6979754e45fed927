/** The wall clock held against the steady one: what is a jump, and what ends it. */
import assert from "node:assert/strict";
import { testWorld } from "../kit/world.ts";

const DAY = 86_400, YEARS = 5 * 365 * DAY;

Deno.test("small steps, however many, are no jump; more than a day at once is, in either direction", () => {
  const world = testWorld(), { clock } = world;
  assert.equal(clock.state(), "ok");
  for (let i = 0; i < 50; i++) {
    world.jump(i % 2 ? DAY : 23 * 3600);
    assert.equal(clock.state(), "ok");
  }
  world.jump(-DAY - 1);
  assert.equal(clock.state(), "jumped");
});

Deno.test("a jump is over an hour after the clocks agree, not before; one back counts as another", () => {
  const world = testWorld(), { clock } = world;
  clock.state();
  world.jump(YEARS);
  assert.equal(clock.state(), "jumped");
  world.pass(70);
  world.jump(-YEARS);
  assert.equal(clock.state(), "jumped");
  world.pass(3599);
  assert.equal(clock.state(), "jumped");
  world.pass(1);
  assert.equal(clock.state(), "ok");
});

Deno.test("the operator's word ends it at once, and the next jump is noticed all the same", () => {
  const world = testWorld(), { clock } = world;
  clock.state();
  world.jump(YEARS);
  clock.confirm();
  assert.equal(clock.state(), "ok");
  world.jump(YEARS);
  assert.equal(clock.state(), "jumped");
});

Deno.test("a clock that is set after it was unset is believed at once, unless it showed another time before", () => {
  const world = testWorld("unset", 100), { clock } = world;
  assert.equal(clock.state(), "unset");
  world.jump(57 * 365 * DAY);
  assert.equal(clock.state(), "ok");
  world.jump(-57 * 365 * DAY);
  assert.equal(clock.state(), "unset");
  world.jump(62 * 365 * DAY);
  assert.equal(clock.state(), "jumped");
});

Deno.test("across a restart: a host that was off for a winter is believed, one that aged by years or grew younger is not", () => {
  for (
    const [off, state] of [[120 * DAY, "ok"], [-3600, "ok"], [YEARS, "jumped"], [-2 * DAY, "jumped"]] as const
  ) {
    const world = testWorld();
    world.clock.startAfter(world.now() - off);
    assert.equal(world.clock.state(), state, String(off));
    world.pass(3600);
    assert.equal(world.clock.state(), "ok");
  }
});
