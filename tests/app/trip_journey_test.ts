/** In the field: the way to a cache, and a sealed stage that opens with the gateway gone. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { sealedStages, TAG } from "../kit/sealed_stage.ts";
import { hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

/** The phone is carried to a place. */
const carried = (phone: Phone, north: number, accuracy = 6) =>
  phone.tab.stand(phone.url, { latitude: PLACE.lat + north / 111_195, longitude: PLACE.lon, accuracy });

journey("somebody walks to a cache: distance, arrow, and a buzz when it is near", async (field, screen) => {
  const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", hint: "Magnetic", ...PLACE });
  const phone = await field.phone({ screen, place: { ...PLACE, lat: PLACE.lat - 340 / 111_195 } });
  await phone.open(`/c/${code}`);
  await phone.tab.evaluate(`globalThis.buzzes = 0; navigator.vibrate = () => { buzzes++; return true; }`);
  await phone.press("Go there");
  await phone.sees("340");
  // Three digits and the arrow stand beside each other on a phone, and nothing runs out of the page.
  const over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  assert.equal(await phone.tab.evaluate(over), 0);
  await phone.sees("0° N · ± 8 m");
  await phone.sees("walk ten steps");
  await carried(phone, -320);
  await phone.sees("320");
  // Walking north with the cache in the north: the arrow points straight ahead, and says so.
  await phone.tab.until(`!document.body.innerText.includes("walk ten steps")`);
  assert.equal(
    await phone.tab.evaluate(`document.querySelector(".go-arrow path").getAttribute("transform")`),
    "rotate(0)",
  );
  assert.equal(await phone.tab.evaluate("buzzes"), 0);
  await carried(phone, -15);
  await phone.sees("15");
  await phone.tab.until("buzzes === 1");
  // The words for a phone that does not vibrate; a screen reader says them too.
  await phone.sees("Within 20 m: look around.");
  assert.equal(
    await phone.tab.evaluate(`document.querySelector(".go-near").getAttribute("role")`),
    "status",
  );
  // A compass: the phone points east, so the cache in the north lies to the left.
  await phone.tab.evaluate(
    `void dispatchEvent(new DeviceOrientationEvent("deviceorientationabsolute", { alpha: 270, absolute: true }))`,
  );
  await phone.sees("The compass points to magnetic north");
  await phone.tab.until(
    `document.querySelector(".go-arrow path").getAttribute("transform") === "rotate(270)"`,
  );
  await carried(phone, -15, 120);
  await phone.sees("step away from trees");
  const height = await phone.tab.evaluate(`(() => {
    const pen = document.createElement("canvas").getContext("2d");
    const style = getComputedStyle(document.querySelector(".go-digits"));
    pen.font = style.fontWeight + " " + style.fontSize + " " + style.fontFamily;
    const { actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText("0");
    return (actualBoundingBoxAscent + actualBoundingBoxDescent) / 96 * 25.4;
  })()`) as number;
  assert.ok(height >= 19.5 && height <= 23, `digits are ${height} mm high`);
  await phone.press("Hint");
  await phone.sees("Magnetic");
  await phone.tab.count(`main a[href="/c/${code}/radio"]`);
  assert.deepEqual(phone.tab.complaints, []);
});

journey(
  "a sealed stage opens with the gateway gone, and its log is graded when it is back",
  async (field, screen) => {
    const { app } = field;
    const { id, code } = await hide(app, "OE1XYZ", { title: "The old mast", type: "multi", ...PLACE });
    const made = await sealedStages(app, { id }, [
      { n: 1, unlock: "nfc", code: TAG, clue: "Under the third bench", lat: 48.201, lon: 16.37 },
    ]);
    assert.equal(made.body.offline[0].offline, true, made.text);

    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open("/packs?take=JN88");
    await phone.press("Download");
    await phone.tab.until(`document.querySelector('[data-state="whole"]') !== null`);
    await phone.ready();
    await field.unplug();

    await phone.open(`/c/${code}`);
    await phone.press("Stages");
    await phone.sees("Opens without a connection.");
    await phone.fill("#code-1", "zq7-kestrel-94-candle");
    await phone.press("Open");
    await phone.sees("That is not the tag's code.");
    assert.ok(await phone.tab.evaluate(`document.activeElement !== document.body`), "the focus stays");
    await phone.tab.evaluate(`document.querySelector("#code-1").select()`);
    await phone.tab.send("Input.insertText", { text: TAG.toUpperCase() });
    await phone.press("Open");
    await phone.sees("Under the third bench");
    await phone.sees("It is sent to the gateway before your log.");
    await phone.press("Log it");
    await phone.press("Log find");
    await phone.sees("opens stage 1");
    assert.equal(await phone.tab.evaluate(`document.querySelectorAll("[data-state=waiting]").length`), 2);
    field.plugIn();
    await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 2`);
    const { logs } = (await app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(logs.map((log: { kind: string; tier: string }) => [log.kind, log.tier]), [[
      "found",
      "B",
    ]]);
    await phone.open(`/c/${code}/stages`);
    await phone.tab.until(`document.querySelector('[data-standing="open"]') !== null`);
  },
);
