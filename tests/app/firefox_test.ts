/** The same app in real Firefox: looking around, and a log that is sent when the gateway is back. */
import assert from "node:assert/strict";
import { firefoxThere, HOW_TO_GET_FIREFOX, openFirefox } from "../kit/firefox.ts";
import { inField, PHONE, Phone, signedIn } from "../kit/phone.ts";
import { find, hide } from "../kit/seed_game.ts";
import { missing } from "../kit/test_data.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

Deno.test({
  name: "Firefox: a newcomer looks around; a log without signal waits, and is sent once",
  ignore: missing("Firefox", firefoxThere(), HOW_TO_GET_FIREFOX),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async (field) => {
      const { app } = field;
      const { code } = await hide(app, "OE1XYZ", {
        title: "The old mast",
        description: "Under the third stone.",
        ...PLACE,
      });
      await find(app, "OE5OTH", code, { text: "TNX 73" });
      const firefox = await openFirefox();
      try {
        const tab = await firefox.tab({ ...PHONE, lang: "en" });
        const phone = new Phone(tab as ConstructorParameters<typeof Phone>[0], field.url);
        await tab.stand(field.url, { latitude: PLACE.lat, longitude: PLACE.lon, accuracy: 8 });
        await phone.open("/");
        await phone.sees("1 cache");
        await phone.press("Sort by distance from here");
        await phone.sees("0 m");
        await phone.press("The old mast");
        await phone.sees("Under the third stone.");
        await phone.sees("TNX 73");
        await phone.sees("from 30 minutes before your log to one minute after it");

        const cookie = await signedIn(app, field.url, "OE3FND");
        const at = cookie.indexOf("=");
        await tab.cookie(field.url, cookie.slice(0, at), cookie.slice(at + 1));
        await phone.open(`/c/${code}/log`);
        await phone.sees("Position to 8 m.");
        await phone.ready();
        await field.unplug();
        await phone.fill("#text", "Found it in the rain");
        await phone.press("Save");
        await phone.sees("Waits for the gateway");
        await phone.open("/waiting");
        await phone.sees("No connection since");
        field.plugIn();
        await phone.tab.until(`document.querySelector("[data-state=settled]") !== null`);
        await phone.sees("This find is device-verified.");
        const { logs } = (await app.visitor.get(`/api/caches/${code}/logs`)).body;
        assert.deepEqual(logs.map(({ text, tier }: { text: string; tier: string }) => [text, tier]), [
          ["Found it in the rain", "B"],
          ["TNX 73", "B"],
        ]);
        assert.deepEqual(
          tab.complaints.filter((one) => !/NetworkError|fetch|connect|ServiceWorker intercepted/i.test(one)),
          [],
        );
      } finally {
        await firefox.close();
      }
    }),
});
