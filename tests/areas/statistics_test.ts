/** Statistics of finds: pure sums, days in a row across months and years, and nothing of other years. */
import assert from "node:assert/strict";
import { type CountedFind, statisticsOf } from "../../src/read/people/statistics.ts";

const find = (day: string, more: Partial<CountedFind> = {}): CountedFind => ({
  foundAt: Date.parse(`${day}T10:00:00Z`) / 1000,
  code: "KTR4729",
  title: "Old oak",
  type: "traditional",
  tier: "B",
  difficulty: 1.5,
  terrain: 2,
  country: "OE",
  lat: 48.2,
  lon: 16.37,
  ...more,
});
const ALL = [
  find("2024-12-30", { code: "FIRST" }),
  find("2024-12-31", { type: "multi", tier: "A", difficulty: 5 }),
  find("2025-01-01"),
  find("2025-01-01", { lat: null, lon: null }),
  find("2025-01-03", { lat: 47.1, lon: 11.4, code: "LAST" }),
];

Deno.test("all finds: kinds, ratings, squares, days in a row over the turn of the year", () => {
  const all = statisticsOf(ALL);
  assert.deepEqual([all.finds, all.byRadio, all.years], [5, 1, [2024, 2025]]);
  assert.deepEqual(all.types, [{ type: "traditional", n: 4 }, { type: "multi", n: 1 }]);
  assert.deepEqual(all.ratings, [{ difficulty: 1.5, terrain: 2, n: 4 }, { difficulty: 5, terrain: 2, n: 1 }]);
  assert.deepEqual(all.streak, { days: 3, from: "2024-12-30", to: "2025-01-01" });
  assert.deepEqual(all.bestDay, { day: "2025-01-01", n: 2 });
  assert.deepEqual([all.squareCount, all.squares[0]], [2, { square: "JN88", n: 3 }]);
  assert.deepEqual([all.first?.code, all.last?.code], ["FIRST", "LAST"]);
  assert.deepEqual([all.months[0], all.months[11]], [3, 2]);
  assert.deepEqual(all.calendar[0], { day: "01-01", n: 2 });
});

Deno.test("one year, and a year and a person without a find", () => {
  const year = statisticsOf(ALL, 2025);
  assert.deepEqual([year.finds, year.streak?.days, year.years], [3, 1, [2024, 2025]]);
  for (const none of [statisticsOf(ALL, 2020), statisticsOf([])]) {
    assert.deepEqual([none.finds, none.streak, none.bestDay, none.first], [0, null, null, null]);
  }
});
