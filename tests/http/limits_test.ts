/** Limits alone: windows, what they keep of strangers, and by what they count. */
import assert from "node:assert/strict";
import { type Limit, Limits, networkOf } from "../../src/http/mod.ts";

const limit = (points: number, seconds: number): Limit<never> => ({ name: "test", points, seconds });

/** How many of `tries` uses are let through. */
function passed(limits: Limits, rule: Limit<never>, who: string, tries: number, cost = 1): number {
  let through = 0;
  for (let i = 0; i < tries; i++) {
    try {
      limits.use(rule, who, cost);
      through++;
    } catch {
      // refused
    }
  }
  return through;
}

Deno.test("a window begins with the first use and ends on the second", () => {
  let now = 1000;
  const limits = new Limits(() => now);
  const rule = limit(3, 60);
  assert.equal(passed(limits, rule, "a", 5), 3);
  now = 1059;
  assert.throws(() => limits.use(rule, "a"), {
    reason: "rate_limited",
    details: { limit: 3, windowSec: 60, retryAfter: 1 },
  });
  assert.equal(passed(limits, rule, "b", 5), 3, "others are counted by themselves");
  now = 1060;
  assert.equal(passed(limits, rule, "a", 5), 3);
});

Deno.test("a use that costs more than is left is refused whole, and counts nothing", () => {
  const limits = new Limits(() => 0);
  const rule = limit(10, 60);
  limits.use(rule, "a", 7);
  assert.throws(() => limits.use(rule, "a", 4), { reason: "rate_limited" });
  limits.use(rule, "a", 3);
  assert.throws(() => limits.use(rule, "a"), { reason: "rate_limited" });
});

Deno.test("a window that an operator shortens ends when the new one would", () => {
  let now = 0, seconds = 3600;
  const limits = new Limits(() => now);
  const rule: Limit<never> = { name: "test", points: 1, seconds: () => seconds };
  limits.use(rule, "a");
  seconds = 60;
  limits.use(rule, "a");
  assert.throws(() => limits.use(rule, "a"), { details: { limit: 1, windowSec: 60, retryAfter: 60 } });
  now = 60;
  limits.use(rule, "a");
});

Deno.test("ended windows are let go of, and running ones are not", () => {
  let now = 0;
  const limits = new Limits(() => now);
  limits.use(limit(1, 1000), "kept");
  for (let i = 0; i < 4000; i++) limits.use(limit(1, 10), `short ${i}`);
  now = 10;
  for (let i = 0; i < 97; i++) limits.use(limit(1, 10), `later ${i}`);
  assert.ok(limits.size < 100, `${limits.size} windows are kept`);
  assert.throws(() => limits.use(limit(1, 1000), "kept"), { reason: "rate_limited" });
});

Deno.test("strangers without number fill no memory; the oldest is forgotten first", () => {
  const limits = new Limits(() => 0);
  const rule = limit(1, 3600);
  for (let i = 0; i < 70_000; i++) limits.use(rule, `stranger ${i}`);
  assert.ok(limits.size <= 65_537, `${limits.size} windows are kept`);
  assert.throws(() => limits.use(rule, "stranger 69999"), { reason: "rate_limited" });
  limits.use(rule, "stranger 0");
});

Deno.test("what is counted by is kept short, and long ones are still told apart", () => {
  const limits = new Limits(() => 0);
  const rule = limit(1, 3600);
  for (const end of ["a", "b"]) {
    const long = "x".repeat(60_000) + end;
    limits.use(rule, long);
    assert.throws(() => limits.use(rule, long), { reason: "rate_limited" });
  }
});

Deno.test("every form of an address is counted as its network", () => {
  for (
    const [address, network] of [
      ["::ffff:c000:207", "192.0.2.7"],
      ["::FFFF:192.0.2.7", "192.0.2.7"],
      ["2001:db8::1", "2001:db8:0:0::/64"],
      ["2001:DB8:0000:0:ffff::", "2001:db8:0:0::/64"],
      ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ] as const
  ) assert.equal(networkOf(address), network, address);
});
