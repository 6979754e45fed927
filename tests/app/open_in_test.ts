/** "Open in …": a browser with a sheet is handed the file itself, by its name and type; one without has the link for maps. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { find, hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

/** A sheet in the browser's place, which keeps what it is handed; `takes` says which files' names it takes. */
const sheet = (phone: Phone, takes: string) =>
  phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `globalThis.handed = [];
      Object.defineProperties(Navigator.prototype, {
        canShare: { configurable: true, value: ({ files }) => files.every(({ name }) => ${takes}.test(name)) },
        share: { configurable: true, value: async ({ files }) => {
          for (const one of files) handed.push({ name: one.name, type: one.type, text: await one.text() });
        } },
      });`,
  });
const noSheet = (phone: Phone) =>
  phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: "delete Navigator.prototype.canShare; delete Navigator.prototype.share",
  });

/** What the sheet was handed, once it was; it holds nothing any more. */
async function handed(phone: Phone): Promise<{ name: string; type: string; text: string }> {
  await phone.tab.until("handed.length === 1");
  return await phone.tab.evaluate("handed.pop()") as { name: string; type: string; text: string };
}
async function choose(phone: Phone, select: string, value: string): Promise<void> {
  await phone.tab.until(
    `[...document.querySelector("${select}")?.options ?? []].some((one) => one.value === "${value}")`,
  );
  await phone.tab.evaluate(`(() => {
    const choice = document.querySelector("${select}");
    choice.value = "${value}";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
}
const isShown = (phone: Phone, words: string) =>
  phone.tab.evaluate(`[...document.querySelectorAll("button, a")]
    .some((one) => one.innerText.trim() === ${JSON.stringify(words)})`);

journey(
  "files are handed to the sheet where it takes them; without a sheet a cache opens in the maps of the phone",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const seen = await hide(app, "OE1XYZ", { title: "Found before", ...PLACE });
    await find(app, "OE3FND", seen.code);
    const owner = await app.signIn("OE3FND");
    for (const one of [code, seen.code]) await owner.post(`/api/caches/${one}/favorite`, { on: true });
    const phone = await field.phone({ call: "OE3FND", screen });
    await sheet(phone, "/\\.(gpx|png)$/");
    await phone.open("/me/lists?tab=files");
    await phone.press("Open in …");
    const gpx = await handed(phone);
    assert.deepEqual([gpx.name, gpx.type], ["caches.gpx", "application/gpx+xml"]);
    assert.ok(
      gpx.text.includes(code) && !gpx.text.includes(seen.code),
      "the favourites that are not found yet",
    );
    // What the sheet does not take is only saved.
    await phone.tab.click(".out-forms label:nth-of-type(2)");
    await phone.tab.until(`document.querySelector('a[download][href*="caches.zip"]') !== null`);
    assert.equal(await isShown(phone, "Open in …"), false);

    await phone.open(`/c/${code}`);
    const more = `.menu button[aria-expanded]`;
    await phone.tab.click(more);
    await phone.press("Open in …");
    const one = await handed(phone);
    assert.deepEqual([one.name, one.type], [`${code}.gpx`, "application/gpx+xml"]);
    assert.ok(one.text.includes("<wpt lat=") && one.text.includes(code));

    const year = String(new Date(app.world.now() * 1000).getUTCFullYear());
    await phone.open("/me/statistics");
    await choose(phone, "#stats-year", year);
    await phone.press("Open in …");
    const picture = await handed(phone);
    assert.deepEqual([picture.name, picture.type], [`${year}.png`, "image/png"]);
    assert.ok(picture.text.slice(0, 8).includes("PNG"));
    assert.deepEqual(phone.tab.complaints, []);

    const other = await field.phone({ call: "OE5XYZ", screen });
    await noSheet(other);
    await other.open(`/c/${code}`);
    await other.tab.click(more);
    await other.sees("Open in a maps app");
    assert.equal(await isShown(other, "Open in …"), false);
    const link = await other.tab.evaluate(`document.querySelector('a[href^="geo:"]').getAttribute("href")`);
    assert.equal(link, `geo:${PLACE.lat},${PLACE.lon}?q=${PLACE.lat},${PLACE.lon}(The%20old%20mast)`);
    await other.open("/me/lists?tab=files");
    await other.sees("As a file that other programs open");
    assert.equal(await isShown(other, "Open in …"), false);
    assert.deepEqual(other.tab.complaints, []);
  },
  { devices: ["phone"] },
);
