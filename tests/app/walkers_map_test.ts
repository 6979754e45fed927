/** Real archives of two countries in two schemas, drawn by real Chromium in the four looks: what is there, and what lies over what. */
import assert from "node:assert/strict";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { inField, type Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";
import { exists, missing, testData, withoutData } from "../kit/test_data.ts";
import { becomes } from "../kit/waits.ts";

/** The library keeps its map to itself: a property that it sets first gives it to the test. */
const GIVES_MAP = `Object.defineProperty(Object.prototype, "_canvasContainer", {
  configurable: true,
  set(value) {
    globalThis.drawnMap = this;
    Object.defineProperty(this, "_canvasContainer", { value, writable: true, configurable: true });
  },
})`;
const LOOKS = ["light", "dark", "sun", "night"];

interface Place {
  archive: string;
  lat: number;
  lon: number;
  /** Names that have to be there, each with the layer that writes it. */
  named: Readonly<Record<string, string>>;
  /** Ways that have to be drawn. */
  layers: readonly string[];
}
const VADUZ = { lat: 47.1405, lon: 9.5215 }, PORT = { lat: 43.7345, lon: 7.4225 };
const PLACES: readonly Place[] = [
  {
    ...{ archive: "liechtenstein-protomaps", ...VADUZ, named: { Vaduz: "place", Egertastrasse: "way-name" } },
    layers: ["cover-landuse", "marks-landuse", "house", "road", "walk", "way-name", "river-name", "place"],
  },
  {
    ...{ archive: "liechtenstein-omt", ...VADUZ, named: { Vaduz: "place" } },
    layers: ["cover-landcover", "cover-landuse", "house", "road", "walk", "way-name", "poi", "place"],
  },
  {
    ...{ archive: "monaco-omt", ...PORT, named: {} },
    layers: ["water", "cover-landuse", "house", "road", "walk", "place"],
  },
  {
    ...{ archive: "monaco-protomaps", ...PORT, named: {} },
    layers: ["earth", "water", "cover-landuse", "house", "road", "walk"],
  },
];

/** Waits until tiles, names and their room are there. */
const settled = (phone: Phone) =>
  becomes(
    "the map is drawn",
    async () =>
      await phone.tab.evaluate(
        `globalThis.drawnMap !== undefined && drawnMap.getLayer("archive-place") !== undefined &&
      drawnMap.loaded() && drawnMap.areTilesLoaded()`,
      ) === true,
  );

/** The layers of the archive that are drawn, and the names that each writes. */
const drawn = async (phone: Phone) =>
  JSON.parse(
    await phone.tab.evaluate(`(() => {
      const layers = {};
      for (const { layer, properties } of drawnMap.queryRenderedFeatures()) {
        if (!layer.id.startsWith("archive-")) continue;
        (layers[layer.id.slice(8)] ??= []).push(properties.name ?? properties["name:latin"] ?? "");
      }
      return JSON.stringify(layers);
    })()`) as string,
  ) as Record<string, string[]>;

/** The colours of the map's picture where a road lies in a wood or a town, and where a house is: seen, not covered. */
const colourAt = async (phone: Phone, layer: string, where: string): Promise<string> =>
  await phone.tab.evaluate(`new Promise((done) => {
    const found = drawnMap.queryRenderedFeatures({ layers: [${JSON.stringify(layer)}] }).filter(${where});
    const inView = ({ x, y }) => x > 20 && y > 120 && x < 300 && y < drawnMap.getContainer().clientHeight - 60;
    const spots = found.flatMap(({ geometry }) => {
      const lines = geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates;
      return lines.flatMap((line) => line.slice(1).map((to, i) => drawnMap.project([(line[i][0] + to[0]) / 2, (line[i][1] + to[1]) / 2])));
    }).filter(inView);
    drawnMap.once("render", () => {
      const gl = drawnMap.painter.context.gl, dot = new Uint8Array(4), ratio = drawnMap.getPixelRatio(), count = {};
      for (const { x, y } of spots.slice(0, 200)) {
        gl.readPixels(Math.round(x * ratio), gl.drawingBufferHeight - 1 - Math.round(y * ratio), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, dot);
        const colour = "#" + [...dot.subarray(0, 3)].map((one) => one.toString(16).padStart(2, "0")).join("");
        count[colour] = (count[colour] ?? 0) + 1;
      }
      done(Object.entries(count).sort((a, b) => b[1] - a[1])[0]?.[0] ?? "none");
    });
    drawnMap.triggerRepaint();
  })`) as string;
const token = async (phone: Phone, name: string) =>
  await phone.tab.evaluate(`getComputedStyle(document.body).getPropertyValue("--${name}").trim()`);

for (const { archive, lat, lon, named, layers } of PLACES) {
  const path = testData(`maps/${archive}.pmtiles`);
  Deno.test({
    name: `${archive}: roads, ways, houses and names are drawn in four looks, and its source is named`,
    ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM) || withoutData(archive, exists(path)),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inField(async (field) => {
        await Deno.mkdir(`${field.app.dataDir}/tiles`, { recursive: true });
        await Deno.copyFile(path, `${field.app.dataDir}/tiles/offline.pmtiles`);
        await hide(field.app, "OE1XYZ", { title: "In the old town", lat, lon });
        const phone = await field.phone({ lean: false });
        for (
          const source of [
            GIVES_MAP,
            `localStorage.setItem("map.view", '{"centre":{"lat":${lat},"lon":${lon}},"zoom":15.5}')`,
          ]
        ) await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", { source });
        await phone.open("/map");
        for (const look of LOOKS) {
          await phone.tab.evaluate(
            `void (globalThis.drawnMap = undefined, document.documentElement.dataset.theme = "${look}")`,
          );
          if (look === "light") await phone.open("/map");
          await settled(phone);
          const found = await drawn(phone);
          for (const layer of layers) {
            assert.ok(layer in found, `${look}: no ${layer} of ${Object.keys(found)}`);
          }
          for (const [name, layer] of Object.entries(named)) {
            assert.ok(found[layer]!.includes(name), `${look}: ${name} is not in ${found[layer]}`);
          }
          // A main road is seen: neither woods nor towns, nor in Monaco the sea, lie over it.
          const isMain =
            `({ properties }) => /primary|secondary/.test(properties.class ?? properties.kind_detail ?? "")`;
          assert.equal(await colourAt(phone, "archive-road", isMain), await token(phone, "m-main"), look);
          assert.equal(
            await phone.tab.evaluate(`document.querySelector(".map-credit").innerText`),
            "© OpenStreetMap contributors",
          );
        }
        // Zoom 14 is drawn sharp where one looks closer: the same tiles, lines as wide as the zoom wants.
        await phone.tab.evaluate(`void drawnMap.jumpTo({ zoom: 18 })`);
        await settled(phone);
        assert.ok("house" in await drawn(phone), "houses at zoom 18");
        // Further out nothing of houses and icons is there, and names still are.
        await phone.tab.evaluate(`void drawnMap.jumpTo({ zoom: 12 })`);
        await settled(phone);
        const far = Object.keys(await drawn(phone));
        assert.ok(
          !far.some((one) => /^(house|poi|number|way-name)/.test(one)),
          far.join(),
        );
        assert.ok(far.includes("place") && far.includes("road"), far.join());
        assert.deepEqual(phone.tab.complaints, []);
      }, { env: { HIDE_DAILY_LIMIT: "0" } }),
  });
}
