/** The big map in real Chromium: drawn by WebGL, by keyboard, as a list, without a network and without WebGL. */
import assert from "node:assert/strict";
import { pressMap } from "../kit/hands.ts";
import { journey } from "../kit/journey.ts";
import { rf } from "../kit/boxes.ts";
import type { Field, Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";
import { archiveOf, vectorTile } from "../kit/pmtiles.ts";
import { becomes } from "../kit/waits.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const HOSTILE = "<img src=x onerror=alert(1)>\u202Etxet";
const ENV = { env: { FIRST_PARTY_SITES: "OE1GATE-1", HIDE_DAILY_LIMIT: "0" } };

const hear = (field: Field, ...lines: string[]) =>
  field.app.ingest.post("/ingest", { packets: lines.map((line) => rf(field.app, line, "OE1GATE-1")) });
/** The map is there once its canvas is drawn and no word of waiting lies over it. */
const drawn = (phone: Phone) =>
  phone.tab.until(`document.querySelector(".maplibregl-canvas") !== null &&
    document.querySelector(".big-map > [role=status]") === null`);
const view = async (phone: Phone) =>
  JSON.parse(await phone.tab.evaluate(`localStorage.getItem("map.view") ?? "null"`) as string);

async function key(phone: Phone, name: string, code: number): Promise<void> {
  for (const type of ["keyDown", "keyUp"]) {
    await phone.tab.send("Input.dispatchKeyEvent", {
      type,
      key: name,
      code: name,
      windowsVirtualKeyCode: code,
    });
  }
}

journey(
  "caches and stations are drawn; what lies on one spot is told apart, and all of it is a list",
  async (field, screen) => {
    await hide(field.app, "OE1XYZ", { title: `Lower ${HOSTILE}`, ...PLACE });
    const { code } = await hide(field.app, "OE1XYZ", { title: "Upper", ...PLACE });
    await hear(field, `OE3AAA-9>APRS:!4812.00N/01622.20E>088/036driving ${HOSTILE}`);
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open("/map");
    await drawn(phone);
    // Its tiles are drawn a moment after it is there: a finger tries again.
    for (let tries = 0; tries < 40; tries++) {
      await pressMap(phone);
      const seen = await phone.tab.evaluate(`document.querySelectorAll(".map-things li").length`);
      if (seen === 3) break;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    await phone.sees("3 things at this spot");
    await phone.sees("OE3AAA-9");
    await phone.press("List");
    await phone.sees("3 things in view");
    await phone.sees(`driving ${HOSTILE}`);
    // The layer goes, and with it its rows.
    await phone.press("Layers");
    await phone.press("Stations");
    await phone.sees("2 things in view");
    await phone.press(code);
    await phone.sees("When a find counts as verified");
    assert.deepEqual(phone.tab.complaints, []);
  },
  ENV,
);

journey("keys move the map, and what somebody moved stays where it is", async (field) => {
  await hide(field.app, "OE1XYZ", { title: "Here", ...PLACE });
  const phone = await field.phone({});
  await phone.open("/map");
  await drawn(phone);
  assert.equal(await view(phone), null, "nobody has touched it");
  await phone.tab.until(`(document.querySelector(".maplibregl-canvas").focus(),
    document.activeElement.getAttribute("aria-label") === "Map")`);
  await key(phone, "ArrowRight", 39);
  await phone.tab.until(`localStorage.getItem("map.view") !== null`);
  await phone.tab.until(`JSON.parse(localStorage.getItem("map.view")).centre.lon > ${PLACE.lon + 0.001}`);
  await hide(field.app, "OE1XYZ", { title: "Far away", lat: 40, lon: 0 });
  // A square to take along: by the zoom at first, then one step larger or smaller.
  const square = `document.querySelector('a[href^="/packs?take="]')?.href.split("=")[1].length`;
  await phone.press("A square to take along");
  await phone.tab.until(`${square} === 6`);
  await phone.press("Smaller square");
  await phone.tab.until(`${square} === 8`);
  assert.equal(
    await phone.tab.evaluate(`[...document.querySelectorAll("main .buttons button")]
      .map(({ disabled }) => disabled).join()`),
    "false,true",
  );
  await phone.press("Larger square");
  await phone.press("Larger square");
  await phone.tab.until(`${square} === 4`);
  await phone.press("Nearby");
  await phone.sees("2 caches");
  const moved = await view(phone);
  await phone.press("Map");
  await drawn(phone);
  await phone.press("List");
  await phone.sees("1 thing in view");
  assert.deepEqual(await view(phone), moved);
}, { ...ENV, devices: ["desktop"] });

journey("with the network off the map opens, with what the phone has kept", async (field, screen) => {
  await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
  await hear(field, "OE3AAA-9>APRS:!4812.10N/01622.20E>kept");
  const phone = await field.phone({ screen });
  await phone.open("/map");
  await drawn(phone);
  await phone.tab.until("navigator.serviceWorker.controller !== null");
  // Loaded once more under the worker, which keeps what only the map needs.
  await phone.open("/map");
  await drawn(phone);
  await phone.press("List");
  await phone.sees("2 things in view");
  await phone.tab.until(`(caches.keys().then(async (names) => {
    const kept = (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map((one) => one.url)))).flat();
    globalThis.keptMap = kept.some((url) => url.includes("/map_worker-")) && kept.some((url) => url.includes("/world-50m-"));
  }), globalThis.keptMap === true)`);
  await field.unplug();
  await phone.open("/map");
  await drawn(phone);
  await phone.sees("No connection since");
  await phone.press("List");
  await phone.sees("2 things in view");
  await phone.sees("The old mast");
}, { ...ENV, devices: ["phone"] });

journey("a regional archive lies under it, read by ranges; every layer can be shown", async (field) => {
  await Deno.mkdir(`${field.app.dataDir}/tiles`, { recursive: true });
  const says = JSON.stringify({ vector_layers: ["water", "places", "unheard_of"].map((id) => ({ id })) });
  await Deno.writeFile(
    `${field.app.dataDir}/tiles/offline.pmtiles`,
    archiveOf(4, 500, { tile: vectorTile(HOSTILE), says }),
  );
  await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
  await hear(field, "OE1GATE-1>APRS:!4812.10N/01622.20E#gate", "OE3AAA>APRS:!4812.10N/01622.20E>driving");
  const now = Math.floor(Date.now() / 1000);
  const place = {
    type: "pos",
    src_type: "lora",
    lat: 48.2,
    lat_dir: "N",
    long: 16.3,
    long_dir: "E",
    alt: 600,
    rssi: -95,
    snr: 7,
  };
  for (const [src, id] of [["OE1MSH-1", "00000001"], ["OE1NOD-1", "00000002"]]) {
    await field.app.ingest.post("/ingest", {
      packets: [{
        raw: JSON.stringify({ ...place, src, msg_id: id }),
        heardAt: now,
        via: "meshcom",
        site: "OE1NOD-1",
      }],
    });
  }
  const asked: string[] = [];
  field.hold = ({ url, headers }) => {
    const { pathname, search } = new URL(url);
    asked.push(`${pathname}${search} ${headers.get("range") ?? ""}`.trim());
    return false;
  };
  const phone = await field.phone({});
  await phone.open("/map");
  await drawn(phone);
  // Header, directory, tiles: more than what opening it takes.
  await becomes("tiles are read", () => asked.filter((one) => one.startsWith("/tiles/")).length >= 3);
  await phone.press("Layers");
  for (
    const layer of [
      "Mesh and its links",
      "Who is on the air elsewhere",
      "What receivers cover",
      "Locator grid",
    ]
  ) {
    await phone.press(layer);
  }
  await phone.sees("This instance does not read what other sites publish.");
  for (const path of ["/api/mesh/nodes", "/api/mesh/links", "/api/coverage"]) {
    await becomes(path, () => asked.some((one) => one.startsWith(`${path}?bbox=`)));
  }
  // Whoever looks at this region asks for the same box.
  const [, box] = /bbox=([\d.,]+)/.exec(asked.find((one) => one.startsWith("/api/coverage?"))!)!;
  for (const edge of box!.split(",")) assert.match(edge, /^\d+(\.\d)?$/);
  await phone.press("Locator grid");
  assert.ok(asked.every((one) => one.startsWith("/")), "nothing from elsewhere");
  assert.deepEqual(phone.tab.complaints, []);
}, { ...ENV, devices: ["desktop"] });

journey("without WebGL there are the list and the small map, and no error", async (field, screen) => {
  await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
  await hear(field, "OE3AAA-9>APRS:!4812.10N/01622.20E>driving");
  const phone = await field.phone({ screen, lang: "de" });
  await phone.open("/map");
  await phone.sees("Dieser Browser kann die große Karte nicht zeichnen.");
  await phone.sees("The old mast");
  await phone.sees("OE3AAA-9");
  assert.equal(await phone.tab.evaluate(`document.querySelector("svg.small-map") !== null`), true);
  assert.deepEqual(phone.tab.complaints, []);
}, { ...ENV, webgl: false });
