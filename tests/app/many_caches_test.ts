/** An instance that has more caches than one answer holds: those where somebody is, or looks, are there all the same. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

const MANY = 2000;

journey(
  "of more caches than one answer holds, those around the phone and in the map's view are asked for besides",
  async (field, screen) => {
    for (let i = 0; i < MANY; i++) {
      await hide(field.app, "OE1XYZ", { title: `Number ${i}.`, lat: 48.2, lon: 10 + i / 1000 });
    }
    const { caches } = (await field.app.visitor.get("/api/caches")).body;
    assert.equal(caches.length, 1000);
    // Where the map begins, in the middle of all that it has.
    const missing = "Number 1000.";
    assert.ok(!caches.some(({ title }: { title: string }) => title === missing));

    const phone = await field.phone({ screen, place: { lat: 48.2, lon: 11 } });
    await phone.open("/map");
    await phone.press("List");
    await phone.sees("Towns in view");
    for (let steps = 0; steps < 5; steps++) await phone.press("Closer");
    await phone.sees(missing);
    await phone.open("/");
    await phone.sees("1,000 caches");
    const sort = async () => {
      await phone.press("Sort by distance from here");
      await phone.tab.until(
        `document.querySelector(".cache-row")?.innerText.includes(${JSON.stringify(missing)})`,
      );
    };
    await sort();
    // Where the gateway is gone the surroundings are still there.
    await phone.ready();
    await field.unplug();
    await phone.open("/");
    await sort();
    assert.deepEqual(phone.tab.complaints.filter((text) => !/ERR_/.test(text)), []);
  },
  { env: { HIDE_DAILY_LIMIT: "0" } },
);
