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
  await phone.sees("Where does it lie?");
}

/** Goes to the steps after the first, each by the button at the thumb. */
async function on(phone: Phone, ...questions: string[]): Promise<void> {
  for (const words of questions) await phone.press(words);
}
const TO_THE_END = ["What is it?", "Who proves it?", "Check it"];

journey(
  "a cache is put under the cross: the map is dragged below it, a touch brings a spot there, metres and text do the same",
  async (field) => {
    const phone = await field.phone({ call: "OE1HID", place: PLACE });
    await phone.open("/");
    await phone.press("Sort by distance");
    await phone.sees("JN88");
    await atThePlace(phone);
    const value = () => phone.tab.evaluate(`document.querySelector("#place").value`) as Promise<string>;
    const moves = async (how: () => Promise<unknown>) => {
      const before = await value();
      await how();
      await phone.tab.until(`document.querySelector("#place").value !== ${JSON.stringify(before)}`);
    };
    assert.equal(await value(), "");
    await phone.sees("Drag the map until the cross lies on it.");
    await moves(() => pressMap(phone, ".place-ground svg"));
    assert.match(await value(), /^N 48° 1[12]\.\d+' E 016° 2[12]\./);
    await phone.sees("What lies under the cross is the place.");
    // To the right by a tenth of the width: what lies to the west comes under the cross, at the same latitude.
    const [north, east] = (await value()).split(" E ");
    await moves(() => drag(phone, ".place-ground svg", 0.1, 0.2));
    const [still, west] = (await value()).split(" E ");
    assert.equal(still, north);
    assert.ok(west! < east!, `${west} lies west of ${east}`);
    await moves(() => phone.press("1 m north"));
    // On a phone it has all of the screen, and the bar gives way.
    await phone.tab.until(`getComputedStyle(document.querySelector(".bar")).display === "none"`);
    await phone.sees("Draft kept on this device");
    assert.deepEqual(await judged(phone), []);
    // Each step is an address: the browser's own way back leads to the one before, and nothing is lost.
    await on(phone, "What is it?");
    await phone.fill("#hide-title", "The old mast");
    await phone.tab.evaluate("history.back()");
    await phone.sees("Where does it lie?");
    await phone.tab.evaluate("history.forward()");
    await phone.tab.until(`document.querySelector("#hide-title")?.value === "The old mast"`);
    // "Later" leaves it among the drafts.
    await phone.press("Back");
    await phone.press("Later");
    await phone.sees("Drafts on this device");
    await phone.sees("The old mast");
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone"] },
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
  await on(phone, "What is it?");
  await phone.fill("#hide-title", "The old mast");
  await phone.photo("#hide-photo");
  await phone.tab.count(".photos .button");
  await phone.sees("Draft kept on this device");
  // The phone goes into the pocket; the draft is there when it comes out.
  await phone.open("/hide");
  await phone.press("The old mast");
  await on(phone, "What is it?");
  await phone.tab.until(`document.querySelector("#hide-title")?.value === "The old mast"`);
  await phone.tab.count(".photos .button");
  assert.deepEqual(await judged(phone), []);
  await phone.fill("#hide-hint", "Magnetic");
  await phone.fill("#hide-text", "Mind the nettles.");
  await on(phone, "Who proves it?");
  await phone.sees("Place, texts and finds are sent to the gateways that this one exchanges with");
  assert.deepEqual(await judged(phone), []);
  await phone.press("Everybody on this gateway.");
  await phone.press("A receiver, nobody else");
  await on(phone, "Check it");
  await phone.sees("A receiver, nobody else · Everybody on this gateway.");
  if (await phone.tab.evaluate("innerWidth < 1024")) await phone.press("Preview");
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
    await on(phone, ...TO_THE_END);
    await phone.sees("The title is missing.");
    await phone.sees("The place is missing.");
    assert.equal(
      await phone.tab.evaluate(`[...document.querySelectorAll("button")]
    .find((one) => one.innerText === "Publish").disabled`),
      true,
    );
    // Each line leads to its question.
    await phone.press("What\nThe title is missing.");
    await phone.fill("#hide-title", "By the river");
    await phone.press("Where");
    await phone.fill("#place", "somewhere");
    await phone.sees("That doesn't look like coordinates.");
    await phone.write("#place", "48.3, 16.4");
    await phone.tab.count(".hide-steps");
    // Somebody whose call nobody has verified: the gateway refuses, and the draft can be mended.
    field.app.db.writeNow((tx) => field.app.db.sql("DELETE FROM verification").run(tx));
    await on(phone, ...TO_THE_END, "Publish");
    await phone.sees("Verify your callsign first.");
    assert.equal((await field.app.visitor.get("/api/caches")).body.caches.length, 0);
    field.app.db.writeNow((tx) => field.app.accounts.verify(tx, "OE1HID", "sysop", "OE1SYS", "test"));
    await phone.open("/hide");
    await phone.press("By the river");
    await on(phone, "What is it?");
    await phone.tab.until(`document.querySelector("#hide-title") !== null`);
    await phone.write("#hide-title", "By the stream");
    await on(phone, "Who proves it?", "Check it", "Publish");
    await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 1`);
    const { caches } = (await field.app.visitor.get("/api/caches")).body;
    assert.deepEqual(caches.map((one: { title: string }) => one.title), ["By the stream"]);
    // A draft that is thrown away is gone for good: that is asked first.
    await atThePlace(phone);
    await on(phone, ...TO_THE_END);
    // It stands alone: no other button is within 24 pixels of it.
    await phone.tab.until(`(() => {
      const named = (words) => [...document.querySelectorAll("main :is(button, a.button)")]
        .find((one) => one.innerText === words).getBoundingClientRect();
      const bad = named("Discard this draft");
      return [...document.querySelectorAll("main :is(button, a):not(.act-bar *)")].map((one) => one.getBoundingClientRect())
        .every(({ top, bottom, height }) => height === 0 || top === bad.top || bottom <= bad.top - 24 || top >= bad.bottom + 8);
    })()`);
    await phone.press("Discard this draft");
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
    await enter(phone, "What is it?");
    // All kinds of the game are one group of radio buttons: one stop, then arrows.
    await tabTo(phone, "Traditional");
    for (let steps = 0; steps < 7; steps++) await key(phone, "Down");
    await phone.sees("Station that it follows");
    // The station is chosen by an arrow, as in every list of choices.
    await tabTo(phone, "Choose a station");
    await phone.tab.until(`document.querySelectorAll("#hide-station option").length === 2`);
    await key(phone, "Down");
    await phone.tab.until(`document.querySelector("#hide-station").value === "OE1HID-9"`);
    await enter(phone, "Back");
    await phone.sees("It is where its station was heard last.");
    assert.equal(await phone.tab.evaluate(`document.querySelector("#place") === null`), true);
    await enter(phone, "What is it?");
    await tabTo(phone, "Title");
    await type(phone, "The walking one");
    await enter(phone, "Who proves it?");
    await enter(phone, "Check it");
    await enter(phone, "Publish");
    await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 1`);
    const { body } = await own.get("/api/offline/pack?mine=1");
    const [{ type: kind, stationCall, size }] = body.caches;
    assert.deepEqual([kind, stationCall, size], ["living", "OE1HID-9", "none"]);

    await phone.open("/hide");
    await enter(phone, "Hide here");
    await tabTo(phone, "Place");
    await type(phone, "48.3, 16.4");
    await enter(phone, "What is it?");
    await tabTo(phone, "Traditional");
    await key(phone, "Down");
    await tabTo(phone, "Title");
    await type(phone, "Round the lake");
    await enter(phone, "Its stages");
    await phone.sees("Nobody sees them before you publish.");
    await enter(phone, "Add a stage");
    await phone.sees("Stage 1 of 1");
    await tabTo(phone, "Its clue");
    await type(phone, "Under the bridge");
    await enter(phone, "Save stage 1");
    await enter(phone, "Add a stage");
    await tabTo(phone, "Its clue");
    await type(phone, "Behind the mill");
    await enter(phone, "Save stage 2");
    // By the keys the second comes first, and its handle keeps the focus.
    await tabTo(phone, "Move stage 2");
    await key(phone, "Up");
    await phone.tab.until(`document.activeElement.getAttribute("aria-label").startsWith("Move stage 1")`);
    await enter(phone, "Who proves it?");
    await enter(phone, "Check it");
    await phone.sees("2 stages");
    await enter(phone, "Publish");
    await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 3`);
    const made = (await own.get("/api/offline/pack?mine=1")).body.caches.find(({ type }: { type: string }) =>
      type === "multi"
    );
    const { stages } = (await own.get(`/api/caches/${made.code}/stages`)).body;
    assert.deepEqual(stages.map(({ clue }: { clue: string }) => clue), [
      "Behind the mill",
      "Under the bridge",
    ]);
  },
  { devices: ["desktop"] },
);
