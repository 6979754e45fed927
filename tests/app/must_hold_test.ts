/**
 * What the app is there for: a phone in flight mode finds and logs with a photo, comes back to signal, gets Tier A from a real box that
 * heard the finder's handheld as sound, and sees the drawing of why.
 */
import assert from "node:assert/strict";
import { makeBox, runBox, until } from "../kit/box.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { DIREWOLF, startDirewolf } from "../kit/direwolf.ts";
import { enter, key, tabTo, type } from "../kit/hands.ts";
import { SCREENS, screensOf } from "../kit/journey.ts";
import { inField } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";
import { withFolder } from "../kit/server.ts";
import { missing, program } from "../kit/test_data.ts";

const SITE = "OE1XYZ-10";
/** To the hundredth of a minute, as a beacon sends it. */
const PLACE = { lat: 48.2, lon: 16.3 };

for (const device of screensOf(["phone"], ["desktop"])) {
  const screen = SCREENS[device];
  Deno.test({
    name: `flight mode, a find, signal again: Tier A over sound, and the drawing of why (${device})`,
    ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM) ||
      missing("Dire Wolf", DIREWOLF.every((one) => program(one) !== undefined), "apt-get install direwolf"),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withFolder((dir) =>
        inField(async (field) => {
          const { app } = field;
          const { code } = await hide(app, "OE1XYZ", { title: "The old mast", hint: "Magnetic.", ...PLACE });
          // The receiver on the hill has a line of its own to the gateway: the phone's signal is not its.
          const line = Deno.serve(
            { hostname: "127.0.0.1", port: 0, onListen: () => {} },
            (request) => app.handler(request),
          );
          const wolf = await startDirewolf(dir);
          const connections = [`kiss://127.0.0.1:${wolf.kissPort}?site=${SITE}`];
          const url = `http://127.0.0.1:${line.addr.port}`;
          await makeBox(dir, { app, url }, { connections }, { sites: [SITE] });
          const box = runBox(dir);
          try {
            const { spool, connections: [tnc], sender } = box.parts;
            await until("the TNC", () => tnc!.state().word === "connected" && sender.state.word === "ok");
            const phone = await field.phone({ call: "OE3FND", screen });
            await phone.open("/");
            await phone.sees("1 cache");
            await phone.keeps("/api/caches?includeUnvetted=1");
            await phone.open(`/c/${code}`);
            await phone.sees("The old mast");
            await phone.ready();
            await phone.keeps(`/api/caches/${code}`);

            await field.unplug();
            await phone.open("/");
            await phone.sees("No connection since");
            await enter(phone, "The old mast");
            await enter(phone, "Log it");
            await phone.tab.until(`document.querySelector("#text") !== null`);
            await tabTo(phone, "Your log");
            await type(phone, "The view is worth it");
            await phone.photo("#photo");
            await phone.tab.count(".photos .button");
            await enter(phone, "Log find");
            await phone.sees("Waits for the gateway");

            // Meanwhile the handheld beacons, and the hill hears it.
            await wolf.hears(["OE3FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot"]);
            await until("the frame to be taken", () => spool.sums().sent === 1);
            assert.equal((await app.visitor.get(`/api/caches/${code}/logs`)).body.logs.length, 0);

            field.plugIn();
            await phone.sees("This find is radio-verified.");
            const { logs } = (await app.visitor.get(`/api/caches/${code}/logs`)).body;
            assert.deepEqual(logs.map((log: { text: string; tier: string }) => [log.text, log.tier]), [[
              "The view is worth it",
              "A",
            ]]);
            // The photo arrives with it, once, and stands beside the log.
            await phone.tab.until(`document.querySelectorAll("[data-state=settled]").length === 2`);
            const [{ photos }] = (await app.visitor.get(`/api/caches/${code}/logs`)).body.logs;
            assert.deepEqual(photos.map((one: { contentType: string }) => one.contentType), ["image/jpeg"]);
            await enter(phone, "See why");
            await phone.sees("How this find was checked");
            await phone.sees(`heard by ${SITE}`);
            await phone.sees("counted");
            const drawn = `document.querySelectorAll("main svg circle, main svg path, main svg line").length`;
            await phone.tab.until(`${drawn} >= 3`);
            const words = (await phone.tab.evaluate(
              `[...document.querySelectorAll(".evidence text")].map((one) => one.textContent).join("|")`,
            )) as string;
            // The report with its time, and a time bar that says what it is.
            assert.match(words, /1 · \d\d:\d\d.*-30 min\|-20\|-10\|\+1\|0\|Find \d\d:\d\d/);
            await key(phone, "Tab");
            assert.deepEqual(phone.tab.complaints.filter((one) => !one.includes("ERR_CONNECTION")), []);
          } finally {
            await box.stop();
            await wolf.stop();
            await line.shutdown();
          }
        }, { whole: true })
      ),
  });
}
