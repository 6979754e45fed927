/** Caches by country and tag on list and map, and the way from there to a place that is watched: real Chromium, a phone. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import type { Field, Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";

const SPOT = { lat: 48.2, lon: 16.37 };

async function seeded({ app }: Field): Promise<void> {
  await hide(app, "OE1XYZ", { title: "The old mast", ...SPOT, country: "OE", tags: ["night"] });
  await hide(app, "OE1XYZ", {
    title: "The ferry",
    ...SPOT,
    lon: 16.38,
    country: "DL",
    tags: ["night", "view"],
  });
  await hide(app, "OE1XYZ", { title: "The cave", ...SPOT, lon: 16.39, country: "OE", tags: ["view"] });
}

/** Which of the caches the page names. */
const TITLES =
  `["The old mast", "The ferry", "The cave"].filter((one) => document.body.innerText.includes(one)).join()`;
const names = (phone: Phone, titles: string) => phone.tab.until(`${TITLES} === ${JSON.stringify(titles)}`);
const query = (phone: Phone, text: string) => phone.tab.until(`location.search === ${JSON.stringify(text)}`);
const choose = (phone: Phone, country: string) =>
  phone.tab.evaluate(`(() => {
    const field = document.querySelector("#filter-country");
    field.value = ${JSON.stringify(country)};
    field.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);

journey(
  "the list is filtered by country and tag: in its address, after reload and back, and without signal",
  async (field) => {
    await seeded(field);
    const phone = await field.phone({ call: "OE3FND", place: SPOT });
    await phone.open("/");
    await names(phone, "The old mast,The ferry,The cave");
    await phone.press("Filter");
    await phone.tab.count("#filter-country", 1);
    await choose(phone, "OE");
    await names(phone, "The old mast,The cave");
    await phone.press("night");
    await names(phone, "The old mast");
    await query(phone, "?tags=OE,night");
    assert.deepEqual(await judged(phone), []);
    await phone.tab.evaluate("location.reload()");
    await names(phone, "The old mast");
    await phone.press("The old mast");
    await phone.tab.until(`location.pathname.startsWith("/c/")`);
    await phone.tab.evaluate("history.back()");
    await query(phone, "?tags=OE,night");
    await names(phone, "The old mast");
    await phone.ready();
    await field.unplug();
    await phone.open("/?tags=view");
    await names(phone, "The ferry,The cave");
    await phone.press("Filter");
    await phone.tab.count("#filter-country", 1);
    await choose(phone, "DL");
    await names(phone, "The ferry");
    field.plugIn();
  },
);

journey(
  "the map is filtered the same way, and leads to watching its middle",
  async (field) => {
    await seeded(field);
    const phone = await field.phone({ call: "OE3FND" });
    await phone.open("/map?tags=OE");
    await phone.tab.until(`document.querySelector(".station-canvas") !== null &&
      document.querySelector(".big-map > [role=status]") === null`);
    await phone.press("Filter");
    await phone.sees("2 caches");
    await phone.press("view");
    await phone.sees("1 cache");
    await query(phone, "?tags=OE,view");
    await phone.press("Tell me about new caches here");
    await phone.tab.until(`location.pathname === "/me/watches"`);
    // The place of the map stands in the field.
    await phone.tab.until(`/\\d/.test(document.querySelector("#new-place")?.value ?? "")`);
    assert.deepEqual(phone.tab.complaints, []);
  },
);

journey(
  "a place that a page leads to is watched, and stands among what is watched until it is removed",
  async (field) => {
    const phone = await field.phone({ call: "OE3FND" });
    await phone.open("/me/watches?near=48.200,16.370");
    await phone.tab.until(`/\\d/.test(document.querySelector("#new-place")?.value ?? "")`);
    await phone.write("#new-place-radius", "30");
    await phone.press("Tell me");
    await phone.sees("30 km around JN88");
    await phone.sees("new caches, first finds");
    assert.deepEqual(await judged(phone), []);
    const { body } = await field.app.signIn("OE3FND").then((one) => one.get("/api/watch/places"));
    assert.deepEqual(body.places.map((one: { radiusM: number }) => one.radiusM), [30_000]);
    await hide(field.app, "OE1XYZ", { title: "The spring", ...SPOT });
    await phone.open("/me/watches");
    await phone.sees("The spring");
    await phone.tab.press(`document.querySelector('[aria-label^="Stop watching JN88"]')`);
    await phone.sees("You watch no place yet.");
    assert.deepEqual(phone.tab.complaints, []);
  },
);

journey("in German a place is typed as a locator and watched", async ({ phone: take }) => {
  const phone = await take({ call: "OE3FND", lang: "de" });
  await phone.open("/me/watches");
  await phone.sees("Du beobachtest noch keinen Ort.");
  await phone.write("#new-place", "bei mir");
  await phone.sees("Das ist kein Ort");
  await phone.write("#new-place", "JN88ee");
  await phone.press("Sag mir Bescheid");
  await phone.sees("20 km um JN88");
  await phone.sees("neue Caches, Erstfunde");
  assert.deepEqual(await judged(phone), []);
});
