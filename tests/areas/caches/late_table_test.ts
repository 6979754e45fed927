/**
 * The rule on evidence that may come at any time: each carrier at each moment around the find, each way of arrival with and
 * without a proven call, and forgeries. The rule knows no arrival: what it gives is what a find is worth in the end.
 */
import assert from "node:assert/strict";
import type { Evidence, Fix, Hearing, Tier } from "../../../src/caches/rules/evidence.ts";
import { judge } from "../../../src/caches/rules/tier.ts";
import { besideFind, isWorthMore, type Standing, whichFind } from "../../../src/caches/rules/which_find.ts";
import { evidence, fix, heard, living, livingFix, north, PEERS, reading, T } from "../../kit/evidence.ts";

const tierOf = (over: Partial<Evidence>): Tier | null => judge(evidence(over)).tier;
const at = (offset: number, over: Partial<Fix> = {}, hearing: Partial<Hearing> = {}) =>
  fix({ at: T + offset, ...over }, { at: T + offset, ...hearing });
const UNPROVEN = { ...evidence().logger, proven: false };

/** Moments around the find, in seconds, and whether a position of then counts. */
const MOMENTS: readonly [number, boolean][] = [
  [-7200, false],
  [-1801, false],
  [-1800, true],
  [-61, true],
  [0, true],
  [60, true],
  [61, false],
  [3600, false],
];
/** How a position may have come, and whether that attests it. */
const CARRIERS: readonly [string, Partial<Fix>, Partial<Hearing>, boolean][] = [
  ["a KISS TNC, by the site's secret", {}, {}, true],
  ["another's box", {}, {
    deliveredBy: { kind: "box", box: "hill", ownerAccountId: 9, enrolledFor: "OE1XYZ" },
  }, true],
  ["a MeshCom node's radio", { via: "meshcom", port: "meshcom" }, {}, true],
  ["a MeshCom relay", { via: "meshcom", port: "meshcom" }, { direct: false }, false],
  ["the mesh server", { via: "meshcom", port: "meshcom" }, { radioPort: false }, false],
  ["a digipeater", {}, { direct: false }, false],
  ["APRS-IS", { via: "aprsis", port: "aprs-is" }, {}, false],
  ["an IP tunnel", { port: "axudp" }, { radioPort: false }, false],
  ["a site that nobody trusts", {}, { trusted: false }, false],
  ["no site by name", {}, { site: "" }, false],
  ["a member's own device", { via: "app" }, { deliveredBy: { kind: "device" } }, false],
  ["the logger's own site", {}, { site: "OE1ABC-10" }, false],
  ["a station of the logger", {}, { site: "OE3CLB-10" }, false],
  ["the logger's own box", {}, { deliveredBy: { kind: "box", box: "attic", ownerAccountId: 7 } }, false],
];
for (const [carrier, over, hearing, isAttested] of CARRIERS) {
  for (const [offset, isInTime] of MOMENTS) {
    Deno.test(`by ${carrier}, ${offset} s from the find`, () => {
      const counts = isAttested && isInTime;
      assert.equal(tierOf({ fixes: [at(offset, over, hearing)] }), counts ? "A" : null);
      assert.equal(
        tierOf({ fixes: [at(offset, over, hearing)], logger: UNPROVEN }),
        null,
        "an unproven call",
      );
      const both = [at(offset, over, hearing), at(-30)];
      assert.deepEqual(
        [tierOf({ fixes: both }), tierOf({ fixes: both.toReversed() })],
        ["A", "A"],
        "with one that counts",
      );
    });
  }
}

/** What may make a find count by itself, and what it is worth with a proven call and without. */
const WAYS: readonly [string, Partial<Evidence>, Tier | null, Tier | null][] = [
  ["nothing", {}, null, null],
  ["a beacon", { fixes: [at(-60)] }, "A", null],
  ["peers", { peers: PEERS }, "A", null],
  ["peers short of a quorum", { peers: { ...PEERS, confirmed: false } }, null, null],
  ["a reading", { reading: reading(30) }, "B", "B"],
  ["a reading of another session", { reading: reading(30, { session: false }) }, null, null],
  ["a reading far off", { reading: reading(400) }, null, null],
  ["a reading as inexact as it is far", { reading: reading(299, { accuracyM: 150 }) }, "B", "B"],
  ["a reading two minutes late", { reading: reading(30, { at: T + 120 }) }, "B", "B"],
  ["a reading later than that", { reading: reading(30, { at: T + 121 }) }, null, null],
  ["a tag", { nfc: { stage: 1, bits: 40, at: T + 86_400 } }, "B", "B"],
  ["a weak tag", { nfc: { stage: 1, bits: 39, at: T } }, null, null],
  ["a beacon and a reading", { fixes: [at(-60)], reading: reading(30) }, "A", "B"],
  ["a beacon and a tag", { fixes: [at(-60)], nfc: { stage: 1, bits: 60, at: T } }, "A", "B"],
  ["peers and a reading", { peers: PEERS, reading: reading(30) }, "A", "B"],
  ["peers and a bad reading", { peers: PEERS, reading: reading(900) }, "A", null],
];
for (const [way, given, proven, unproven] of WAYS) {
  Deno.test(`what ${way} is worth, with a proven call and without`, () => {
    assert.equal(tierOf(given), proven);
    assert.equal(tierOf({ ...given, logger: UNPROVEN }), unproven);
  });
}

const away = (metres: number, offset: number, over: Partial<Fix> = {}, hearing: Partial<Hearing> = {}) =>
  at(offset, { ...north(metres), ...over }, hearing);
/** What somebody could try, and what may look like it and is honest. */
const TRIED: readonly [string, Partial<Evidence>, Tier | null][] = [
  ["a position that was commanded", { fixes: [at(-60, { commanded: true })] }, null],
  ["a commanded one beside a genuine one", { fixes: [at(-60, { commanded: true }), at(-50)] }, "A"],
  ["another's call", { fixes: [at(-60, { call: "OE9ELS-7" })] }, null],
  ["another call of the account", { fixes: [at(-60, { call: "OE1OLD-7" })] }, null],
  ["a call that begins alike", { fixes: [at(-60, { call: "OE1ABCD" })] }, null],
  ["another SSID", { fixes: [at(-60, { call: "OE1ABC-15" })] }, "A"],
  ["an ambiguous position", { fixes: [at(-60, { ambiguityM: 18 })] }, null],
  ["150 m off", { fixes: [away(149, -60)] }, "A"],
  ["151 m off", { fixes: [away(151, -60)] }, null],
  ["two places at one second", { fixes: [at(-60), away(5000, -60)] }, null],
  ["elsewhere an hour before, by foot", { fixes: [at(-60), away(4000, -3660)] }, "A"],
  ["elsewhere a minute after, by jet", { fixes: [at(-60), away(20_000, 0)] }, null],
  ["elsewhere later than the find, by jet", { fixes: [at(-60), away(200_000, 1000)] }, null],
  ["elsewhere by another SSID", { fixes: [at(-60), away(20_000, 0, { call: "OE1ABC-9" })] }, "A"],
  ["elsewhere by what nobody attested", { fixes: [at(-60), away(20_000, 0, { hearings: [] })] }, "A"],
  ["elsewhere by APRS-IS", { fixes: [at(-60), away(20_000, 0, { via: "aprsis" })] }, "A"],
  ["elsewhere by a digipeater", { fixes: [at(-60), away(20_000, 0, {}, { direct: false })] }, "A"],
  ["elsewhere by one's own site, which contradicts all the same", {
    fixes: [at(-60), away(20_000, 0, {}, { site: "OE1ABC-10" })],
  }, null],
  ["elsewhere by a command", { fixes: [at(-60), away(20_000, 0, { commanded: true })] }, "A"],
  ["a crowd of lines that nobody heard", {
    fixes: [...Array.from({ length: 499 }, (_, i) => at(-i, { via: "aprsis", hearings: [] })), at(-60)],
  }, "A"],
  ["one's own site and another's", {
    fixes: [at(-60, { hearings: [heard({ site: "OE1ABC-10" }), heard()] })],
  }, "A"],
  ["a copy by a digipeater and a direct one", {
    fixes: [at(-60, { hearings: [heard({ direct: false }), heard()] })],
  }, "A"],
  ["a box enrolled for the logger's call", {
    fixes: [
      at(-60, {}, { deliveredBy: { kind: "box", box: "b", ownerAccountId: 9, enrolledFor: "OE1ABC" } }),
    ],
  }, null],
  ["a box enrolled for an old call of the logger", {
    fixes: [
      at(-60, {}, { deliveredBy: { kind: "box", box: "b", ownerAccountId: 9, enrolledFor: "OE1OLD" } }),
    ],
  }, null],
  [
    "peers, and a position here that speaks against them",
    {
      fixes: [away(300_000, -300, { call: "OE1ABC" })],
      peers: PEERS,
    },
    null,
  ],
  [
    "peers, and one that nobody attested",
    { fixes: [away(300_000, -300, { call: "OE1ABC", hearings: [] })], peers: PEERS },
    "A",
  ],
  [
    "peers, and one of another SSID",
    { fixes: [away(300_000, -300, { call: "OE1ABC-9" })], peers: PEERS },
    "A",
  ],
  ["a living cache whose station nobody heard", { place: living([]), fixes: [at(-60)] }, null],
  ["a living cache here", { place: living([livingFix()]), fixes: [at(-180)] }, "A"],
  [
    "a living cache here by APRS-IS",
    { place: living([livingFix({ via: "aprsis" })]), fixes: [at(-180)] },
    null,
  ],
  ["a living cache here by a digipeater", {
    place: living([livingFix({}, { direct: false })]),
    fixes: [at(-180)],
  }, null],
  ["a living cache here by the finder's site", {
    place: living([livingFix({}, { site: "OE1ABC-10" })]),
    fixes: [at(-180)],
  }, null],
  ["a living cache that jumped here", {
    place: living([livingFix(), livingFix({ at: T - 60, ...north(30_000) })]),
    fixes: [at(-180)],
  }, null],
  ["a living cache that an unattested line puts elsewhere", {
    place: living([livingFix(), livingFix({ at: T - 179, ...north(30_000), hearings: [] })]),
    fixes: [at(-180)],
  }, "A"],
  ["a living cache that jumped by its owner's signature", {
    place: living([
      livingFix({ signedByDevice: true, via: "app", hearings: [] }),
      livingFix({ at: T - 60, ...north(30_000) }),
    ]),
    fixes: [at(-180)],
  }, null],
  ["a living cache by its owner's signature alone", {
    place: living([livingFix({ signedByDevice: true, via: "app", hearings: [] })]),
    fixes: [at(-180)],
  }, "A"],
  ["a living cache heard later than five minutes", {
    place: living([livingFix({ at: T + 300 })]),
    fixes: [at(-60)],
  }, null],
  ["a reading at a living cache that jumped", {
    place: living([livingFix(), livingFix({ at: T - 60, ...north(30_000) })]),
    reading: reading(10),
  }, null],
];
for (const [name, given, tier] of TRIED) {
  Deno.test(`tried: ${name}`, () => assert.equal(tierOf(given), tier));
}

Deno.test("what is missing to a find that was heard says so once, whatever else was heard", () => {
  const { why } = judge(
    evidence({ fixes: [at(-60, { via: "aprsis", hearings: [] }), at(-30)], logger: UNPROVEN }),
  );
  assert.equal(why.candidates[0]!.said!.code, "call_unproven");
  assert.match(
    why.sentence,
    /^Logged without proof of place\. Heard by OE1XYZ-10\. It counts once OE1ABC is proven yours\./,
  );
  const peers = judge(evidence({ peers: PEERS, logger: UNPROVEN })).why;
  assert.match(
    peers.sentence,
    /Heard by oe5\.example and dl1\.example\. It counts once OE1ABC is proven yours\./,
  );
  assert.equal(peers.said!.filter(({ code }) => code === "heard_unproven").length, 1);
});

Deno.test("which of several finds is the find: what counts, then the tier, then the earliest; of those that do not the last", () => {
  const one = (id: number, tier: Tier | null, counts: boolean, foundAt = id): Standing => ({
    id,
    tier,
    counts,
    foundAt,
  });
  for (
    const [finds, find, notes] of [
      [[one(1, null, false), one(2, null, false)], undefined, []],
      [[one(1, null, false), one(2, "B", true)], 2, [1]],
      [[one(1, "B", true), one(2, "B", true)], 1, [2]],
      [[one(1, "B", true), one(2, "A", true)], 2, [1]],
      [[one(1, "A", true, 9), one(2, "A", true, 3)], 2, [1]],
      [[one(1, "B", false), one(2, "B", false)], 2, [1]],
      [[one(1, null, false), one(2, "B", false), one(3, null, false)], 2, []],
      [[one(1, null, false), one(2, "B", false), one(3, "A", true)], 3, [1, 2]],
    ] as const
  ) {
    for (const order of [finds, finds.toReversed()]) {
      const is = whichFind(order);
      assert.equal(is?.id, find);
      assert.deepEqual(is ? besideFind(is, order).map(({ id }) => id).sort() : [], notes);
    }
  }
  const tiers: (Tier | null)[] = [null, "B", "A"];
  assert.deepEqual(tiers.map((a) => tiers.map((b) => isWorthMore(a, b))), [
    [false, false, false],
    [true, false, false],
    [true, true, false],
  ]);
});
