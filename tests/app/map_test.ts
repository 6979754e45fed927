/** The big map in real Chromium: drawn by WebGL, by keyboard, as a list, without a network and without WebGL. */
import assert from "node:assert/strict";
import { pressMapUntil } from "../kit/hands.ts";
import { journey } from "../kit/journey.ts";
import { rf } from "../kit/boxes.ts";
import { colourOf, middleOfMap as middle } from "../kit/map_pixel.ts";
import { DESKTOP, type Field, type Phone } from "../kit/phone.ts";
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

/** On a wide screen: the map with its list, and what was pressed on it, side by side. */
async function opensBeside(phone: Phone): Promise<void> {
  await phone.tab.evaluate(`globalThis.sameMap = document.querySelector(".maplibregl-canvas")`);
  await phone.tab.count(".pane-list table a[aria-current=page]");
  // One thing at the spot is a card: a station that is not where the caches are.
  await phone.press("Caches");
  await phone.press("Stations");
  await phone.sees("1 thing in view");
  // The list lies over the map: Escape closes it.
  await key(phone, "Escape", 27);
  await phone.tab.until(`document.querySelector(".map-sheet") === null`);
  await pressMapUntil(phone, `document.querySelector(".thing-card") !== null`);
  await phone.sees("driving");
  await phone.press("Open");
  await phone.tab.until(`location.pathname === "/s/OE3AAA-9"`);
  await phone.tab.until(`document.querySelector(".pane-detail h1")?.innerText.includes("OE3AAA-9")`);
  // It is still the same map, which gave way.
  const room = await phone.tab.evaluate(`(() => {
    const [map, detail] = [".maplibregl-canvas", ".pane-detail"].map((one) => document.querySelector(one));
    return { same: map === sameMap, right: map.getBoundingClientRect().right,
      left: detail.getBoundingClientRect().left, wide: map.getBoundingClientRect().width };
  })()`) as { same: boolean; right: number; left: number; wide: number };
  assert.ok(room.same && room.right <= room.left && room.wide > 300, JSON.stringify(room));
  // Closing leads back to the map alone.
  await phone.press("Just the map");
  await phone.tab.until(`location.pathname === "/map" && document.querySelector(".pane-detail") === null`);
  assert.equal(await phone.tab.evaluate(`document.querySelector(".maplibregl-canvas") === sameMap`), true);
}

journey(
  "an object stands on the map and in its list with what people look for at a repeater, and goes with the stations",
  async (field, screen) => {
    const object = (name: string, live = "*") =>
      hear(
        field,
        `OE3OBJ-2>APRS:;${name.padEnd(9)}${live}111111z4812.00N/01622.20Er145.600MHz T088 -060 ${HOSTILE}`,
      );
    await object("OE1XRA");
    await hide(field.app, "OE1XYZ", { title: "Below", ...PLACE });
    const phone = await field.phone({ screen });
    await phone.open("/map");
    await drawn(phone);
    await phone.press("Caches");
    await pressMapUntil(phone, `document.querySelector(".thing-card") !== null`);
    await phone.sees("OE1XRA");
    await phone.sees("145.600 MHz (-0.600 MHz) T088");
    await phone.sees(HOSTILE);
    await phone.sees("placed by OE3OBJ-2");
    assert.equal(
      await phone.tab.evaluate(`document.querySelector(".thing-card h2 a").getAttribute("href")`),
      "/s/OE3OBJ-2",
    );
    await phone.press("List");
    await phone.sees("1 thing in view");
    await phone.sees("Object");
    // Who took it off the map has it nowhere.
    await object("OE1XRA", "_");
    await phone.open("/map");
    await drawn(phone);
    await phone.press("List");
    await phone.tab.until(`!document.body.innerText.includes("OE1XRA")`);
  },
  ENV,
);

journey(
  "caches and stations are drawn; what lies on one spot is told apart, and all of it is a list",
  async (field, screen) => {
    await hide(field.app, "OE1XYZ", { title: `Lower ${HOSTILE}`, ...PLACE });
    const { code } = await hide(field.app, "OE1XYZ", { title: "Upper", ...PLACE });
    await hear(field, `OE3AAA-9>APRS:!4812.00N/01622.20E>088/036driving ${HOSTILE}`);
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open("/map");
    await drawn(phone);
    await pressMapUntil(phone, `document.querySelectorAll(".map-things li").length === 3`);
    await phone.sees("3 things at this spot");
    await phone.sees("OE3AAA-9");
    await phone.press("List");
    await phone.sees("3 things in view");
    await phone.sees(`driving ${HOSTILE}`);
    // The layer goes, and with it its rows.
    await phone.press("Stations");
    await phone.sees("2 things in view");
    await phone.press(code);
    await phone.sees("How finds are believed");
    // On a phone it has the page for itself. Where there is room the map stays beside it, with its list.
    const beside = `document.querySelector(".pane-list .big-map-canvas .maplibregl-canvas") !== null`;
    assert.equal(await phone.tab.evaluate(beside), screen === DESKTOP);
    if (screen === DESKTOP) await opensBeside(phone);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone", "desktop"], ...ENV },
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
  // The map is the screen: nothing that opens over it moves it.
  const room = `JSON.stringify(document.querySelector(".maplibregl-canvas").getBoundingClientRect())`;
  const box = await phone.tab.evaluate(room) as string;
  assert(JSON.parse(box).height > 0.7 * await (phone.tab.evaluate("innerHeight") as Promise<number>), box);
  await phone.press("Take a square");
  await phone.tab.until(`${square} === 6`);
  await phone.press("Smaller square");
  await phone.tab.until(`${square} === 8`);
  assert.equal(
    await phone.tab.evaluate(`[...document.querySelectorAll("main .buttons button")]
      .map((one) => one.matches("[aria-disabled=true]")).join()`),
    "false,true",
  );
  await phone.press("Larger square");
  await phone.press("Larger square");
  await phone.tab.until(`${square} === 4`);
  for (const tool of ["Ruler", "Layers"]) {
    await phone.press(tool);
    await phone.tab.until(`document.querySelector(".map-sheet h2").innerText === "${tool}"`);
    assert.equal(await phone.tab.evaluate(room), box);
  }
  await key(phone, "Escape", 27);
  await phone.press("Nearby");
  await phone.sees("2 caches");
  const moved = await view(phone);
  await phone.press("Map");
  await drawn(phone);
  await phone.press("List");
  await phone.sees("1 thing in view");
  assert.deepEqual(await view(phone), moved);

  // Where the phone is: asked for after a press alone. A refusal is said; afterwards the map goes there once.
  const line = `document.querySelector(".map-own").innerText`;
  assert.equal(await phone.tab.evaluate(line), "");
  await phone.tab.refuse(phone.url);
  await phone.press("Where I am");
  await phone.sees("Your browser does not share your location. Allow it for this site");
  assert.deepEqual(await view(phone), moved);
  await phone.tab.stand(phone.url, { latitude: 47.07, longitude: 15.44, accuracy: 12 });
  await phone.press("Where I am");
  await phone.sees("Here: JN77rb. Position ± 12 m.");
  await phone.tab.until(`Math.abs(JSON.parse(localStorage.getItem("map.view")).centre.lat - 47.07) < 0.0001`);
  assert.ok((await view(phone)).zoom >= 14);
  const pin = await colourOf(phone, "--pin");
  await becomes("the dot is drawn", async () => await middle(phone) === pin);
  // Carried on, the phone is still told of, and the map stays where somebody has moved it.
  await phone.tab.evaluate(`document.querySelector(".maplibregl-canvas").focus()`);
  await key(phone, "ArrowRight", 39);
  await phone.tab.until(`JSON.parse(localStorage.getItem("map.view")).centre.lon > 15.4401`);
  const beyond = await view(phone);
  await phone.tab.stand(phone.url, { latitude: 47.3, longitude: 15.44, accuracy: 150 });
  await phone.sees("Here: JN77rh. Position ± 150 m. The position is rough.");
  assert.deepEqual(await view(phone), beyond);

  // What is pressed: how far and where it lies from the phone, in a small compass over the map.
  await phone.tab.stand(phone.url, { latitude: PLACE.lat - 55 / 111_195, longitude: PLACE.lon, accuracy: 8 });
  await phone.sees("Position ± 8 m.");
  await phone.press("Where I am");
  await phone.tab.until(`JSON.parse(localStorage.getItem("map.view")).centre.lat > 48`);
  const way = `document.querySelector(".map-way:not([hidden])")`;
  await pressMapUntil(phone, `${way} !== null`);
  assert.deepEqual(
    await phone.tab.evaluate(
      `[${way}.innerText.trim(), ${way}.querySelectorAll("path")[1].getAttribute("transform")]`,
    ),
    ["55 m N", "rotate(0)"],
  );

  // A map that nobody has moved gives way to what opens beside it, and still shows all.
  const wide = await field.phone({ screen: DESKTOP });
  await wide.open("/map");
  await drawn(wide);
  await wide.press("List");
  await wide.sees("2 things in view");
  await wide.tab.evaluate(
    `[...document.querySelectorAll("td a")].find((one) => one.innerText.includes("Far away")).click()`,
  );
  await wide.tab.until(`document.querySelector(".pane-detail") !== null &&
    document.querySelector(".maplibregl-canvas").clientWidth < 700`);
  await wide.tab.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.twice = true; done(); })))`,
  );
  await wide.tab.until(`globalThis.twice === true`);
  await wide.sees("2 things in view");
  assert.deepEqual(phone.tab.complaints, []);
}, { ...ENV, devices: ["desktop"] });

journey("with the network off the map opens, with what the phone has kept", async (field, screen) => {
  await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
  await hear(field, "OE3AAA-9>APRS:!4812.10N/01622.20E>kept");
  const phone = await field.phone({ screen });
  await phone.open("/map");
  await drawn(phone);
  await phone.ready();
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
