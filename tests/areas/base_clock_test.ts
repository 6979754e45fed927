import assert from "node:assert/strict";
import { isRecent } from "../../src/base/mod.ts";

Deno.test("isRecent() holds for so many seconds from then on, and for nothing that lies ahead", () => {
  const told = (at: number) => isRecent(at, 1000, 60);
  assert.deepEqual([940, 941, 1000, 1001, 9e9].map(told), [false, true, true, false, false]);
  assert.deepEqual([-Infinity, Infinity, NaN].map(told), [false, false, false]);
});
