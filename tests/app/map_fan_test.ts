/** What lies at one spot of the big map, what lies over what, and which caches it shows. */
import assert from "node:assert/strict";
import { fanPlaces, fanRadius, movedFor } from "../../src/client/map/full/fan/places.ts";
import { clearingsOf } from "../../src/client/map/stations/clearings.ts";
import { rf } from "../kit/boxes.ts";
import { eventually } from "../kit/eventually.ts";
import { key, pressMap, pressMapUntil } from "../kit/hands.ts";
import { journey } from "../kit/journey.ts";
import type { Field, Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";

Deno.test("what is fanned out keeps a thumb's width between its marks, and the map moves until all of it is seen", () => {
  for (let n = 2; n <= 12; n++) {
    const places = fanPlaces(n);
    assert.equal(places.length, n);
    for (const [i, { x, y }] of places.entries()) {
      const next = places[(i + 1) % n]!;
      const apart = Math.hypot(next.x - x, next.y - y);
      // The chord is a little shorter than the arc between them.
      assert.ok(apart >= 44, `${n} things are ${apart} apart`);
    }
  }
  const map = { width: 390, height: 600 }, free = { top: 64, bottom: 0 };
  assert.deepEqual(movedFor({ x: 195, y: 300 }, 4, map, free), { x: 0, y: 0 });
  const need = fanRadius(4) + 30;
  assert.deepEqual(movedFor({ x: 10, y: 70 }, 4, map, free), { x: 10 - need, y: 70 - 64 - need });
  assert.deepEqual(movedFor({ x: 380, y: 590 }, 4, map, free), { x: need - 10, y: need - 10 });
  assert.deepEqual(movedFor({ x: 195, y: 400 }, 4, map, { top: 64, bottom: 450 }).y, 400 - (64 + 150) / 2);
});

Deno.test("stations leave free what caches take: a disc, its sign, and groups as large as they are drawn", () => {
  const at = { lat: 48.2, lon: 16.37 };
  const shapes = clearingsOf([
    { layer: "caches", properties: { id: "A", icon: "cache-multi-open" }, ...at },
    { layer: "caches", properties: { id: "B", icon: "cache-multi-found" }, ...at },
    { layer: "clusters", properties: { cluster_id: 7, point_count: 9 }, ...at },
    { layer: "clusters", properties: { cluster_id: 8, point_count: 10 }, ...at },
    { layer: "clusters", properties: { cluster_id: 9, point_count: 100 }, ...at },
    { layer: "towns", properties: { name: "Wien" }, ...at },
  ]);
  assert.deepEqual([...shapes.keys()], ["caches A", "caches B", "clusters 7", "clusters 8", "clusters 9"]);
  assert.deepEqual([...shapes.values()].map((row) => row[4]), [0, 1, 2, 3, 4]);
});

const SPOT = { lat: 48.2, lon: 16.37 };
const hear = ({ app }: Field, symbol = ">") =>
  app.ingest.post("/ingest", {
    packets: [rf(app, `OE3AAA-9>APRS:!4812.00N/01622.20E${symbol}on the road`, "OE1GATE-1")],
  });
const drawn = (phone: Phone) =>
  phone.tab.until(`document.querySelector(".station-canvas") !== null &&
    document.querySelector(".big-map > [role=status]") === null`);
const marks = (phone: Phone) =>
  phone.tab.evaluate(`[...document.querySelectorAll(".map-fan button")].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return { name: one.ariaLabel, x: left, y: top, width, height, free: one.contains(hit) };
  })`) as Promise<{ name: string; x: number; y: number; width: number; height: number; free: boolean }[]>;

journey(
  "three things at one spot fan out: by a thumb and by keys each is opened by itself, and Escape ends it",
  async (field, _screen) => {
    await hide(field.app, "OE1XYZ", { title: "The old mast", ...SPOT });
    await hide(field.app, "OE1XYZ", { title: "The foot of it", ...SPOT });
    await hear(field);
    const phone = await field.phone({ call: "OE3FND" });
    await phone.open("/map");
    await drawn(phone);
    // A press that meets them moves the map, so that the next would miss them: each waits for what it does.
    await eventually("a fan of three", async () => {
      await pressMap(phone);
      const three = `document.querySelectorAll(".map-fan button").length === 3`;
      return await eventually(three, () => phone.tab.evaluate(three) as Promise<boolean>, 5000)
        .catch(() => false);
    });
    // Nothing covers them once they stand, and a thumb meets one alone.
    await phone.tab.until(`document.querySelector(".map-fan").getAnimations({ subtree: true }).length === 0`);
    const fan = await marks(phone);
    assert.ok(
      fan.some(({ name }) => name.endsWith("The old mast")) && fan.some(({ name }) => name === "OE3AAA-9"),
    );
    for (const [i, one] of fan.entries()) {
      assert.ok(one.free && one.width >= 44 && one.height >= 44, JSON.stringify(one));
      for (const other of fan.slice(i + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 52);
    }
    await phone.sees("3 things at this spot");
    const press = (name: string) =>
      phone.tab.evaluate(`[...document.querySelectorAll(".map-fan button")]
        .find((one) => one.ariaLabel.endsWith(${JSON.stringify(name)})).click()`);
    await press("The foot of it");
    await phone.tab.until(`document.querySelector(".thing-card h2")?.innerText === "The foot of it"`);
    await press("OE3AAA-9");
    await phone.tab.until(`document.querySelector(".thing-card h2")?.innerText.includes("OE3AAA")`);
    assert.equal(
      await phone.tab.evaluate(`document.querySelector(".map-fan [aria-pressed=true]").ariaLabel`),
      "OE3AAA-9",
    );
    await phone.tab.evaluate(`document.querySelector(".map-picked > .round").click()`);
    await phone.tab.until(`document.querySelector(".map-fan") === null`);

    // The same with keys: Enter presses the middle of the map, Tab goes from one to the next.
    await phone.tab.evaluate(`localStorage.removeItem("map.view")`);
    await phone.open("/map");
    await drawn(phone);
    await eventually("a fan of three", async () => {
      await phone.tab.evaluate(`document.querySelector(".maplibregl-canvas").focus()`);
      await key(phone, "Enter");
      const inFan = `document.activeElement.closest(".map-fan")?.childElementCount === 3`;
      return await eventually(inFan, () => phone.tab.evaluate(inFan) as Promise<boolean>, 5000)
        .catch(() => false);
    });
    const first = await phone.tab.evaluate(`document.activeElement.ariaLabel`);
    await key(phone, "Tab");
    const second = await phone.tab.evaluate(`document.activeElement.ariaLabel`) as string;
    assert.notEqual(second, first);
    await key(phone, "Enter");
    await phone.tab.until(`document.querySelector(".thing-card") !== null`);
    await key(phone, "Escape");
    await phone.tab.until(`document.querySelector(".map-fan, .thing-card") === null &&
      document.activeElement.matches(".maplibregl-canvas")`);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { env: { FIRST_PARTY_SITES: "OE1GATE-1" } },
);

/** The colour in the middle of the map, as it is seen. */
async function middleOf(phone: Phone): Promise<number[]> {
  const { x, y } = await phone.tab.evaluate(`(() => {
    const { x, y, width, height } = document.querySelector(".big-map").getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`) as { x: number; y: number };
  // Beside the white drawing in the middle of the disc, and within it.
  const { data } = await phone.tab.send("Page.captureScreenshot", {
    format: "png",
    clip: { x: x - 10, y: y - 1, width: 2, height: 2, scale: 1 },
  });
  return await phone.tab.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(data)}), (one) => one.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    pen.drawImage(picture, 0, 0);
    return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  })()`) as number[];
}

journey(
  "a station where a cache lies does not cover it; its call stands below",
  async (field) => {
    await hide(field.app, "OE1XYZ", { title: "The old mast", ...SPOT });
    // A digipeater: the darkest of all marks.
    await hear(field, "#");
    // Its colours are read dot by dot.
    const phone = await field.phone({ lean: false });
    await phone.open("/map");
    await drawn(phone);
    const hue = await phone.tab.evaluate(`(() => {
      const hex = getComputedStyle(document.documentElement).getPropertyValue("--k-traditional").trim();
      return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    })()`) as number[];
    const near = ([r, g, b]: number[], to: number[]) =>
      Math.max(Math.abs(r! - to[0]!), Math.abs(g! - to[1]!), Math.abs(b! - to[2]!)) < 24;
    await eventually("the cache's hue in the middle", async () => near(await middleOf(phone), hue));
    // Without caches the station is what one sees there.
    await phone.press("Caches");
    await eventually("the station in the middle", async () => !near(await middleOf(phone), hue));
    await phone.press("Caches");
    await eventually("the cache again", async () => near(await middleOf(phone), hue));
  },
  { env: { FIRST_PARTY_SITES: "OE1GATE-1" } },
);

journey(
  "the big map shows what its filters leave, in its list too; they stand in its address",
  async (field) => {
    await hide(field.app, "OE1XYZ", { title: "The old mast", ...SPOT });
    await hide(field.app, "OE1XYZ", { title: "The riddle", ...SPOT, lon: 16.371, type: "mystery" });
    const phone = await field.phone({ call: "OE3FND" });
    await phone.open("/map");
    await drawn(phone);
    await phone.press("Filter");
    await phone.sees("2 caches");
    await phone.press("Puzzle");
    await phone.sees("1 cache");
    assert.equal(await phone.tab.evaluate("location.search"), "?kind=mystery");
    await phone.press("List");
    await phone.sees("The riddle");
    assert.ok(!await phone.tab.evaluate(`document.body.innerText.includes("The old mast")`));
    await phone.open("/map?kind=traditional");
    await drawn(phone);
    await pressMapUntil(phone, `document.querySelector(".thing-card h2")?.innerText === "The old mast"`);
    // With its layer goes what was pressed of it.
    await phone.press("Caches");
    await phone.tab.until(`document.querySelector(".thing-card") === null`);
    await phone.press("Caches");
    await phone.press("Filter");
    await phone.press("Clear filters");
    await phone.sees("2 caches");
    assert.equal(await phone.tab.evaluate("location.search"), "");
    assert.deepEqual(phone.tab.complaints, []);
  },
);
