/** A cache that a member ignores does not stand on Nearby, with and without a connection, and comes back when it is heeded. */
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

journey(
  "an ignored cache is not in the list, also without the gateway",
  async (field, screen) => {
    const { app } = field;
    const dull = await hide(app, "OE1XYZ", { title: "The dull bin", lat: 48.2, lon: 16.37 });
    await hide(app, "OE1XYZ", { title: "The old mast", lat: 48.21, lon: 16.37 });
    const phone = await field.phone({ call: "OE3FND", screen });
    const rows = (words: string) =>
      phone.tab.until(
        `[...document.querySelectorAll(".cache-row .entry-name")].map((one) => one.innerText).sort().join() === ${
          JSON.stringify(words)
        }`,
      );
    await phone.open("/");
    await phone.ready();
    await rows("The dull bin,The old mast");
    await phone.open(`/c/${dull.code}`);
    await phone.press("Notes and lists");
    await phone.press("Ignore this cache");
    const member = await app.signIn("OE3FND");
    await becomes(
      "the gateway knows",
      async () => (await member.get("/api/my/ignored")).body.codes.length === 1,
    );
    await phone.open("/");
    await rows("The old mast");
    // What the phone keeps is written behind what it shows.
    await phone.comes(`new Promise((give) => {
      indexedDB.open("service-gateway").onsuccess = ({ target: { result: db } }) => {
        const all = db.transaction("kept").objectStore("kept").getAll();
        all.onsuccess = () => (db.close(), give(all.result.some(({ path, value }) =>
          path.startsWith("/api/my/ignored") && value.codes.length === 1)));
      };
    })`);
    await field.unplug();
    await phone.open("/");
    await rows("The old mast");
    await field.plugIn();
    await member.put(`/api/my/notebook/ignored/${dull.code}`, { on: false });
    await phone.open("/");
    await rows("The dull bin,The old mast");
  },
  { devices: ["phone"] },
);
