/** What an operator does over the map without leaving it: writes to a station, and measures; by press and by keyboard. */
import assert from "node:assert/strict";
import { rf } from "../kit/boxes.ts";
import { eventually } from "../kit/eventually.ts";
import { pressMapUntil } from "../kit/hands.ts";
import { journey } from "../kit/journey.ts";
import { DESKTOP, type Field, type Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";

const ENV = { env: { FIRST_PARTY_SITES: "OE1GATE-1" } };
const hear = ({ app }: Field) =>
  app.ingest.post("/ingest", {
    packets: [rf(app, "OE3AAA-9>APRS:!4812.00N/01622.20E>on the road", "OE1GATE-1")],
  });
const outbox = async ({ app }: Field) =>
  (await app.ingest.get("/outbox")).body.items as { id: number; payload: string }[];

/** Presses the middle of the map until something is so, once the map is there. */
async function tapUntil(phone: Phone, so: string): Promise<void> {
  await phone.tab.until(`document.querySelector(".station-canvas") !== null &&
    document.querySelector(".big-map > [role=status]") === null`);
  await pressMapUntil(phone, so);
}

async function arrow(phone: Phone, key: string, code: number): Promise<void> {
  for (const type of ["keyDown", "keyUp"]) {
    await phone.tab.send("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code });
  }
}
/** Moves the map by a key until it lies so; a panel that closes gives the focus back to its button a moment later. */
async function arrowUntil(phone: Phone, key: string, code: number, so: string): Promise<void> {
  await eventually(`${so}, with ${key} on the map`, async () => {
    await phone.tab.evaluate(`document.querySelector(".maplibregl-canvas").focus()`);
    await arrow(phone, key, code);
    return await eventually(so, () => phone.tab.evaluate(so) as Promise<boolean>, 2000).catch(() => false);
  });
}
/** How much of the map lies under the panel, from 0 to 1. */
const covered = (phone: Phone) =>
  phone.tab.evaluate(`(() => {
    const map = document.querySelector(".big-map").getBoundingClientRect();
    const panel = document.querySelector(".message-panel").getBoundingClientRect();
    const wide = Math.min(map.right, panel.right) - Math.max(map.left, panel.left);
    const high = Math.min(map.bottom, panel.bottom) - Math.max(map.top, panel.top);
    return Math.max(0, wide) * Math.max(0, high) / (map.width * map.height);
  })()`) as Promise<number>;
/** Where the station that was heard is drawn, in pixels of the window, by the view that the map remembers. */
const STATION_X = `(() => {
  const view = JSON.parse(localStorage.getItem("map.view"));
  const map = document.querySelector(".big-map").getBoundingClientRect();
  return map.left + map.width / 2 + (16 + 22.2 / 60 - (view?.centre.lon ?? 16 + 22.2 / 60)) * 512 * 2 ** (view?.zoom ?? 0) / 360;
})()`;
/** The same as a part of the map's width. */
const stationX = (phone: Phone) =>
  phone.tab.evaluate(`(() => {
    const map = document.querySelector(".big-map").getBoundingClientRect();
    return (${STATION_X} - map.left) / map.width;
  })()`) as Promise<number>;
const lon = (phone: Phone) =>
  phone.tab.evaluate(`JSON.parse(localStorage.getItem("map.view"))?.centre.lon`) as Promise<number>;

journey(
  "a station on the map is written to over the map; the same on its page; Escape goes back to where one was",
  async (field, screen) => {
    await hear(field);
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open("/live");
    await phone.sees("OE3AAA-9");
    if (await phone.tab.evaluate(`document.querySelector(".big-map") === null`)) await phone.press("Map");
    await tapUntil(phone, `document.querySelector(".map-things .button") !== null`);
    await phone.press("Message");
    await phone.tab.until(`document.querySelector("#message-text")?.ariaLabel === "Message to OE3AAA-9"`);
    assert.equal(
      await phone.tab.evaluate(`document.activeElement.className === "message-panel" &&
        document.querySelector(".big-map") !== null && location.pathname`),
      "/live",
    );
    assert.ok(await covered(phone) <= (screen === DESKTOP ? 0.4 : 0), "the map stays free to be used");
    await phone.fill("#message-text", "see you at noon");
    await phone.press("Send");
    await phone.sees("waits for a radio");
    assert.match((await outbox(field))[0]!.payload, /^:OE3AAA-9 :see you at noon\{/);
    await phone.tab.evaluate(`document.querySelector("#message-text").focus()`);
    for (const type of ["keyDown", "keyUp"]) {
      await phone.tab.send("Input.dispatchKeyEvent", {
        type,
        key: "Escape",
        code: "Escape",
        windowsVirtualKeyCode: 27,
      });
    }
    await phone.tab.until(`document.querySelector(".message-panel") === null`);
    await phone.tab.until(`document.activeElement.innerText === "Message"`);
    if (screen === DESKTOP) {
      // A station where the panel will lie is moved beside it.
      await phone.tab.evaluate(`document.querySelector(".maplibregl-canvas").focus()`);
      while (await stationX(phone) < 0.75) {
        const before = await lon(phone) ?? Infinity;
        await arrow(phone, "ArrowLeft", 37);
        await phone.tab.until(`JSON.parse(localStorage.getItem("map.view"))?.centre.lon < ${before}`);
      }
      await phone.press("Message");
      await phone.tab.until(`document.querySelector(".message-panel") !== null`);
      const beside = `document.querySelector(".message-panel").getBoundingClientRect().left`;
      await phone.tab.until(`${STATION_X} < ${beside} && ${STATION_X} > 0`);
    }

    await phone.open("/s/OE3AAA-9");
    await phone.press("Message");
    await phone.sees("see you at noon");
    await phone.press("Close");
    await phone.tab.until(`document.querySelector(".message-panel") === null`);
    assert.deepEqual(phone.tab.complaints, []);
    // Whoever is not signed in is led to sign in instead.
    const visitor = await field.phone({ screen });
    await visitor.open("/s/OE3AAA-9");
    await visitor.press("Message");
    await visitor.tab.until(`location.pathname === "/messages/OE3AAA-9"`);
  },
  { devices: ["phone", "desktop"], ...ENV },
);

journey(
  "a ruler: points by a press and in the middle, how far in all, and in which direction",
  async (field, screen) => {
    await hide(field.app, "OE1XYZ", { title: "The old mast", lat: 48.2, lon: 16.37 });
    const phone = await field.phone({ screen });
    await phone.open("/map");
    await phone.press("Ruler");
    await tapUntil(phone, `document.body.innerText.includes("One point. Set the next one.")`);
    await arrowUntil(
      phone,
      "ArrowRight",
      39,
      `JSON.parse(localStorage.getItem("map.view"))?.centre.lon > 16.371`,
    );
    await phone.press("Set a point in the middle");
    await phone.sees("2 points, ");
    // Due east, as far as a key moves it; no cache was opened by the press.
    assert.match(
      await phone.tab.evaluate(`document.querySelector("section ol li").innerText`) as string,
      /m (89|90|91)° E$/,
    );
    assert.equal(await phone.tab.evaluate(`document.querySelector(".map-things")`), null);
    await phone.press("Begin again");
    await phone.tab.until(`document.querySelector("section ol li") === null`);
    await phone.press("Ruler");
    const east = await lon(phone);
    const isWest = `JSON.parse(localStorage.getItem("map.view")).centre.lon < ${east - 0.001}`;
    await arrowUntil(phone, "ArrowLeft", 37, isWest);
    await tapUntil(phone, `document.querySelector(".map-things") !== null`);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone"], besides: ["desktop"], ...ENV },
);
