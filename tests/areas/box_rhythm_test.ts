/** When a port's silence is unusual. */
import assert from "node:assert/strict";
import { isUnusuallyQuiet } from "../../src/ingest/reports/rhythm.ts";

const HOUR = 500_000, NOW = HOUR * 3600;
/** Every hour of the last `days` days as told. */
const history = (days: number, heard: (hourOfDay: number, day: number) => number | undefined) => {
  const hours = new Map<number, number>();
  for (let day = 1; day <= days; day++) {
    for (let hour = 0; hour < 24; hour++) {
      const n = heard((HOUR - hour) % 24, day);
      if (n !== undefined) hours.set(HOUR - hour - day * 24, n);
    }
  }
  return hours;
};

Deno.test("silence is measured by what the same hours brought before", () => {
  const steady = history(14, () => 20);
  assert.equal(isUnusuallyQuiet(steady, NOW - 1799, NOW), false);
  assert.equal(isUnusuallyQuiet(steady, NOW - 1800, NOW), true);
  const rare = history(14, () => 0);
  assert.equal(isUnusuallyQuiet(rare, NOW - 86_400, NOW), false);
  assert.equal(isUnusuallyQuiet(new Map(), null, NOW), false);
});

Deno.test("an hour counts from three known days on, and one loud day does not make a rhythm", () => {
  assert.equal(isUnusuallyQuiet(history(2, () => 100), NOW - 3600, NOW), false);
  assert.equal(isUnusuallyQuiet(history(3, () => 100), NOW - 3600, NOW), true);
  assert.equal(isUnusuallyQuiet(history(3, (_, day) => day === 1 ? 1000 : 0), NOW - 7200, NOW), false);
  // Of an even number the lower middle.
  assert.equal(isUnusuallyQuiet(history(4, (_, day) => day <= 2 ? 100 : 0), NOW - 7200, NOW), false);
  assert.equal(isUnusuallyQuiet(history(5, (_, day) => day <= 3 ? 100 : 0), NOW - 7200, NOW), true);
});

Deno.test("two weeks are looked at, and no silence is unusual for longer than a day", () => {
  const old = new Map([...history(30, () => 100)].filter(([hour]) => hour <= HOUR - 15 * 24));
  assert.equal(isUnusuallyQuiet(old, NOW - 3600, NOW), false);
  const atTwo = (hourOfDay: number) => hourOfDay === (HOUR - 2) % 24 ? 9 : 0;
  assert.equal(isUnusuallyQuiet(history(14, atTwo), NOW - 10 * 86_400, NOW), false);
  assert.equal(isUnusuallyQuiet(history(14, () => 0.5), null, NOW), true);
});
