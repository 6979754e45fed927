/** Caches by country and tag on the list: real Chromium, a phone. */
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
    await query(phone, "?said=OE,night");
    assert.deepEqual(await judged(phone), []);
    await phone.tab.evaluate("location.reload()");
    await names(phone, "The old mast");
    await phone.press("The old mast");
    await phone.tab.until(`location.pathname.startsWith("/c/")`);
    await phone.tab.evaluate("history.back()");
    await query(phone, "?said=OE,night");
    await names(phone, "The old mast");
    await phone.ready();
    await field.unplug();
    await phone.open("/?said=view");
    await names(phone, "The ferry,The cave");
    await phone.press("Filter");
    await phone.tab.count("#filter-country", 1);
    await choose(phone, "DL");
    await names(phone, "The ferry");
    field.plugIn();
  },
);
