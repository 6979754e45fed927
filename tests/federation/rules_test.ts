/** The machine's decisions one by one: waits and ends of gaps, which keys count, where to read on, boxes. */
import assert from "node:assert/strict";
import { signDocument } from "../../src/wire/mod.ts";
import {
  afterAsk,
  aged,
  ASKS_PER_KIND,
  ASKS_PER_PULL,
  byUrgency,
  type Gap,
  GAPS_PER_PAGE,
  isDue,
  isOver,
  MAX_GAPS,
  MAX_HOP_GAPS,
  newGap,
  waitAfter,
} from "../../src/federation/gaps/rules.ts";
import { type PageResult, planReading, settlePage } from "../../src/federation/pull/plan.ts";
import { readRegion, regionCovers, regionHas, regionText } from "../../src/federation/serve/region.ts";
import {
  isRotation,
  type KeyClaim,
  resolveKeys,
  usableKeys,
} from "../../src/federation/keys/resolve_keys.ts";
import type { Rotation } from "../../src/federation/tables/peer_store.ts";
import { isAddress, pullAddresses, readEndpoints } from "../../src/federation/peers/endpoints.ts";
import { keyFrom } from "./node.ts";

const DAY = 86_400;

Deno.test("waits double from five minutes to a day", () => {
  assert.deepEqual([1, 2, 3, 8, 9, 10, 50].map(waitAfter), [300, 600, 1200, 38_400, 76_800, DAY, DAY]);
});

Deno.test("a gap is given up after seven days and five asks without it, not after either alone", () => {
  let gap: Gap = newGap("a", "cache", 7, "unsettled", 0);
  for (let i = 1; i <= 20; i++) gap = afterAsk(gap, "n", "without", i * 60);
  assert.equal(gap.givenUp, null, "twenty asks within the hour");
  let slow = newGap("a", "cache", 7, "unsettled", 0);
  for (let day = 1; day <= 4; day++) slow = afterAsk(slow, "n", "without", day * 2 * DAY);
  assert.equal(slow.givenUp, null, "four asks in eight days");
  for (let day = 5; day <= 8; day++) slow = afterAsk(slow, "n", "without", day * DAY + 4 * DAY);
  assert.notEqual(slow.givenUp, null);
  const young = { ...newGap("a", "cache", 7, "unsettled", 0), asks: 4, aged: 6 * DAY };
  assert.equal(afterAsk(young, "n", "without", DAY - 1).givenUp, null);
  assert.equal(afterAsk(young, "n", "without", DAY).givenUp, DAY);
});

Deno.test("silence and promises are no failed asks, and a promise begins the week anew", () => {
  let gap = newGap("a", "cache", 7, "unsettled", 0);
  for (let day = 1; day <= 30; day++) gap = afterAsk(gap, "n", "none", day * DAY);
  assert.deepEqual([gap.givenUp, gap.asks], [null, 0]);
  for (let day = 31; day <= 34; day++) gap = afterAsk(gap, "n", "without", day * DAY);
  gap = afterAsk(gap, "n", "promising", 35 * DAY);
  assert.equal(gap.aged, 0);
  gap = afterAsk(gap, "n", "without", 36 * DAY);
  assert.equal(gap.givenUp, null);
});

Deno.test("a clock that jumps by years ages a gap by one day, and a wait set under it does not hold", () => {
  const gap = afterAsk(newGap("a", "cache", 7, "unsettled", 1000), "n", "without", 1000);
  assert.equal(aged(gap, 1000 + 10 * 365 * DAY).aged, DAY);
  assert.equal(aged(gap, 0).aged, 0, "backwards");
  const ahead = afterAsk(gap, "n", "without", 1000 + 10 * 365 * DAY);
  assert.equal(isDue(ahead, "n", 2000), true);
  assert.equal(isDue(gap, "n", 1200), false);
  assert.equal(isDue(gap, "n", 1300), true);
  assert.equal(isDue(gap, "other", 1000), true, "each neighbour has its own clock");
});

Deno.test("a deletion is never given up; hop gaps end by age, a deletion's only once it applied", () => {
  const old = (kind: Gap["kind"], reason: Gap["reason"], more: Partial<Gap> = {}): Gap => ({
    ...newGap("a", kind, 7, reason, 0),
    aged: 31 * DAY,
    asks: 100,
    ...more,
  });
  assert.equal(afterAsk(old("tombstone", "unsettled"), "n", "without", 31 * DAY).givenUp, null);
  assert.equal(isOver(old("tombstone", "unsettled"), 1e9), false);
  assert.equal(isOver(old("tombstone", "upstream-hops"), 1e9), false);
  assert.equal(isOver(old("tombstone", "hops"), 1e9), true);
  assert.equal(isOver(old("cache", "hops"), 1e9), true);
  for (const kind of ["cache", "tombstone"] as const) {
    assert.equal(isOver(old(kind, "hops", { aged: 30 * DAY - 1 }), 1e9), false);
    assert.equal(isOver(old(kind, "hops", { aged: 30 * DAY }), 1e9), true);
  }
  assert.equal(isOver(old("cache", "upstream-hops"), 1e9), true);
  assert.equal(afterAsk(old("cache", "hops"), "n", "without", 31 * DAY).givenUp, null);
  const givenUp = old("cache", "unsettled", { givenUp: 0 });
  assert.equal(isOver(givenUp, 90 * DAY - 1), false);
  assert.equal(isOver(givenUp, 90 * DAY), true);
  assert.equal(isOver({ ...givenUp, seen: 10 * DAY }, 40 * DAY - 1), false);
  assert.equal(isOver({ ...givenUp, seen: 10 * DAY }, 40 * DAY), true);
});

Deno.test("what was given up is not asked for again", () => {
  const gap = { ...newGap("a", "cache", 7, "unsettled", 0), givenUp: 5 };
  assert.equal(isDue(gap, "n", 1e9), false);
  assert.equal(isDue({ ...gap, givenUp: null }, "n", 1e9), true);
});

Deno.test("what holds a mark back is asked first, then what is longest overdue, then the lowest", () => {
  const gap = (v: number, reason: Gap["reason"], notBefore?: number): Gap => ({
    ...newGap("a", "cache", v, reason, 0),
    tries: notBefore === undefined ? {} : { n: [1, notBefore] },
  });
  const sorted = [
    gap(1, "hops"),
    gap(9, "unsettled", 50),
    gap(8, "upstream", 20),
    gap(7, "unsettled"),
    gap(5, "unsettled", 20),
  ]
    .sort(byUrgency("n"));
  assert.deepEqual(sorted.map((one) => one.v), [7, 5, 8, 9, 1]);
});

Deno.test("how many gaps there may be, be named in a page, and be asked for in a pull", () => {
  assert.deepEqual([MAX_GAPS, MAX_HOP_GAPS, GAPS_PER_PAGE, ASKS_PER_KIND, ASKS_PER_PULL], [
    1000,
    10_000,
    200,
    20,
    100,
  ]);
});

const standing = { advances: true, mark: 10, read: 10, replayed: 0, gapsFull: false };
Deno.test("planReading() reads from the mark once for each value of held, else what is new, else nothing", () => {
  assert.deepEqual(planReading(standing, { held: 20, top: 20 }), { cursor: 10, how: "again" });
  assert.deepEqual(planReading({ ...standing, replayed: 20, read: 20 }, { held: 20, top: 20 }), undefined);
  assert.deepEqual(planReading({ ...standing, replayed: 20, read: 20 }, { held: 20, top: 25 }), {
    cursor: 10,
    how: "on",
  });
  assert.deepEqual(planReading({ ...standing, advances: false, read: 15 }, { held: 20, top: 20 }), {
    cursor: 15,
    how: "on",
  });
  assert.deepEqual(planReading({ ...standing, advances: false, read: 20 }, { held: 30, top: 20 }), undefined);
  assert.deepEqual(planReading({ ...standing, gapsFull: true, read: 15 }, { held: 20, top: 20 }), {
    cursor: 15,
    how: "on",
  });
  assert.deepEqual(planReading(standing, { held: 10, top: 10 }), undefined);
  const past = { ...standing, read: 20 };
  assert.deepEqual(planReading(past, { held: 9, top: 20 }), { how: "ask", cursor: 10 });
  assert.deepEqual(planReading(past, { held: 10, top: 20 }), { how: "ask", cursor: 10 });
  assert.deepEqual(planReading(past, { held: 0, top: 20 }), undefined, "it says nothing of held");
  assert.deepEqual(planReading(past, { held: 9, top: 10 }), undefined, "nothing lies above the mark");
  assert.deepEqual(
    planReading({ ...past, replayed: 12 }, { held: 12, top: 20 }),
    undefined,
    "its held was read for",
  );
  assert.deepEqual(planReading({ ...past, advances: false }, { held: 9, top: 20 }), undefined);
  assert.deepEqual(planReading({ ...past, gapsFull: true }, { held: 9, top: 20 }), undefined);
  assert.deepEqual(planReading(standing, undefined), { cursor: 10, how: "on" });
  assert.deepEqual(planReading({ ...standing, advances: false, read: 15 }, undefined), {
    cursor: 15,
    how: "on",
  });
});

const pageOf = (over: Partial<PageResult>): PageResult => ({
  advances: true,
  mark: 10,
  cursor: 10,
  nextCursor: 20,
  held: 20,
  gaps: [],
  hopGaps: [],
  frames: [],
  room: 1000,
  hopRoom: 10_000,
  isKept: () => false,
  isGap: () => false,
  ...over,
});
Deno.test("settlePage() moves the mark to the least of held and nextCursor, and never back", () => {
  assert.equal(settlePage(pageOf({})).mark, 20);
  assert.equal(settlePage(pageOf({ held: 15 })).mark, 15);
  assert.equal(settlePage(pageOf({ held: 30 })).mark, 20);
  assert.equal(settlePage(pageOf({ held: 5 })).mark, 10);
  assert.equal(settlePage(pageOf({ held: undefined })).mark, 10);
  assert.equal(settlePage(pageOf({ advances: false })).mark, 10);
  assert.equal(settlePage(pageOf({ cursor: 12 })).mark, 10, "past a stretch that was not read");
});
Deno.test("settlePage() opens gaps for what did not settle and what is named, and the mark waits where there is no room", () => {
  const frames = [{ v: 11, settled: true }, { v: 13, settled: false }, { v: 15, settled: false }];
  const moves = settlePage(pageOf({ frames, gaps: [12, 25, 3], hopGaps: [14], room: 2 }));
  assert.deepEqual(moves.open, [
    { v: 13, reason: "unsettled" },
    { v: 15, reason: "unsettled" },
    { v: 14, reason: "upstream-hops" },
  ]);
  assert.deepEqual([moves.mark, moves.full], [11, true], "12 found no room");
  assert.deepEqual(settlePage(pageOf({ frames, gaps: [12] })).close, {
    after: 10,
    to: 20,
    named: [11, 13, 15, 12],
  });
  assert.deepEqual(settlePage(pageOf({ gaps: [12], isKept: () => true })).open, []);
  assert.deepEqual(settlePage(pageOf({ hopGaps: [12], isKept: () => true })).open, []);
  const known = settlePage(pageOf({ frames, gaps: [12], hopGaps: [14], isGap: () => true, room: 0 }));
  assert.deepEqual(
    [known.open, known.mark, known.full],
    [[], 20, false],
    "what is a gap takes no room again",
  );
  assert.deepEqual(settlePage(pageOf({ hopGaps: [10, 21, 99] })).open, [], "outside the page");
  assert.deepEqual(settlePage(pageOf({ gaps: [12], hopGaps: [12] })).open, [{ v: 12, reason: "upstream" }]);
  assert.deepEqual(settlePage(pageOf({ hopGaps: [11, 12], hopRoom: 1 })).open, [
    { v: 11, reason: "upstream-hops" },
  ]);
  assert.deepEqual(settlePage(pageOf({ frames: [{ v: 9, settled: false }] })).open, [], "below the mark");
});

const [k0, k1, k2] = [keyFrom("k0"), keyFrom("k1"), keyFrom("k2")];
const rotation = (from: typeof k0, to: typeof k0, at: number): Rotation => {
  const record = { at, key: to.publicKey, prevKey: from.publicKey };
  return { ...record, sig: signDocument("svc-rot/1", record, from) };
};
const claim = (over: Partial<KeyClaim>): KeyClaim => ({
  pinned: k0.publicKey,
  prior: [{ x: k0.publicKey }],
  current: k1.publicKey,
  published: [{ x: k0.publicKey }, { x: k1.publicKey }],
  rotations: [rotation(k0, k1, 1000)],
  graceS: 7 * DAY,
  now: 1100,
  ...over,
});
const accepted = (over: Partial<KeyClaim>) => {
  const resolved = resolveKeys(claim(over));
  assert.ok(resolved.ok, JSON.stringify(resolved));
  return resolved;
};
Deno.test("the pin follows verified rotations, and a predecessor counts for the grace", () => {
  const { pin, accept, moved } = accepted({});
  assert.deepEqual([pin, moved], [k1.publicKey, true]);
  assert.deepEqual(accept, [{ x: k1.publicKey }, { x: k0.publicKey, until: 1000 + 7 * DAY }]);
  assert.deepEqual(usableKeys(accept, 1000 + 7 * DAY - 1), [k1.publicKey, k0.publicKey]);
  assert.deepEqual(usableKeys(accept, 1000 + 7 * DAY), [k1.publicKey]);
});
Deno.test("a cutoff may come earlier by the origin's word, and never later", () => {
  const early = accepted({ published: [{ x: k0.publicKey, until: 1500 }] });
  assert.equal(early.accept[1]!.until, 1500);
  const again = accepted({
    pinned: k1.publicKey,
    prior: early.accept,
    published: [{ x: k0.publicKey, until: 999_999 }],
    now: 1200,
  });
  assert.equal(again.accept.find((key) => key.x === k0.publicKey)!.until, 1500);
  assert.equal(
    accepted({ published: [{ x: k0.publicKey, revoked: true }] }).accept[1]!.until,
    1100,
    "revoked: now",
  );
  assert.equal(accepted({ published: [] }).accept[1]!.until, 1100, "no longer published: now");
});
Deno.test("on first contact no predecessor is admitted, and a listed key without a chain never", () => {
  assert.deepEqual(accepted({ pinned: undefined, prior: [] }).accept, [{ x: k1.publicKey }]);
  const stray = accepted({ published: [{ x: k0.publicKey }, { x: k2.publicKey }] });
  assert.ok(!stray.accept.some((key) => key.x === k2.publicKey));
});
Deno.test("a key that was rotated away is never the pin again, even where it shows a way back", () => {
  const back = {
    pinned: k1.publicKey,
    current: k0.publicKey,
    rotations: [rotation(k0, k1, 1000), rotation(k1, k0, 1001)],
  };
  assert.deepEqual(resolveKeys(claim(back)), { ok: false, reason: "rotated_away" });
  const forgotten = {
    ...back,
    rotations: [rotation(k1, k0, 1001)],
    prior: [{ x: k1.publicKey }, { x: k0.publicKey, until: 1050 }],
  };
  assert.deepEqual(resolveKeys(claim(forgotten)), { ok: false, reason: "rotated_away" });
});
Deno.test("keys of before stay: one in grace may be revoked later, a past cutoff is for good, each has its own", () => {
  const chain = [rotation(k0, k1, 1000), rotation(k1, k2, 2000)];
  const second = {
    pinned: k1.publicKey,
    current: k2.publicKey,
    prior: [{ x: k1.publicKey }, { x: k0.publicKey, until: 1000 + 7 * DAY }],
    rotations: chain,
    now: 2100,
  };
  const published = [{ x: k0.publicKey }, { x: k1.publicKey }, { x: k2.publicKey }];
  const cutoffs = (over: Partial<KeyClaim>) =>
    Object.fromEntries(accepted({ ...second, published, ...over }).accept.map(({ x, until }) => [x, until]));
  assert.deepEqual(cutoffs({}), {
    [k2.publicKey]: undefined,
    [k1.publicKey]: 2000 + 7 * DAY,
    [k0.publicKey]: 1000 + 7 * DAY,
  }, "each by the rotation away from it");
  assert.deepEqual(
    cutoffs({ rotations: chain.toReversed() }),
    cutoffs({}),
    "in whatever order they are listed",
  );
  const revoked = published.map((key) => key.x === k0.publicKey ? { ...key, revoked: true } : key);
  assert.equal(cutoffs({ published: revoked })[k0.publicKey], 2100, "in grace, revoked now");
  const past = [{ x: k1.publicKey }, { x: k0.publicKey, until: 1500 }];
  assert.equal(cutoffs({ prior: past })[k0.publicKey], 1500, "past and kept");
  assert.equal(cutoffs({ prior: past, published: [] })[k0.publicKey], 1500);
  const twice = [...chain, rotation(k0, k2, 900)];
  assert.equal(cutoffs({ rotations: twice })[k0.publicKey], 900 + 7 * DAY, "the earliest way away counts");
});

Deno.test("an instance that shows the key it had changes nothing: each key stands once, with the cutoff it had", () => {
  const prior = [{ x: k1.publicKey }, { x: k0.publicKey, until: 1500 }];
  const still = accepted({ pinned: k1.publicKey, prior, now: 1200 });
  assert.deepEqual([still.pin, still.accept, still.moved], [k1.publicKey, prior, false]);
  assert.deepEqual(usableKeys(still.accept, 1200), [k1.publicKey, k0.publicKey]);
  const shortened = accepted({
    pinned: k1.publicKey,
    prior,
    published: [{ x: k0.publicKey, until: 1300 }],
    now: 1200,
  });
  assert.deepEqual(shortened.accept, [{ x: k1.publicKey }, { x: k0.publicKey, until: 1300 }]);
  const past = accepted({
    pinned: k1.publicKey,
    prior,
    published: [{ x: k0.publicKey, until: 1300 }],
    now: 1600,
  });
  assert.deepEqual(past.accept, prior, "what is past is not rewritten");
  assert.equal(accepted({ pinned: undefined, prior: [] }).moved, false, "a first contact moves nothing");
});

Deno.test("a key of before that no way leads on from counts no longer", () => {
  const lost = {
    pinned: k1.publicKey,
    current: k2.publicKey,
    prior: [{ x: k1.publicKey }, { x: k0.publicKey }],
    published: [{ x: k0.publicKey }, { x: k1.publicKey }],
    now: 2100,
  };
  const deadEnd = rotation(k0, keyFrom("elsewhere"), 2000);
  const { accept } = accepted({ ...lost, rotations: [rotation(k1, k2, 2000), deadEnd] });
  assert.deepEqual(accept, [
    { x: k2.publicKey },
    { x: k1.publicKey, until: 2000 + 7 * DAY },
    { x: k0.publicKey, until: 2100 },
  ]);
});

Deno.test("a rotation leads from one key to another, by the first one's signature", () => {
  const signed = (record: { at: number; key: string; prevKey: string }): Rotation => ({
    ...record,
    sig: signDocument("svc-rot/1", record, k0),
  });
  const plain = { at: 1000, key: k1.publicKey, prevKey: k0.publicKey };
  assert.equal(isRotation(signed(plain)), true);
  assert.equal(isRotation(signed({ ...plain, key: k0.publicKey })), false, "to itself");
  assert.equal(isRotation(signed({ ...plain, key: "A".repeat(43) })), false, "to no valid key");
  assert.equal(isRotation(signed({ ...plain, prevKey: k2.publicKey })), false, "signed by another");
  assert.equal(isRotation({ ...signed(plain), prevKey: "A".repeat(43) }), false);
});

Deno.test("resolveKeys() reads the last 32 rotations of a list, no further ones", () => {
  const [a, ...others] = Array.from({ length: 34 }, (_, i) => keyFrom(`chain ${i}`));
  const chain = others.map((key, i) => rotation([a!, ...others][i]!, key, 1000 + i));
  const current = others.at(-1)!.publicKey;
  const from = (pinned: string) =>
    resolveKeys(claim({ pinned, prior: [], current, rotations: chain, now: 5000, published: [] })).ok;
  assert.deepEqual([from(others[0]!.publicKey), from(a!.publicKey)], [true, false]);
});

Deno.test("other keys, no key, future and forged rotations are refused for their own reasons", () => {
  const reason = (over: Partial<KeyClaim>) => {
    const resolved = resolveKeys(claim(over));
    return resolved.ok ? "taken" : resolved.reason;
  };
  assert.equal(reason({ rotations: [] }), "key_changed");
  assert.equal(reason({ rotations: [rotation(k0, k1, 1401)] }), "key_changed");
  assert.equal(reason({ rotations: [rotation(k0, k1, 1400)] }), "taken");
  assert.equal(reason({ rotations: [{ ...rotation(k0, k1, 1000), at: 1001 }] }), "key_changed");
  assert.equal(reason({ current: undefined }), "regressed");
  assert.equal(reason({ current: undefined, pinned: undefined }), "unsigned");
  assert.equal(reason({ current: "x".repeat(43) }), "bad_key");
  assert.equal(
    reason({ current: k2.publicKey, rotations: [rotation(k0, k1, 1000), rotation(k1, k2, 1050)] }),
    "taken",
    "a chain of two",
  );
});

Deno.test("regions: read strictly, across the antimeridian, and one inside the other", () => {
  const box = (text: string) => readRegion(text)!;
  assert.equal(regionText(box("-30.5,170,0,-170.0000001")), "-30.5,170,0,-170.0000001");
  for (
    const bad of [
      "",
      "1,2,3",
      "1,2,3,4,5",
      "2,0,1,0",
      "91,0,92,0",
      "0,181,0,181",
      "+1,2,3,4",
      "1.12345678,2,3,4",
      "1,2,3,4 ",
      "1e1,2,30,4",
      "NaN,1,2,3",
    ]
  ) {
    assert.equal(readRegion(bad), undefined, bad);
  }
  assert.equal(regionHas(box("-30,170,0,-170"), -10e7, 179e7), true);
  assert.equal(regionHas(box("-30,170,0,-170"), -10e7, -171e7), true);
  assert.equal(regionHas(box("-30,170,0,-170"), -10e7, 0), false);
  const inside: [string | undefined, string | undefined, boolean][] = [
    [undefined, "0,0,1,1", true],
    ["0,0,1,1", undefined, false],
    ["0,0,10,10", "1,1,9,9", true],
    ["0,0,10,10", "1,1,9,11", false],
    ["0,0,10,10", "-1,1,9,9", false],
    ["0,170,10,-170", "1,175,9,-175", true],
    ["0,170,10,-170", "1,160,9,-175", false],
    ["0,-180,10,180", "1,175,9,-175", true],
    ["0,170,10,-170", "1,-180,9,180", false],
  ];
  const of = (text: string | undefined) => text === undefined ? undefined : box(text);
  for (const [outer, inner, covers] of inside) {
    assert.equal(
      regionCovers(of(outer), of(inner)),
      covers,
      `${outer} > ${inner}`,
    );
  }
});

Deno.test("endpoints: each transport takes its own form, malformed entries go one by one, sixteen stay", () => {
  const good: [string, string][] = [
    ["https", "https://a.example/x"],
    ["44net", "oe1.ampr.org"],
    ["44net", "https://oe1.ampr.org"],
    ["hamnet", "10.1.2.3:8080"],
    ["hamnet", "http://db0x.example"],
    ["ax25", "OE1XYZ-15"],
    ["netrom", "#WIEN"],
    ["bbs", "OE1XYZ@OE1XAB.#VIE.AUT.EU"],
  ];
  const bad: [string, string][] = [
    ["https", "http://a.example"],
    ["https", "https://u:p@a.example"],
    ["44net", "44.1.2.3"],
    ["hamnet", "10.1.2.3:0"],
    ["hamnet", "10.1.2.3:70000"],
    ["ax25", "OE1XYZ-16"],
    ["netrom", "TOOLONG"],
    ["bbs", "OE1XYZ"],
    ["carrier-pigeon", "loft"],
    ["https", `https://${"a".repeat(200)}.example`],
  ];
  for (const [transport, address] of good) {
    assert.ok(isAddress(transport, address), `${transport} ${address}`);
  }
  for (const [transport, address] of bad) {
    assert.ok(!isAddress(transport, address), `${transport} ${address}`);
  }
  const read = readEndpoints([
    { transport: "https", address: "https://a.example", verifiedVia: "ardc-lot" },
    { transport: "https", address: "https://a.example", priority: 3 },
    null,
    { transport: "ax25", address: "nonsense" },
    { transport: "ax25", address: "OE1XYZ", priority: 101 },
    ...Array.from({ length: 30 }, (_, i) => ({ transport: "netrom", address: `N${i}`, priority: i })),
  ]);
  assert.equal(read.length, 16);
  assert.deepEqual(
    read[0],
    { transport: "https", address: "https://a.example", priority: 50 },
    "what verified it is ours to say",
  );
});

Deno.test("addresses are dialled by priority, the row's own url last, 44net with a certificate both ways", () => {
  const endpoints = [
    { transport: "https", address: "https://b.example/", priority: 50 },
    { transport: "44net", address: "https://oe1.ampr.org", priority: 10 },
    { transport: "hamnet", address: "10.1.2.3:8080", priority: 5 },
    { transport: "ax25", address: "OE1XYZ", priority: 1 },
  ];
  assert.deepEqual(pullAddresses("https://a.example", endpoints), [
    { base: "http://10.1.2.3:8080", timeoutMs: 2000 },
    { base: "https://oe1.ampr.org", timeoutMs: 5000 },
    { base: "http://oe1.ampr.org", timeoutMs: 5000 },
    { base: "https://b.example", timeoutMs: 5000 },
    { base: "https://a.example", timeoutMs: 5000 },
  ]);
  assert.deepEqual(pullAddresses("http://oe1.ampr.org", []), [{
    base: "http://oe1.ampr.org",
    timeoutMs: 2000,
  }]);
  assert.deepEqual(pullAddresses("transit:x.example", []), []);
});
