/** What the bench's own figures are made of. */
import assert from "node:assert/strict";
import { loadOf } from "../../tools/bench/against.ts";
import { exponentOf } from "../../tools/bench/growth_rows.ts";

Deno.test("the exponent says how a cost grows, and the load how busy a machine is", () => {
  const near = (value: number, expected: number) => assert(Math.abs(value - expected) < 1e-9, String(value));
  near(exponentOf([3, 3], [10_000, 100_000]), 0);
  near(exponentOf([3, 30], [10_000, 100_000]), 1);
  near(exponentOf([1, 100], [100_000, 1_000_000]), 2);
  near(exponentOf([30, 3], [10_000, 100_000]), -1);
  near(loadOf("3.50 2.10 1.00 2/345 6789\n", 2), 1.75);
});
