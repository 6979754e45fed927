/** A year out of plain finds: months, first and last, days in a row, and the receiver that was farthest away. */
import assert from "node:assert/strict";
import { monthsOf, type YearFind, YearSum } from "../../src/read/years/year.ts";
import { yearSvg } from "../../src/read/years/drawing.ts";
import { wordsOf } from "../../src/read/years/words.ts";

const find = (day: string, more: Partial<YearFind> = {}): YearFind => ({
  foundAt: Date.parse(`${day}T23:59:59Z`) / 1000,
  code: "KTR4729",
  title: "Old <oak>",
  type: "traditional",
  tier: "B",
  country: "OE",
  site: null,
  lat: 48.2,
  lon: 16.37,
  ...more,
});
const SITES: Record<string, { lat: number; lon: number }> = {
  "OE1NEAR-10": { lat: 48.3, lon: 16.37 },
  "OE3FAR-10": { lat: 48.2, lon: 17.37 },
};
const FINDS = [
  find("2026-01-01", { code: "FIRST" }),
  find("2026-01-31", { tier: "A", site: "OE1NEAR-10" }),
  find("2026-02-01", { tier: "A", site: "OE3FAR-10", code: "FAR" }),
  find("2026-02-02", { tier: "A", site: "OE9NOWHERE-10", country: "HA" }),
  find("2026-12-31", { lat: null, lon: null, tier: "A", site: "OE3FAR-10", type: "living", code: "LAST" }),
];
function yearOf(finds: YearFind[]) {
  let asked = 0;
  const sum = new YearSum(2026, (site) => (asked++, SITES[site]));
  for (const one of finds) sum.add(one);
  return { ...sum.told(), asked };
}

Deno.test("months, kinds, countries, first, last, and days in a row", () => {
  const year = yearOf(FINDS);
  assert.deepEqual([year.finds, year.byRadio, year.streak, year.countries], [5, 4, 3, 2]);
  assert.deepEqual([0, 1, 11].map((n) => year.months[n]), [
    { finds: 2, byRadio: 1 },
    { finds: 2, byRadio: 2 },
    { finds: 1, byRadio: 1 },
  ]);
  assert.deepEqual(year.kinds, [{ type: "traditional", n: 4 }, { type: "living", n: 1 }]);
  assert.deepEqual([year.first?.code, year.last?.code, year.squares], ["FIRST", "LAST", [{
    square: "JN88",
    n: 4,
  }]]);
  assert.equal(monthsOf(2026)[12], Date.parse("2027-01-01T00:00:00Z") / 1000);
});

Deno.test("the farthest hearing is a proven find's whose cache and receiver have places; each receiver is asked for once", () => {
  const { farthest, asked } = yearOf([...FINDS.slice(0, 4), ...FINDS.slice(1, 4), FINDS[4]!]);
  assert.deepEqual([farthest?.code, farthest?.site], ["FAR", "OE3FAR-10"]);
  assert.ok(Math.abs(farthest!.distanceM - 74_100) < 500, String(farthest!.distanceM));
  assert.equal(asked, 3);
});

Deno.test("the picture has what was said, escaped, and a year without a find says so", () => {
  const svg = yearSvg(yearOf(FINDS), wordsOf(yearOf(FINDS), "OE7PQR", "en"));
  for (const said of ["OE7PQR · 2026", "Old &lt;oak&gt;", "74 km", "by OE3FAR-10", "4 × Traditional"]) {
    assert.ok(svg.includes(said), said);
  }
  assert.ok(!svg.includes("<oak>") && !/NaN|undefined|Infinity/.test(svg));
  const none = yearOf([]), empty = yearSvg(none, wordsOf(none, "OE7PQR", "de"));
  assert.ok(empty.includes("Kein Fund") && !/NaN|undefined|Infinity/.test(empty));
});
