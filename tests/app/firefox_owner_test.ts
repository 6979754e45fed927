/**
 * A hider's way in real Firefox (J7): begun without signal, published once, then changed, given a stage and printed. What it is not
 * led through: the place drawn with a finger on the map (its steps of a metre are pressed instead), and the printer itself.
 */
import assert from "node:assert/strict";
import { inFirefox } from "../kit/firefox_journey.ts";
import { enter, measured, tabTo, type } from "../kit/hands.ts";
import { member } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

inFirefox(
  "Firefox: a cache is begun without signal and published once, then changed, given a stage and printed",
  async ({ field, phone, has, at, signIn }) => {
    const { app } = field;
    member(app, "OE1HID");
    await phone.open("/");
    await signIn("OE1HID");
    await phone.open("/hide");
    await phone.ready();
    await phone.sees("Hide here");
    await field.unplug();
    await phone.open("/hide");
    await phone.press("Hide here");
    await phone.sees("1 of 4");
    await phone.press("Measure the place");
    await measured(phone);
    await phone.press("Use this place");
    await phone.press("What is it?");
    await phone.fill("#hide-title", "The old mast");
    await phone.photo("#hide-photo");
    await phone.tab.until(`document.querySelectorAll(".photos .button").length === 1`);
    for (const words of ["Who proves it?", "Check it", "Publish"]) await phone.press(words);
    await phone.sees("Waits for the gateway");
    field.plugIn();
    await has("[data-state=settled]", 2);
    const { caches } = (await app.visitor.get("/api/caches")).body;
    assert.deepEqual(caches.map(({ title }: { title: string }) => title), ["The old mast"]);
    const [{ code }] = caches;
    assert.equal((await app.visitor.get(`/api/caches/${code}/media`)).body.media.length, 1);

    await phone.open("/me/caches");
    await enter(phone, "Change");
    await at(`/c/${code}/edit`);
    await tabTo(phone, "Title");
    await type(phone, "The new mast");
    await enter(phone, "1 m north");
    await enter(phone, "Save");
    await has("[data-state=settled]");
    const changed = (await app.visitor.get(`/api/caches/${code}`)).body;
    assert.equal(changed.title, "The new mast");
    assert.ok(changed.lat > PLACE.lat && changed.lat < PLACE.lat + 0.0001, `${changed.lat}`);

    await phone.open(`/c/${code}/edit/stages`);
    await enter(phone, "Add a stage");
    await tabTo(phone, "Its clue");
    await type(phone, "Under the bridge");
    await enter(phone, "Save stage 1");
    await phone.sees("Not saved yet.");
    await enter(phone, "Save");
    await has("[data-state=settled]");
    const { stages } = (await (await app.signIn("OE1HID")).get(`/api/caches/${code}/stages`)).body;
    assert.deepEqual(stages.map(({ clue }: { clue: string }) => clue), ["Under the bridge"]);

    await phone.open("/me/caches");
    await enter(phone, "Print");
    await at(`/c/${code}/print`);
    await enter(phone, "Log sheet");
    await at(`/c/${code}/print/log`);
    await phone.sees("Write your callsign");
  },
  { place: PLACE },
);
