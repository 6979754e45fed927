/** Limits alone: windows, what they keep of strangers, and by what they count. */
import assert from "node:assert/strict";
import { hostOf, type Incoming, type Limit, Limits, networkOf } from "../../src/http/mod.ts";

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
  for (let i = 0; i < 110; i++) limits.use(limit(1, 10), `later ${i}`);
  assert.ok(limits.size < 120, `${limits.size} windows are kept`);
  assert.throws(() => limits.use(limit(1, 1000), "kept"), { reason: "rate_limited" });
});

Deno.test("strangers without number fill no memory, and nothing that runs is forgotten for them", () => {
  const limits = new Limits(() => 0);
  const [rule, other] = [limit(2, 3600), { ...limit(1, 3600), name: "other" }];
  limits.use(other, "kept");
  let through = 0;
  for (let i = 0; i < 100_000; i++) through += passed(limits, rule, `stranger ${i}`, 1);
  assert.ok(limits.size < 18_000, `${limits.size} windows are kept`);
  // Newcomers share 1024 windows of two uses when there is no room for one each.
  assert.equal(through, 16_384 + 2 * 1024);
  assert.equal(passed(limits, rule, "stranger 0", 2), 1, "the first of all is still counted");
  assert.throws(() => limits.use(rule, "newcomer"), { reason: "rate_limited" });
  assert.throws(() => limits.use(other, "kept"), { reason: "rate_limited" });
  limits.use(other, "newcomer");
});

Deno.test("a full table lets newcomers in again when its windows have ended", () => {
  let now = 0;
  const limits = new Limits(() => now);
  const rule = limit(1, 60);
  for (let i = 0; i < 40_000; i++) passed(limits, rule, `stranger ${i}`, 1);
  assert.throws(() => limits.use(rule, "newcomer"), { reason: "rate_limited" });
  now = 60;
  limits.use(rule, "newcomer");
  assert.ok(limits.size < 10, `${limits.size} windows are kept`);
});

Deno.test("an IPv6 network takes no more than its part: the rest of it is counted as one, others by themselves", () => {
  let now = 0;
  const limits = new Limits(() => now);
  const rule = limit(2, 60);
  const own = (from: number, to: number) => {
    let through = 0;
    for (let n = from; n < to; n++) {
      through += passed(limits, rule, networkOf(`2001:db8:1:${n.toString(16)}::1`), 2);
    }
    return through;
  };
  assert.equal(own(0, 64), 128);
  assert.equal(own(64, 5000), 2, "a /48's further networks share one window");
  assert.ok(limits.size <= 66, `${limits.size} windows are kept`);
  assert.equal(passed(limits, rule, networkOf("2001:db8:2::1"), 3), 2, "the /48 beside it");
  assert.equal(passed(limits, rule, networkOf("2001:db8:1::1"), 1), 0, "who had a window keeps it");
  now = 60;
  assert.equal(own(100, 164), 128, "ended windows are no longer in the way");
});

Deno.test("a /32 takes no more than its part either, nor one /64 in windows of its hosts", () => {
  const limits = new Limits(() => 0);
  const rule = limit(1, 60);
  let through = 0;
  for (let n = 0; n < 3000; n++) {
    through += passed(limits, rule, networkOf(`2001:db8:${n.toString(16)}::1`), 1);
  }
  assert.equal(through, 1025);
  for (let n = 0; n < 200; n++) through += passed(limits, rule, hostOf(`2a02::${n.toString(16)}`), 1);
  assert.equal(through, 1025 + 65);
  limits.use(rule, hostOf("2a02:0:0:1::1"));
});

Deno.test("where one of a route's limits refuses, none counts", () => {
  const limits = new Limits(() => 0);
  const incoming = { client: "192.0.2.7" } as Incoming;
  const few: Limit<{ account: number }> = {
    name: "few",
    points: 1,
    seconds: 60,
    per: ({ who }) => String(who.account),
  };
  const many: Limit<{ account: number }> = { name: "many", points: 3, seconds: 60 };
  limits.useFor([many, few], { account: 1 }, incoming);
  for (let n = 0; n < 5; n++) {
    assert.throws(() => limits.useFor([many, few], { account: 1 }, incoming), { reason: "rate_limited" });
  }
  limits.useFor([many, few], { account: 2 }, incoming);
  limits.useFor([many, few], { account: 3 }, incoming);
  assert.throws(() => limits.useFor([many, few], { account: 4 }, incoming), {
    details: { limit: 3, windowSec: 60, retryAfter: 60 },
  });
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

Deno.test("a host is told from its neighbours in a /64, in every form of its address", () => {
  for (
    const [address, host] of [
      ["::ffff:c000:207", "192.0.2.7"],
      ["192.0.2.7", "192.0.2.7"],
      ["2001:DB8:0000:0:ffff::%eth0", "2001:db8:0:0:ffff:0:0:0"],
      ["fe80::1", "fe80:0:0:0:0:0:0:1"],
    ] as const
  ) assert.equal(hostOf(address), host, address);
});
