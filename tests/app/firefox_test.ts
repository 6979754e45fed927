/**
 * The same app in real Firefox: looking around, a log that is sent when the gateway is back; by keyboard a call's proof, a packed
 * trip with its sealed stage, and a radio command.
 */
import assert from "node:assert/strict";
import { gameOf } from "../../src/caches/caches.ts";
import { sealerOf } from "../../src/caches/stages/seal_stages.ts";
import { enter, key, tabTo, type } from "../kit/hands.ts";
import { firefoxThere, HOW_TO_GET_FIREFOX, openFirefox } from "../kit/firefox.ts";
import { inField, PHONE, Phone, signedIn } from "../kit/phone.ts";
import { find, hide } from "../kit/seed_game.ts";
import { missing } from "../kit/test_data.ts";
import { within } from "../kit/waits.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const SITE = "OE1XYZ-10";
const TAG = "zq7-kestrel-94-lantern";

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
        await phone.sees("This find is location-verified.");
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

Deno.test({
  name:
    "Firefox by keyboard: a call is verified, a square and its sealed stage are taken along, a radio command gets its yes",
  ignore: missing("Firefox", firefoxThere(), HOW_TO_GET_FIREFOX),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async (field) => {
      const { app } = field;
      app.db.writeNow((tx) => app.accounts.store.create(tx, "OE3NEW", app.world.now()));
      const { id, code } = await hide(app, "OE1XYZ", { title: "The old mast", type: "multi", ...PLACE });
      const made = await (await app.signIn("OE1XYZ")).post(`/api/caches/${id}/stages`, {
        stages: [{ n: 1, unlock: "nfc", code: TAG, clue: "Under the third bench" }],
      });
      assert.equal(made.status, 200, made.text);
      await sealerOf(gameOf(app.caches)).wake();
      await sealerOf(gameOf(app.caches)).idle();
      const heard = (text: string, path: string, over: Record<string, string>) =>
        app.ingest.post("/ingest", {
          packets: [{ raw: `OE3NEW-7>APRS${path}::OE1SYS-15:${text}`, heardAt: app.world.now(), ...over }],
        });
      const firefox = await openFirefox();
      try {
        const tab = await firefox.tab({ ...PHONE, lang: "en" });
        const phone = new Phone(tab as ConstructorParameters<typeof Phone>[0], field.url);
        const has = (selector: string, n = 1) =>
          tab.until(`document.querySelectorAll(${JSON.stringify(selector)}).length === ${n}`);
        await phone.open("/sign-in");
        await tabTo(phone, "Your callsign");
        await type(phone, "oe3new");
        await key(phone, "Enter");
        await enter(phone, "Verify that it is mine");
        await enter(phone, "Show me a code");
        await has("#on-air-code");
        const said = await tab.evaluate(`document.querySelector("#on-air-code").innerText`) as string;
        await heard(said, ",WIDE1-1", { via: "rf", port: "kiss", site: SITE });
        await phone.sees(`verified on the air, heard by ${SITE}`);
        await tab.until(`document.querySelector(".top").innerText.includes("OE3NEW")`);

        await phone.open("/packs?take=JN88");
        await enter(phone, "Download");
        await has('[data-state="whole"]');
        await phone.ready();
        await field.unplug();
        await phone.open(`/c/${code}/stages`);
        await phone.sees("Opens with no connection.");
        await tabTo(phone, "Code of the tag");
        await type(phone, TAG);
        await key(phone, "Enter");
        await phone.sees("Under the third bench");
        await enter(phone, "Log this cache");
        await enter(phone, "Save");
        await has("[data-state=waiting]", 2);
        field.plugIn();
        await has("[data-state=settled]", 2);

        await heard(`NOTE ${code} all well{1`, ",WIDE1-1,qAR,OE9GAT-10", { via: "aprsis", port: "aprs-is" });
        await phone.open("/");
        await enter(phone, "1 command over the air");
        await enter(phone, "It was me");
        // What else the page says of logs tells nothing: the log book itself has to have both.
        const kinds = async () =>
          (await app.visitor.get(`/api/caches/${code}/logs`)).body.logs.map(({ kind }: { kind: string }) =>
            kind
          );
        const both = async () => {
          while ((await kinds()).length < 2) await new Promise((done) => setTimeout(done, 50));
        };
        await within("the note is in the log book", both());
        assert.deepEqual((await kinds()).toSorted(), ["found", "note"]);
      } finally {
        await firefox.close();
      }
    }, { env: { FIRST_PARTY_SITES: SITE } }),
});
