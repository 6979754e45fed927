/** The region of an instance: chosen on a map, saved as a setting, and where it counts. */
import assert from "node:assert/strict";
import { stepped, tapped, viewOf } from "../../src/client/admin/first/region.ts";
import { placeOn, projectionOf } from "../../src/client/ui/places/project.ts";
import { boxOf, lengthFor } from "../../src/client/ui/places/squares.ts";
import admin from "../../src/words/en/admin.json" with { type: "json" };
import nearby from "../../src/words/en/nearby.json" with { type: "json" };
import { appTest, refused, SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

const VIENNA = { lat: 48.2, lon: 16.37 };

Deno.test("a tap on the world chooses a field, in a field a square, and from then on one as large", () => {
  assert.equal(tapped("", VIENNA), "JN");
  assert.equal(tapped("J", VIENNA), "JN", "what is not a whole locator is none");
  assert.equal(tapped("JN", VIENNA), "JN88");
  assert.equal(tapped("JN77", VIENNA), "JN88");
  assert.equal(tapped("JN77AA", VIENNA), "JN88EE");
});

Deno.test("the keys step from square to square, over the date line, and stay on the earth", () => {
  assert.equal(stepped("JN88", 1, 0), "JN98");
  assert.equal(stepped("JN88", 0, -1), "JN87");
  assert.equal(stepped("RJ", 1, 0), "AJ");
  assert.equal(stepped("AJ00", -1, 0), "RJ90");
  assert.equal(stepped("JR", 0, 1), "JR");
  assert.equal(stepped("", 1, 0), "JJ");
});

Deno.test("the map shows the world, then the chosen square with three of its size on each side, a field with one, a smaller one with eight", () => {
  assert.equal(viewOf("").west, -180);
  assert.deepEqual(viewOf("JN"), { south: 30, west: -20, north: 60, east: 40 });
  assert.equal(viewOf("JN88AA").south.toFixed(6), (48 - 8 / 24).toFixed(6));
  assert.deepEqual(viewOf("JN88"), { south: 45, west: 10, north: 52, east: 24 });
});

Deno.test("`placeOn()` gives the place of a point of the drawing", () => {
  for (const grid of ["", "JN", "JN88EE"]) {
    const { south, west, north, east } = viewOf(grid);
    const drawing = projectionOf([{ lat: south, lon: west }, { lat: north, lon: east }], 600, 320);
    for (const place of [{ lat: south, lon: west }, { lat: north, lon: east }, { lat: 48.2, lon: 16.37 }]) {
      const { x, y } = drawing.at(place), back = placeOn(drawing, x, y);
      const fine = (east - west) / 1000;
      assert.ok(Math.abs(back.lat - place.lat) < fine && Math.abs(back.lon - place.lon) < fine, grid);
    }
  }
});

Deno.test("a locator is as long as its squares fit into a box", () => {
  for (const grid of ["JN", "JN88", "JN88EE", "JN88EE55"]) assert.equal(lengthFor(boxOf(grid)!), grid.length);
  assert.equal(lengthFor({ south: 48.5417, west: 15, north: 48.5833, east: 15.0833 }), 6, "rounded");
  assert.equal(lengthFor({ south: 46.4, west: 9.5, north: 49, east: 17.2 }), 4, "a country");
  assert.equal(lengthFor({ south: 48.1, west: 16.2, north: 48.3, east: 16.6 }), 6, "a town");
});

appTest(
  "lists begin in the region that the operator saves, ahead of what is mirrored; one that does not fit is refused",
  { FED_SYNC_REGION: "30,-20,60,40" },
  async (app) => {
    const path = "/api/admin/settings/INSTANCE_REGION";
    const begins = async () => (await app.visitor.get("/api/start")).body.region;
    await hide(app, "OE1XYZ", { title: "In Vienna", ...VIENNA });
    await hide(app, "OE1XYZ", { title: "In Graz", lat: 47.07, lon: 15.44 });
    assert.deepEqual(await begins(), { south: 30, west: -20, north: 60, east: 40 });
    assert.match((await app.visitor.get("/")).text, /In Graz/);
    const sysop = await app.sysop();
    for (const value of ["48,16,49", "49,16,48,18", "48,16,91,18", "JN88"]) {
      await refused(app, 400, "setting_invalid", () => sysop.put(path, { value }));
    }
    assert.equal((await sysop.put(path, { value: "48,16,49,18" })).status, 200);
    assert.deepEqual(await begins(), { south: 48, west: 16, north: 49, east: 18 });
    const drawn = (await app.visitor.get("/")).text;
    assert.match(drawn, /In Vienna/);
    assert.doesNotMatch(drawn, /In Graz/);
    assert.equal((await sysop.delete(path)).status, 200);
    assert.equal((await begins()).south, 30);
  },
);

journey(
  "whose place is unknown reads the list from the middle of the region, in the first paint and in the app, without a distance",
  async ({ app, phone: take }, screen) => {
    await hide(app, "OE1XYZ", { title: "A castle in Graz", lat: 47.07, lon: 15.44 });
    await hide(app, "OE1XYZ", { title: "The mast in Vienna", ...VIENNA });
    const order = (html: string) => [...html.matchAll(/The mast|A castle/g)].map(([title]) => title);
    assert.equal(order((await app.visitor.get("/")).text.split("cache-list")[1]!)[0], "A castle");
    const sysop = await app.sysop();
    await sysop.put("/api/admin/settings/INSTANCE_REGION", { value: "46,14,50,18.8" });
    const { text } = await app.visitor.get("/");
    assert.equal(order(text.split("cache-list")[1]!)[0], "The mast");
    assert.match(text, new RegExp(nearby["nearby.bymiddle"]));
    const phone = await take({ call: "OE3FND", screen });
    await phone.open("/");
    await phone.sees(`2 caches · ${nearby["nearby.bymiddle"]}`);
    await phone.tab.count(".cache-list > li", 2);
    const rows = `[...document.querySelectorAll(".cache-list > li")].map((row) => row.innerText).join("\\n")`;
    const list = await phone.tab.evaluate(rows) as string;
    assert.equal(order(list)[0], "The mast");
    assert.doesNotMatch(list, /\d (m|km)\b/, "nobody knows how far it is");
    assert.deepEqual(phone.tab.complaints, []);
  },
);

journey(
  "a town is found by its name, and the square around it chosen; one that nobody knows is said",
  async ({ app, phone: take }, screen) => {
    const phone = await take({ call: SYSOP, screen });
    const find = async (town: string) => {
      await phone.write("#first-town", town);
      await phone.tab.press(`document.querySelector("#first-town").form.querySelector("[type=submit]")`);
    };
    await phone.open("/admin/first");
    await phone.press(`3 ${admin["first.place"]}`);
    await phone.tab.count("#first-town");
    await find("Nowhereville");
    await phone.sees(admin["first.town.none"]);
    await find("Graz");
    await phone.press("Graz JN77");
    await phone.tab.until(`document.querySelector("#first-grid").value === "JN77"`);
    await phone.press(admin["first.region.save"]);
    await phone.sees(admin["first.region.saved"]);
    const { south, west, north, east } = (await app.visitor.get("/api/start")).body.region;
    assert.deepEqual([south, west, north, east], [47, 14, 48, 16]);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["desktop"] },
);
