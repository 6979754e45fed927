/** What awards count: each rule by its edges, from plain finds. */
import assert from "node:assert/strict";
import { type AwardFact, AwardRule, progressOf } from "../../../src/awards/rules.ts";

const fact = (day: string, more: Partial<AwardFact> = {}): AwardFact => ({
  foundAt: Date.parse(`${day}T10:00:00Z`) / 1000,
  code: "KTR4729",
  type: "traditional",
  tier: "B",
  country: "OE",
  lat: 48.2,
  lon: 16.37,
  ...more,
});
const at = (day: string) => fact(day).foundAt;
const progress = (rule: Record<string, unknown>, facts: AwardFact[]) => {
  const { have, of, reachedAt } = progressOf(AwardRule.parse(rule), facts);
  return [have, of, reachedAt];
};

Deno.test("finds: each cache once, only by radio where that is asked; the one that completes it is its date", () => {
  const facts = [
    fact("2026-01-01", { code: "AAA2222" }),
    fact("2026-01-02", { code: "AAA2222" }),
    fact("2026-01-03", { code: "BBB2222", tier: "A" }),
    fact("2026-01-04", { code: "CCC2222", tier: "A" }),
  ];
  assert.deepEqual(progress({ kind: "finds", n: 3 }, facts), [3, 3, at("2026-01-04")]);
  assert.deepEqual(progress({ kind: "finds", n: 2 }, facts), [2, 2, at("2026-01-03")]);
  assert.deepEqual(progress({ kind: "finds", n: 3, radio: true }, facts), [2, 3, null]);
  assert.deepEqual(progress({ kind: "finds", n: 1 }, []), [0, 1, null]);
});

Deno.test("kinds and lists: each thing once, others count for nothing, spellings of a code are one", () => {
  const facts = [
    fact("2026-01-01", { type: "multi", code: "OE/WI-001" }),
    fact("2026-01-02", { type: "multi", code: "OE/WI-002" }),
    fact("2026-01-03", { type: "earth", code: "OE/WI-003" }),
    fact("2026-01-04", { type: "sota", code: "OE/WI-004" }),
  ];
  assert.deepEqual(progress({ kind: "types", types: ["multi", "earth", "multi"] }, facts), [
    2,
    2,
    at("2026-01-03"),
  ]);
  assert.deepEqual(progress({ kind: "types", types: ["multi", "audio"] }, facts), [1, 2, null]);
  assert.deepEqual(progress({ kind: "list", codes: ["oewi004", "OE/WI-001"] }, facts), [
    2,
    2,
    at("2026-01-04"),
  ]);
  assert.deepEqual(progress({ kind: "list", codes: ["OE/WI-009", "OE/WI-001"] }, facts), [1, 2, null]);
});

Deno.test("squares and countries: a cache that moves has no square, one without a country has none", () => {
  const facts = [
    fact("2026-01-01"),
    fact("2026-01-02", { lat: null, lon: null, country: null }),
    fact("2026-01-03", { lat: 47.5, lon: 19.04, country: "HA" }),
  ];
  assert.deepEqual(progress({ kind: "squares", n: 2 }, facts), [2, 2, at("2026-01-03")]);
  assert.deepEqual(progress({ kind: "squares", n: 3 }, facts), [2, 3, null]);
  assert.deepEqual(progress({ kind: "countries", n: 2 }, facts), [2, 2, at("2026-01-03")]);
});

Deno.test("months in a row go over the turn of the year; a month that is left out begins them anew", () => {
  const facts = [
    ...["2025-10-31", "2025-12-01", "2025-12-31", "2026-01-31", "2026-02-01", "2026-04-01"].map((day) =>
      fact(day)
    ),
  ];
  assert.deepEqual(progress({ kind: "months", n: 3 }, facts), [3, 3, at("2026-02-01")]);
  assert.deepEqual(progress({ kind: "months", n: 4 }, facts), [3, 4, null]);
});

Deno.test("what counts is named in the order of its first find, and no more of it than is asked for", () => {
  const things = (rule: Record<string, unknown>, facts: AwardFact[]) =>
    progressOf(AwardRule.parse(rule), facts).things;
  const facts = [
    fact("2026-01-01", { code: "KTR 4729" }),
    fact("2026-01-02", { code: "AAA2222", type: "multi", lat: 47.5, lon: 19.04, country: "HA" }),
    fact("2026-01-03", { code: "BBB2222", type: "earth", lat: null, lon: null, country: null }),
  ];
  assert.deepEqual(things({ kind: "finds", n: 3 }, facts), []);
  assert.deepEqual(things({ kind: "types", types: ["earth", "audio", "traditional"] }, facts), [
    "traditional",
    "earth",
  ]);
  assert.deepEqual(things({ kind: "squares", n: 3 }, facts), ["JN88", "JN97"]);
  assert.deepEqual(things({ kind: "countries", n: 2 }, [...facts, fact("2026-01-04", { country: "DL" })]), [
    "OE",
    "HA",
  ]);
  assert.deepEqual(things({ kind: "list", codes: ["ktr4729", "CCC2222"] }, facts), ["KTR4729"]);
});

Deno.test("the months that are named are those of the longest row, of equal ones the one that can still grow", () => {
  const months = (n: number, ...days: string[]) =>
    progressOf(AwardRule.parse({ kind: "months", n }), days.map((day) => fact(day))).things;
  assert.deepEqual(months(4, "2025-11-30", "2025-12-01", "2026-01-31", "2026-03-01"), [
    "2025-11",
    "2025-12",
    "2026-01",
  ]);
  assert.deepEqual(months(4, "2025-11-30", "2025-12-01", "2026-03-01", "2026-04-02"), ["2026-03", "2026-04"]);
  assert.deepEqual(months(2, "2025-11-30", "2025-12-01", "2026-01-01"), ["2025-11", "2025-12"]);
  assert.deepEqual(months(2), []);
});

Deno.test("a rule outside its limits is none", () => {
  for (
    const rule of [
      { kind: "finds", n: 0 },
      { kind: "finds", n: 10_001 },
      { kind: "months", n: 1 },
      { kind: "squares", n: 1.5 },
      { kind: "types", types: [] },
      { kind: "list", codes: Array(201).fill("A") },
      { kind: "list", codes: ["<b>"] },
      { kind: "points", n: 5 },
    ]
  ) assert.ok(!AwardRule.safeParse(rule).success, JSON.stringify(rule));
});
