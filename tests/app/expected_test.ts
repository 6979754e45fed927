/** What the phone says a find will probably count as, before it is sent, is what the gateway's rule makes of the same evidence. */
import assert from "node:assert/strict";
import type { Evidence } from "../../src/caches/rules/evidence.ts";
import { judge } from "../../src/caches/rules/tier.ts";
import { expectedOf } from "../../src/client/phone/queue/expected.ts";
import { READING_S } from "../../src/caches/rules/tier_limits.ts";
import { CACHE, evidence, north, T } from "../kit/evidence.ts";

const cache = { ...CACHE, type: "traditional" };
const reading = (metres: number, accuracyM: number, age: number) => ({
  ...north(metres),
  accuracyM,
  at: T - age,
});
const said = (position: ReturnType<typeof reading> | undefined, given: Partial<typeof cache> = {}) =>
  expectedOf({ ...cache, ...given }, { position, at: T, signed: true });

Deno.test("for every distance, accuracy and age of a position the phone expects what the gateway gives", () => {
  const met = new Set<string | null>();
  for (const metres of [0, 100, 149, 151, 159, 161, 340, 349, 351, 5000]) {
    for (const accuracyM of [-5, 0, 10, 190, 200, 201, 4000]) {
      for (const age of [-121, -120, 0, 10, 119, 120, 121, 4000]) {
        const position = reading(metres, accuracyM, age), at = `${metres} m ± ${accuracyM}, ${age} s`;
        const given: Partial<Evidence> = { reading: { ...position, session: true } };
        const { tier } = judge(evidence(given));
        assert.equal(said(position)!.tier, tier, at);
        met.add(tier);
      }
    }
  }
  assert.deepEqual([...met].sort(), ["B", null]);
  assert.equal(said(undefined)!.tier, judge(evidence()).tier);
});

Deno.test("it says why, how far away the phone was, and what the cache asks for", () => {
  assert.deepEqual(said(undefined), { tier: null, why: "no_position" });
  assert.deepEqual(said(reading(10, 5, READING_S + 1)), { tier: null, why: "old" });
  assert.deepEqual(said(reading(400, 5, 0)), { tier: null, why: "far", awayM: 400 });
  assert.deepEqual(said(reading(40, 5, 0)), { tier: "B", awayM: 40 });
  const radioOnly = expectedOf({ ...cache, leastTrust: "A" }, {
    position: reading(40, 5, 0),
    at: T,
    signed: false,
  });
  assert.deepEqual(radioOnly, { tier: "B", why: "unsigned", awayM: 40, radioOnly: true });
});

Deno.test("where the phone does not know the place of the find, it says nothing", () => {
  const here = { position: reading(0, 5, 0), at: T, signed: true };
  const none = [
    { ...cache, stageCount: 1 },
    { ...cache, stages: [{}] },
    { ...cache, type: "living" },
    { ...cache, lat: null },
    { ...cache, lon: null },
  ];
  for (const one of none) assert.equal(expectedOf(one, here), undefined, JSON.stringify(one));
  assert.ok(expectedOf({ ...cache, stageCount: 0, stages: [] }, here));
});
