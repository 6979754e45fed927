/** Looking for a place on Nearby, and distances in the units that people use. */
import assert from "node:assert/strict";
import { graticule, projectionOf } from "../../src/client/map/project.ts";
import { byDistance, fits, whereOf } from "../../src/client/nearby/where.ts";
import { sayWayTo } from "../../src/client/nearby/way_to.ts";
import { language, languageOf } from "../../src/client/shell/say.ts";
import { sayDistance, saySpeed } from "../../src/client/shell/times.ts";
import { units } from "../../src/client/shell/choices.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

Deno.test("a locator or coordinates name a place; a code or a title does not", () => {
  assert.deepEqual(whereOf("jn88"), { lat: 48.5, lon: 17 });
  assert.deepEqual(whereOf("48.2, 16.37"), { lat: 48.2, lon: 16.37 });
  for (const none of ["", "JN", "GW7K2", "The old mast", "OE1XYZ"]) {
    assert.equal(whereOf(none), undefined, none);
  }
  const cache = { code: "GW7K2", title: "The old mast" };
  for (const text of ["", "gw7", "gw7-k", "OLD m"]) assert.ok(fits(cache, text), text);
  for (const text of ["7K2", "castle"]) assert.ok(!fits(cache, text), text);
  const rows = [{ lat: 49, lon: 16 }, { lat: 48.1, lon: 16 }, { lat: 48.3, lon: 16 }];
  assert.deepEqual(byDistance(rows, { lat: 48, lon: 16 }).map(({ lat }) => lat), [48.1, 48.3, 49]);
});

Deno.test("distances in feet and miles, in nautical miles, never with four digits", () => {
  const said = (kind: typeof units.value, metres: number[]) => {
    units.value = kind;
    try {
      return metres.map(sayDistance);
    } finally {
      units.value = "metric";
    }
  };
  assert.deepEqual(said("imperial", [10, 150, 289, 290, 1609, 16_093]), [
    ...["33 ft", "490 ft", "950 ft", "0.2 mi", "1 mi", "10 mi"],
  ]);
  assert.deepEqual(said("nautical", [34, 184, 185, 1852, 18_520]), [
    "34 m",
    "180 m",
    "0.1 NM",
    "1 NM",
    "10 NM",
  ]);
});

Deno.test("speeds in kilometres, miles and nautical miles an hour", () => {
  try {
    const said = (["metric", "imperial", "nautical"] as const).map((kind) => {
      units.value = kind;
      return [36, 300].map(saySpeed);
    });
    assert.deepEqual(said, [["36 km/h", "300 km/h"], ["22 mph", "186 mph"], ["19 kn", "162 kn"]]);
  } finally {
    units.value = "metric";
  }
});

Deno.test("the points of the compass in the reader's letters", () => {
  const from = { lat: 48, lon: 16 };
  const said = () =>
    [[1, 1], [0, 1], [-1, 1]].map(([north, east]) =>
      sayWayTo(from, { lat: 48 + north! * 0.01, lon: 16 + east! * 0.015 }).split(" ").at(-1)
    );
  const before = language.peek();
  try {
    language.value = languageOf("en");
    assert.deepEqual(said(), ["NE", "E", "SE"]);
    language.value = languageOf("de");
    assert.deepEqual(said(), ["NO", "O", "SO"]);
    const names = graticule(projectionOf([from, { lat: 48.03, lon: 16.03 }], 600, 260)).map(({ name }) =>
      name
    );
    assert.ok(names.includes("16,05° O") && names.includes("48° N"), names.join());
  } finally {
    language.value = before;
  }
});

journey(
  "somebody looks for a locator, copies a place in another form, and wants miles",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", lat: 48.2, lon: 16.37 });
    await hide(field.app, "OE1XYZ", { title: "By the lake", lat: 47.25, lon: 13.1 });
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open("/");
    await phone.sees("2 caches");
    await phone.fill("#search", "JN67NG");
    await phone.sees("By distance from JN67NG:");
    await phone.tab.until(`document.querySelector(".cache-row")?.innerText.includes("By the lake")`);
    await phone.open("/me");
    await phone.tab.until(`document.querySelector("#units") !== null`);
    await phone.tab.evaluate(`(() => {
    const it = document.querySelector("#units");
    it.value = "imperial";
    it.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
    await phone.open("/");
    await phone.fill("#search", "48.2, 16.3");
    await phone.sees(" mi ");
    await phone.open(`/c/${code}`);
    await phone.press("Other forms");
    await phone.sees("48.200000, 16.370000");
    await phone.sees("JN88EE");
    await phone.sees("33UXP");
  },
  { devices: ["phone"] },
);
