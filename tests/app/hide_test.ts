/** Hiding a cache with the app (J7): at the place without signal, at home the rest, published once. Real Chromium. */
import assert from "node:assert/strict";
import { drag, enter, key, measured, pressMap, tabTo, type } from "../kit/hands.ts";
import { toBase64Url } from "../../src/base/mod.ts";
import { judged } from "../kit/judged.ts";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

/** The first step as one takes it at the place. */
async function atThePlace(phone: Phone) {
  await phone.open("/hide");
  await phone.press("Hide here");
  await phone.sees("Where and what");
}

/** A phone shows the form step by step; a wide screen shows it whole. */
async function next(phone: Phone, press = (on: Phone, words: string) => on.press(words)): Promise<void> {
  if (await phone.tab.evaluate("innerWidth < 1024")) await press(phone, "Next");
}

journey(
  "a cache is put on the map of the first step: a touch sets the place, a drag beside it looks elsewhere",
  async (field) => {
    const phone = await field.phone({ call: "OE1HID", place: PLACE });
    await phone.open("/");
    await phone.press("Sort by distance");
    await phone.sees("JN88");
    await atThePlace(phone);
    const value = () => phone.tab.evaluate(`document.querySelector("#place").value`) as Promise<string>;
    assert.equal(await value(), "");
    await phone.sees("Tap the map where it lies");
    await pressMap(phone, ".place-map svg");
    await phone.tab.until(
      `/^N 48° 1[12]\\.\\d+' E 016° 2[12]\\./.test(document.querySelector("#place").value)`,
    );
    await phone.sees("Tap or drag to move it.");
    const set = await value();
    // Beside the mark a drag moves the map alone.
    await drag(phone, ".place-map svg", 0.3, 0.2);
    assert.equal(await value(), set);
    await phone.fill("#hide-title", "The old mast");
    await phone.sees("Saved on this device.");
    assert.deepEqual(await judged(phone), []);
    assert.deepEqual(phone.tab.complaints, []);
  },
);

journey("a cache is begun without signal, finished at home and published once", async (field, screen) => {
  const phone = await field.phone({ call: "OE1HID", screen, place: PLACE });
  // Chromium forbids messages in windows that keep nothing, as the tests use them, and says so; others would be asked.
  await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `Object.defineProperty(Notification, "permission", { get: () => "default" })`,
  });
  await phone.open("/hide");
  await phone.ready();
  await phone.sees("Hide here");
  await field.unplug();
  await atThePlace(phone);
  await phone.press("Measure the place");
  await measured(phone);
  await phone.press("Use this place");
  await phone.tab.until(`document.querySelector("#place").value === "N 48° 12.000' E 016° 22.200'"`);
  await phone.press("1 m north");
  await phone.fill("#hide-title", "The old mast");
  await phone.photo("#hide-photo");
  await phone.tab.count(".photos .button");
  await phone.sees("Saved on this device.");
  // The phone goes into the pocket; the draft is there when it comes out.
  await phone.open("/hide");
  await phone.press("The old mast");
  await phone.tab.until(`document.querySelector("#hide-title")?.value === "The old mast"`);
  await phone.tab.count(".photos .button");
  assert.deepEqual(await judged(phone), []);
  await next(phone);
  await phone.sees("The find");
  assert.deepEqual(await judged(phone), []);
  await phone.fill("#hide-hint", "Magnetic");
  await phone.fill("#hide-text", "Mind the nettles.");
  await next(phone);
  await phone.sees("Place, texts and finds are sent to the gateways that this one exchanges with");
  assert.deepEqual(await judged(phone), []);
  await phone.press("Everybody on this gateway.");
  await phone.press("Radio finds only.");
  await phone.press("Preview");
  await phone.tab.until(`document.body.innerText.replace(/\\s+/g, " ").includes("Hidden by OE1HID")`);
  await phone.sees("Only radio-verified finds count here.");
  assert.deepEqual(await judged(phone), []);
  let lost = 0;
  field.lose = ({ method, url }) => method === "POST" && url.endsWith("/api/caches") && lost++ === 0;
  await phone.press("Publish");
  await phone.sees("Waits for the gateway");
  field.plugIn();
  await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 2`);
  // The card of the new cache says its code, which belongs on the box, and leads to its label and log sheet.
  await phone.tab.until(`(() => {
    const card = document.querySelector("[data-state=settled]"), code = card.querySelector(".code")?.innerText;
    return card.querySelector('a[href="/c/' + code + '/print"]') !== null && !card.innerText.includes("Logged");
  })()`);
  assert.ok(lost >= 2, "the answer was lost, and it was sent again");
  // It is asked once whether the device shall tell of a find. A no is for ever.
  await phone.sees("Should this device tell you when it is found?");
  assert.deepEqual(await judged(phone), []);
  const isAsked = `document.querySelector("main").innerText.includes("Should this device")`;
  await phone.press("Yes, tell me");
  await phone.sees("This browser does not let messages through.");
  await phone.press("No, do not ask again");
  await phone.tab.until(`!${isAsked}`);
  await phone.open("/waiting");
  await phone.sees("The old mast");
  assert.equal(await phone.tab.evaluate(isAsked), false);
  const { caches } = (await field.app.visitor.get("/api/caches")).body;
  assert.deepEqual(caches.map((one: { title: string; owner: string }) => [one.title, one.owner]), [[
    "The old mast",
    "OE1HID",
  ]]);
  const cache = (await field.app.visitor.get(`/api/caches/${caches[0].code}`)).body;
  assert.deepEqual(
    [cache.scope, cache.minTrust, cache.hint, cache.description, cache.size],
    ["local", "A", "Magnetic", "Mind the nettles.", "small"],
  );
  assert.ok(Math.abs(cache.lat - 48.200009) < 2e-6, `${cache.lat}`);
  await phone.comes(`fetch("/api/caches/${cache.code}/media").then((answer) => answer.json())
    .then(({ media }) => media[0]?.thumbUrl !== undefined)`);
  const { media } = (await field.app.visitor.get(`/api/caches/${cache.code}/media`)).body;
  assert.deepEqual(
    media.map((one: { contentType: string; thumbUrl?: string }) => [one.contentType, !!one.thumbUrl]),
    [[
      "image/jpeg",
      true,
    ]],
  );
  // What has become a cache is no draft any more.
  await phone.open("/hide");
  await phone.sees("There are none.");
  assert.deepEqual(phone.tab.complaints.filter((one) => !/ERR_/.test(one)), []);
}, { env: { VAPID_PRIVATE_KEY: toBase64Url(new Uint8Array(32).fill(7)) } });

journey(
  "what is missing is named; a refused draft can be mended and published again",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE1HID", screen });
    await atThePlace(phone);
    await next(phone);
    await next(phone);
    await phone.press("Preview");
    await phone.sees("The title is missing.");
    await phone.sees("The place is missing.");
    assert.equal(
      await phone.tab.evaluate(`[...document.querySelectorAll("button")]
    .find((one) => one.innerText === "Publish").disabled`),
      true,
    );
    await phone.press("Add it");
    await phone.fill("#hide-title", "By the river");
    await phone.fill("#place", "somewhere");
    await phone.sees("That doesn't look like coordinates.");
    await phone.write("#place", "48.3, 16.4");
    await phone.sees("1 m north");
    // Somebody whose call nobody has verified: the gateway refuses, and the draft can be mended.
    field.app.db.writeNow((tx) => field.app.db.sql("DELETE FROM verification").run(tx));
    await next(phone);
    await next(phone);
    for (const words of ["Preview"]) await phone.press(words);
    await phone.press("Publish");
    await phone.sees("Verify your callsign first.");
    assert.equal((await field.app.visitor.get("/api/caches")).body.caches.length, 0);
    field.app.db.writeNow((tx) => field.app.accounts.verify(tx, "OE1HID", "sysop", "OE1SYS", "test"));
    await phone.open("/hide");
    await phone.press("By the river");
    await phone.tab.until(`document.querySelector("#hide-title") !== null`);
    await phone.write("#hide-title", "By the stream");
    await next(phone);
    await next(phone);
    for (const words of ["Preview", "Publish"]) await phone.press(words);
    await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 1`);
    const { caches } = (await field.app.visitor.get("/api/caches")).body;
    assert.deepEqual(caches.map((one: { title: string }) => one.title), ["By the stream"]);
    // A draft that is thrown away is gone for good: that is asked first.
    await atThePlace(phone);
    await next(phone);
    await next(phone);
    for (const words of ["Preview", "Discard this draft"]) await phone.press(words);
    await phone.sees("This cannot be undone.");
    await phone.press("Keep it");
    await phone.sees("The title is missing.");
    await phone.press("Discard this draft");
    await phone.press("Discard it");
    await phone.sees("There are none.");
  },
);

journey(
  "by keyboard at 400 kbit/s: a living cache follows one's own station; a multi-stage one leads to its stages",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE1HID", screen });
    const own = await field.app.signIn("OE1HID");
    assert.equal((await own.post("/api/my/stations", { callsign: "OE1HID-9", ...PLACE })).status, 201);
    await field.slow(phone);
    await phone.open("/hide");
    await enter(phone, "Hide here");
    await phone.sees("Where and what");
    // All kinds of the game are one group of radio buttons: one stop, then arrows.
    await tabTo(phone, "Traditional");
    for (let steps = 0; steps < 7; steps++) await key(phone, "Down");
    await phone.sees("Station that it follows");
    assert.equal(await phone.tab.evaluate(`document.querySelector("#place") === null`), true);
    // The station is chosen by an arrow, as in every list of choices.
    await tabTo(phone, "Choose a station");
    await phone.tab.until(`document.querySelectorAll("#hide-station option").length === 2`);
    await key(phone, "Down");
    await phone.tab.until(`document.querySelector("#hide-station").value === "OE1HID-9"`);
    await tabTo(phone, "Title");
    await type(phone, "The walking one");
    await next(phone, enter);
    await phone.sees("The find");
    await next(phone, enter);
    await enter(phone, "Preview");
    await enter(phone, "Publish");
    await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 1`);
    const { body } = await own.get("/api/offline/pack?mine=1");
    const [{ type: kind, stationCall, size }] = body.caches;
    assert.deepEqual([kind, stationCall, size], ["living", "OE1HID-9", "none"]);

    await phone.open("/hide");
    await enter(phone, "Hide here");
    await tabTo(phone, "Traditional");
    await key(phone, "Down");
    await phone.sees("You add its stages when it is published.");
    await tabTo(phone, "Title");
    await type(phone, "Round the lake");
    await tabTo(phone, "Place");
    await type(phone, "48.3, 16.4");
    await next(phone, enter);
    await next(phone, enter);
    await enter(phone, "Preview");
    await enter(phone, "Publish");
    await enter(phone, "Add its stages");
    await enter(phone, "Add a stage");
    await phone.sees("Stage 1");
  },
  { devices: ["desktop"] },
);
