/** Looking for a place on Nearby, and distances in the units that people use. */
import assert from "node:assert/strict";
import { formsOf, namedTowns, townsNamed } from "../../src/client/nearby/town_names.ts";
import { offered } from "../../src/client/marks/country_and_tags.tsx";
import { filtersOf, filtersSet, inOrder, passes, queryWith } from "../../src/client/marks/filters.ts";
import { heardIn } from "../../src/client/marks/heard_in.ts";
import { fits } from "../../src/client/nearby/fits.ts";
import { isMgrs, isName, whereOf } from "../../src/client/nearby/where.ts";
import { byDistance } from "../../src/client/ui/places/arrow.ts";
import type { CacheRow } from "../../src/client/phone/known/caches.ts";
import { sayWayTo } from "../../src/client/ui/places/way_to.ts";
import { language, languageOf } from "../../src/client/ui/say.ts";
import { nearestOf } from "../../src/client/account/verify/nearest.ts";
import { sayDistance, saySpeed } from "../../src/client/ui/times.ts";
import { units } from "../../src/client/ui/units.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

Deno.test("a locator or coordinates name a place; a code or a title does not", () => {
  assert.deepEqual(whereOf("jn88", "en"), { lat: 48.5, lon: 17 });
  assert.deepEqual(whereOf("48.2, 16.37", "en"), { lat: 48.2, lon: 16.37 });
  for (const none of ["", "JN", "GW7K2", "The old mast", "OE1XYZ"]) {
    assert.equal(whereOf(none, "en"), undefined, none);
  }
  const vienna = { lat: 48.2 + 0.5 / 60, lon: 16.37 };
  for (
    const text of [`48°12'30"N 16°22'12"E`, "N 48° 12' 30.0\" E 16° 22' 12\"", "48 12 30'' N, 16 22 12'' E"]
  ) {
    const { lat, lon } = whereOf(text, "en")!;
    assert.ok(Math.abs(lat - vienna.lat) < 1e-6 && Math.abs(lon - vienna.lon) < 1e-6, text);
  }
  for (const none of [`48°12'60"N 16°22'12"E`, `48°12.5'30"N 16°22'12"E`]) {
    assert.equal(whereOf(none, "en"), undefined, none);
  }
  for (const text of ["33UXP0182838", "33U XP 0182 3838", "4QFJ1267"]) {
    assert.equal(isMgrs(text), text !== "33UXP0182838", text);
  }
  const cache = { code: "GW7K2", title: "The old mast", owner: "OE1XYZ" };
  for (const text of ["", "gw7", "gw7-k", "OLD m", "oe1xyz"]) assert.ok(fits(cache, text), text);
  for (const text of ["7K2", "castle", "oe1xy", "xyz"]) assert.ok(!fits(cache, text), text);
  const rows = [{ lat: 49, lon: 16 }, { lat: 48.1, lon: 16 }, { lat: 48.3, lon: 16 }];
  assert.deepEqual(byDistance(rows, { lat: 48, lon: 16 }).map(({ lat }) => lat), [48.1, 48.3, 49]);
});

Deno.test("filters stand in the address, with what else stands there; what is unknown in it is left out", () => {
  const asked = filtersOf("?q=mast&kind=multi,earth,castle&new=1&d=3&t=9&sort=name");
  assert.deepEqual(asked, {
    kinds: ["multi", "earth"],
    isNew: true,
    isHeard: false,
    difficulty: "3",
    terrain: "5",
    sort: "name",
  });
  assert.equal(filtersSet(asked), 3);
  assert.equal(queryWith("?q=mast", asked), "?q=mast&kind=multi,earth&new=1&d=3&sort=name");
  assert.equal(queryWith("?q=mast&kind=multi&new=1&heard=1&t=2", filtersOf("")), "?q=mast");
  assert.deepEqual(filtersOf(queryWith("", asked)), asked);
  // Country and tags, and with what else stood there; emptied, nothing of them is left.
  const filters = filtersOf("?tags=OE,night");
  assert.deepEqual([filters.tags, filtersSet(filters)], [["OE", "night"], 1]);
  assert.equal(queryWith("?q=mast&tags=DL", filters), "?q=mast&tags=OE,night");
  assert.equal(queryWith("?tags=DL", filtersOf("?tags=")), "");
});

Deno.test("a cache passes by kind, by what the reader has found, by where somebody was heard, and by how hard it is", () => {
  const cache = (title: string, type: string, difficulty: number, terrain: number, lat = 48.2) =>
    ({ title, type, difficulty, terrain, lat, lon: 16.37, code: title }) as CacheRow;
  const rows = [
    cache("Summit", "sota", 2, 4.5),
    cache("Box", "traditional", 1, 1, 47),
    cache("Riddle", "mystery", 4, 1),
  ];
  Object.assign(rows[0]!, { country: "OE", tags: ["night", "view"] });
  Object.assign(rows[1]!, { country: "DL", tags: ["night"] });
  const told = {
    mark: ({ title }: { title: string }) => title === "Box" ? "found" as const : undefined,
    heard: heardIn(["JN88ee"]),
  };
  const left = (query: string, more = {}) =>
    rows.filter((row) => passes(row, filtersOf(query), { ...told, ...more })).map(({ title }) => title)
      .join();
  assert.equal(left(""), "Summit,Box,Riddle");
  assert.equal(left("?kind=earth"), "Summit");
  assert.equal(left("?new=1"), "Summit,Riddle");
  assert.equal(left("?d=3"), "Summit,Box");
  assert.equal(left("?t=3"), "Box,Riddle");
  assert.equal(left("?tags=OE"), "Summit");
  assert.equal(left("?tags=night"), "Summit,Box");
  assert.equal(left("?tags=DL,night"), "Box");
  assert.equal(left("?tags=night,view"), "Summit", "all that is asked for");
  assert.equal(left("?tags=nobody"), "");
  assert.equal(left("?heard=1"), "Summit,Riddle");
  assert.equal(left("?heard=1", { heard: undefined }), "Summit,Box,Riddle", "while nobody has told where");
  const order = (sort: "far" | "name" | "easy") => inOrder(rows, sort).map(({ title }) => title).join();
  assert.deepEqual([order("far"), order("name"), order("easy")], [
    "Summit,Box,Riddle",
    "Box,Riddle,Summit",
    "Box,Riddle,Summit",
  ]);
});

Deno.test("tags are offered by how many caches have them, and what is chosen stays in the choice", () => {
  const filters = ["view", "night", "night", "dog"];
  assert.deepEqual(offered(filters, [], 2), ["night", "dog"]);
  assert.deepEqual(offered(filters, ["gone"], 3), ["gone", "night", "dog", "view"]);
  assert.deepEqual(offered([], [], 3), []);
});

Deno.test("a town is found by how its name begins, with or without accents; whole names, large and near ones first", () => {
  const packed = (name: string) =>
    Deno.readFileSync(new URL(`../../tools/app/ground/${name}.bin`, import.meta.url));
  const towns = namedTowns(packed("towns")), places = namedTowns(packed("places"));
  const names = (text: string, from?: { lat: number; lon: number }, of = places) =>
    townsNamed(of, text, from).map(({ name }) => name);
  assert.deepEqual(names("wie", undefined, towns)[0], "Wien");
  for (const text of ["München", "munchen", "MUENCHEN", " münch"]) {
    assert.equal(names(text)[0], "München", text);
  }
  assert.deepEqual(names("krems an"), ["Krems an der Donau"]);
  assert.equal(names("neustadt", { lat: 47.9, lon: 16.2 })[0], "Neustadt", "a whole name comes first");
  assert.ok(
    names("neustadt", { lat: 47.9, lon: 16.2 }).includes("Wiener Neustadt"),
    "a word within the name",
  );
  assert.notEqual(names("wiener", { lat: 47.9, lon: 16.2 }).length, 0);
  assert.equal(names("lin", { lat: 48.3, lon: 14.3 })[0], "Linz");
  assert.notEqual(names("lin")[0], "Linz", "others are larger");
  assert.ok(names("san").length === 6, "no more than six");
  assert.deepEqual(names("xqzzt"), []);
  assert.deepEqual(formsOf("Ålesund"), ["alesund", "aalesund"]);
  assert.deepEqual(formsOf("Gießen"), ["giessen"]);
  for (const text of ["Krems", "St. Pölten", "L’Aquila", "Grenoble"]) assert.ok(isName(text), text);
  for (const text of ["JN88", "OE1XYZ", "GW7K2", "48.2, 16.3", "ab", "", "a".repeat(41), "<b>x"]) {
    assert.ok(!isName(text), text);
  }
});

Deno.test("of receivers the nearest trusted ones are named, then what is not trusted yet; five at most", () => {
  const at = (site: string, trusted: boolean, lat: number | null) => ({
    ...{ site, trusted, lastAt: null, lat, lon: lat === null ? null : 16 },
  });
  const all = [
    at("FAR", true, 49),
    at("NOWHERE", true, null),
    at("NEAR", true, 48.1),
    at("OTHER-FAR", false, 48.4),
    at("OTHER", false, 48.05),
    at("OTHER-NOWHERE", false, null),
  ];
  const named = (here?: { lat: number; lon: number }) => nearestOf(all, here).map(({ site }) => site);
  assert.deepEqual(named({ lat: 48, lon: 16 }), ["NEAR", "FAR", "NOWHERE", "OTHER", "OTHER-FAR"]);
  assert.deepEqual(named(), ["FAR", "NOWHERE", "NEAR", "OTHER-FAR", "OTHER"]);
});

Deno.test("distances in feet and miles, in nautical miles, never with four digits", () => {
  const filters = (kind: typeof units.value, metres: number[]) => {
    units.value = kind;
    try {
      return metres.map(sayDistance);
    } finally {
      units.value = "metric";
    }
  };
  assert.deepEqual(filters("imperial", [10, 150, 289, 290, 1609, 16_093]), [
    ...["33 ft", "490 ft", "950 ft", "0.2 mi", "1 mi", "10 mi"],
  ]);
  assert.deepEqual(filters("nautical", [34, 184, 185, 1852, 18_520]), [
    "34 m",
    "180 m",
    "0.1 NM",
    "1 NM",
    "10 NM",
  ]);
});

Deno.test("speeds in kilometres, miles and nautical miles an hour", () => {
  try {
    const filters = (["metric", "imperial", "nautical"] as const).map((kind) => {
      units.value = kind;
      return [36, 300].map(saySpeed);
    });
    assert.deepEqual(filters, [["36 km/h", "300 km/h"], ["22 mph", "186 mph"], ["19 kn", "162 kn"]]);
  } finally {
    units.value = "metric";
  }
});

Deno.test("the points of the compass in the reader's letters", () => {
  const from = { lat: 48, lon: 16 };
  const filters = () =>
    [[1, 1], [0, 1], [-1, 1]].map(([north, east]) =>
      sayWayTo(from, { lat: 48 + north! * 0.01, lon: 16 + east! * 0.015 }).split(" ").at(-1)
    );
  const before = language.peek();
  try {
    language.value = languageOf("en");
    assert.deepEqual(filters(), ["NE", "E", "SE"]);
    language.value = languageOf("de");
    assert.deepEqual(filters(), ["NO", "O", "SO"]);
  } finally {
    language.value = before;
  }
});

journey(
  "somebody looks for a locator, copies a place in another form, and wants miles",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", lat: 48.2, lon: 16.37 });
    await hide(field.app, "OE1XYZ", { title: "By the lake", lat: 47.25, lon: 13.1 });
    for (let i = 1; i < 10; i++) {
      await hide(field.app, `OE1AA${"XYZ"[i % 3]}`, {
        title: `Bench ${i}`,
        lat: 48.25 + i / 500,
        lon: 16.38,
      });
    }
    const phone = await field.phone({ call: "OE3FND", screen });
    /** How many caches lie on the small map, whatever is drawn beside it. */
    const onMap = () =>
      phone.tab.evaluate(`(() => {
        const map = document.querySelector(".small-map"), { left, right, top, bottom } = map.getBoundingClientRect();
        return [...map.querySelectorAll(".small-map-thing")].filter((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return x + width > left && x < right && y + height > top && y < bottom;
        }).flatMap((one) => one.querySelector("title").textContent.split("\\n")).length;
      })()`);
    await phone.open("/");
    await phone.sees("11 caches");
    // Its marks come when the browser has drawn the list.
    await becomes(
      "where most are, while no place is known: neither the lake nor the mast",
      async () => await onMap() === 9,
    );
    await phone.fill("#search", "JN67NG");
    await phone.sees("By distance from JN67NG:");
    await phone.tab.until(`document.querySelector(".cache-row")?.innerText.includes("By the lake")`);
    await phone.write("#search", "wien");
    await phone.press("Wien JN88");
    await phone.sees("By distance from Wien:");
    await phone.tab.until(`document.querySelector(".cache-row")?.innerText.includes("The old mast")`);
    await becomes("the nearest ten around a place", async () => await onMap() === 10);
    // A village comes from the gateway: nobody loads all of them for one.
    await phone.write("#search", "krems an");
    await phone.press("Krems an der Donau JN78");
    await phone.sees("By distance from Krems an der Donau:");
    assert.ok(!phone.tab.requests.some((address) => address.includes("world-places")));
    await phone.write("#search", "33UXP0145138200");
    await phone.sees("By distance from 33UXP0145138200:");
    // A member by their call, and their caches.
    await phone.write("#search", "oe1xyz");
    await phone.sees("2 caches");
    await phone.write("#search", "oe3fnd");
    await phone.tab.click(`.search-found a[href="/u/OE3FND"]`);
    await phone.tab.until(`location.pathname === "/u/OE3FND"`);
    await phone.open("/me");
    await phone.tab.until(`document.querySelector("#units") !== null`);
    await phone.tab.evaluate(`(() => {
    const it = document.querySelector("#units");
    it.value = "imperial";
    it.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
    await phone.open("/");
    await phone.fill("#search", "48.2, 16.3");
    await phone.sees(" mi");
    await phone.open(`/c/${code}`);
    await phone.press("Other forms");
    await phone.sees("48.200000, 16.370000");
    await phone.sees("JN88EE");
    await phone.sees("33UXP");
  },
  { devices: ["phone"] },
);
