/** Times in XML and other files. */
import assert from "node:assert/strict";
import { isoTime } from "../../src/base/mod.ts";
import { seeded } from "../wire/test_data.ts";

Deno.test("a time is written as the platform writes it, whichever day was written before", () => {
  const draw = seeded(7);
  const edges = [
    0,
    -1,
    59,
    60,
    3599,
    3600,
    86_399,
    86_400,
    -86_400,
    -86_401,
    951_782_400,
    253_402_300_799,
    253_402_300_800,
  ];
  const drawn = Array.from({ length: 2000 }, () => Math.floor((draw() - 0.2) * 4e9));
  for (const at of [...edges, ...drawn, ...drawn.map((one) => one + 1), 1.5, -62_167_219_201]) {
    assert.equal(isoTime(at), new Date(at * 1000).toISOString().replace(".000Z", "Z"), String(at));
  }
  for (const at of [NaN, Infinity, 1e15]) assert.throws(() => isoTime(at), RangeError);
});
