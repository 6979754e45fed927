/**
 * The journeys of people in the field (J1 to J6) in real Firefox; J7 is in a file of its own. What Firefox is not led through here:
 * - passkeys (J2): it has them, but the protocol that leads it knows no authenticator that is not there;
 * - a tag held to the phone and one read by the camera (J5): it reads no NFC, and has no camera here. The code is typed in;
 * - the compass and the buzz on the way (J4): Firefox on a desk has neither, the page says how to find the direction without;
 * - free space on the phone (J3): its answer differs from one profile to the next;
 * - sending with no page open: no browser but Chromium does that, and the app does not count on it.
 */
import assert from "node:assert/strict";
import { inFirefox } from "../kit/firefox_journey.ts";
import { enter, key, tabTo, type } from "../kit/hands.ts";
import { openedByKeyboard, sealedStages, TAG } from "../kit/sealed_stage.ts";
import { find, hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const SITE = "OE1XYZ-10";

inFirefox(
  "Firefox: a newcomer looks around and is led there; a log without signal waits, and is sent once",
  async ({ field, phone, tab, has, signIn }) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", {
      ...{ title: "The old mast", description: "Under the third stone.", hint: "Magnetic", ...PLACE },
    });
    await hide(app, "OE1XYZ", { title: "By the river", lat: 48.3, lon: 16.4 });
    await find(app, "OE5OTH", code, { text: "TNX 73" });
    await phone.open("/");
    await phone.sees("2 caches");
    await phone.fill("#search", "JN88EH");
    await phone.sees("By distance from JN88EH");
    await phone.open("/");
    await phone.press("Sort by distance");
    await phone.sees("0 m");
    await phone.press("The old mast");
    await phone.sees("Under the third stone.");
    await phone.sees("TNX 73");
    await phone.press("How finds are believed");
    await phone.sees("from 30 minutes before your log to one minute after it");

    await signIn("OE3FND");
    await phone.open(`/c/${code}/go`);
    await phone.sees("OE3FND");
    await phone.sees("± 8 m");
    await phone.ready();
    await field.unplug();
    await phone.press("Hint");
    await phone.sees("Magnetic");
    await phone.press("Log it");
    await phone.sees("Position ± 8 m.");
    await phone.fill("#text", "Found it in the rain");
    await phone.photo("#photo");
    await phone.tab.until(`document.querySelectorAll(".photos .button").length === 1`);
    await phone.press("Log find");
    await phone.sees("Waits for the gateway");
    await phone.open("/waiting");
    await phone.sees("No connection since");
    await tab.send("Page.navigate", { url: `${field.url}/print/radio` });
    await phone.sees("FOUND");
    await phone.open("/waiting");
    field.plugIn();
    await has("[data-state=settled]", 2);
    await phone.sees("This find is location-verified.");
    const { logs } = (await app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(logs.map(({ text, tier }: { text: string; tier: string }) => [text, tier]), [
      ["Found it in the rain", "B"],
      ["TNX 73", "B"],
    ]);
    await phone.press("See why");
    await phone.sees("the device reading was 0 m from the cache");
    assert.deepEqual(
      tab.complaints.filter((one) => !/NetworkError|fetch|connect|ServiceWorker intercepted/i.test(one)),
      [],
    );
  },
  { place: PLACE },
);

inFirefox(
  "Firefox by keyboard: a call is verified, a square and its sealed stage are taken along, a radio command gets its yes",
  async ({ field, phone, tab, has }) => {
    const { app } = field;
    app.db.writeNow((tx) => app.accounts.store.create(tx, "OE3NEW", app.world.now()));
    const { id, code } = await hide(app, "OE1XYZ", { title: "The old mast", type: "multi", ...PLACE });
    await sealedStages(app, { id }, [{ n: 1, unlock: "nfc", code: TAG, clue: "Under the third bench" }]);
    const heard = (text: string, path: string, over: Record<string, string>) =>
      app.ingest.post("/ingest", {
        packets: [{ raw: `OE3NEW-7>APRS${path}::OE1SYS-15:${text}`, heardAt: app.world.now(), ...over }],
      });
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
    await openedByKeyboard({ field, phone, has }, { code, clue: "Under the third bench" });

    await heard(`NOTE ${code} all well{1`, ",WIDE1-1,qAR,OE9GAT-10", { via: "aprsis", port: "aprs-is" });
    await phone.open("/");
    await enter(phone, "1 command over the air");
    await enter(phone, "It was me");
    // What else the page says of logs tells nothing: the log book itself has to have both.
    const kinds = async () =>
      (await app.visitor.get(`/api/caches/${code}/logs`)).body.logs.map(({ kind }: { kind: string }) => kind);
    await becomes("the note is in the log book", async () => (await kinds()).length >= 2);
    assert.deepEqual((await kinds()).toSorted(), ["found", "note"]);
  },
  { env: { FIRST_PARTY_SITES: SITE } },
);
