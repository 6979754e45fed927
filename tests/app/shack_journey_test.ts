/**
 * An operator in the shack: a station is heard as sound by a real box on a real Dire Wolf, appears on the live page and on
 * its own with its path, a watch rings, the ports' bars move; a receiver and a station of one's own are looked after.
 */
import assert from "node:assert/strict";
import { commanding } from "../../src/box/services/commands.ts";
import { reporting } from "../../src/box/services/report.ts";
import { makeBox, runBox, until } from "../kit/box.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { DIREWOLF, startDirewolf } from "../kit/direwolf.ts";
import { DESKTOP, inField, PHONE, type Phone } from "../kit/phone.ts";
import { member } from "../kit/seed_game.ts";
import { withFolder } from "../kit/server.ts";
import { missing, program } from "../kit/test_data.ts";

const SITE = "OE1XYZ-10";
const WORDS = {
  en: {
    none: "No station is watched yet.",
    on: "OE3FND is watched, with all its SSIDs.",
    live: "Live: what is heard appears by itself.",
    news: "1 new",
    ring: "There is 1 piece of news for you",
    rang: "OE3FND-7 was heard",
    direct: "directly",
    path: "heard it",
    hears: "hears",
    commands: "Commands and log",
    ask: "Ask how it is",
    done: "done",
    bars: "1 received",
    told: "Reported",
  },
  de: {
    none: "Noch wird keine Station beobachtet.",
    on: "OE3FND wird beobachtet, mit allen SSIDs.",
    live: "Live: Was gehört wird, erscheint von selbst.",
    news: "1 neue",
    ring: "Es gibt 1 Neuigkeit",
    rang: "OE3FND-7 wurde gehört",
    direct: "direkt",
    path: "hat es gehört",
    hears: "hört",
    commands: "Aufträge und Protokoll",
    ask: "Nach dem Zustand fragen",
    done: "erledigt",
    bars: "1 empfangen",
    told: "Zuletzt gemeldet vor",
  },
};
const barsOf = (phone: Phone) =>
  phone.tab.evaluate(
    `[...document.querySelectorAll(".port-rx")].filter((one) => one.height.baseVal.value > 0).length`,
  );

for (const [device, screen, lang] of [["phone", PHONE, "en"], ["desktop", DESKTOP, "de"]] as const) {
  Deno.test({
    name: `the shack: heard as sound, live, with its path; a watch rings, a port's bars move (${device})`,
    ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM) ||
      missing("Dire Wolf", DIREWOLF.every((one) => program(one) !== undefined), "apt-get install direwolf"),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withFolder((dir) =>
        inField(async ({ app, phone: take }) => {
          const words = WORDS[lang];
          const line = Deno.serve(
            { hostname: "127.0.0.1", port: 0, onListen: () => {} },
            (request) => app.handler(request),
          );
          const wolf = await startDirewolf(dir);
          const connections = [`kiss://127.0.0.1:${wolf.kissPort}?site=${SITE}`];
          const url = `http://127.0.0.1:${line.addr.port}`;
          await makeBox(dir, { app, url }, { connections }, { sites: [SITE] });
          const { accountId } = member(app, "OE1ALI");
          app.db.writeNow((tx) =>
            app.db.sql<{ account: number }>(
              "INSERT INTO box_owner (box, account_id, since) VALUES ('attic', :account, 0)",
            ).run(tx, { account: accountId })
          );
          const box = runBox(dir, { services: [reporting("0.1.0", 300), commanding(100)] });
          try {
            const { spool, connections: [tnc], sender } = box.parts;
            await until("the TNC", () => tnc!.state().word === "connected" && sender.state.word === "ok");
            const phone = await take({ call: "OE1ALI", screen, lang, place: { lat: 48.2, lon: 16.37 } });

            await phone.open("/me/watches");
            await phone.sees(words.none);
            await phone.fill("#new-watch", "oe3fnd");
            await phone.tab.click("main form button[type=submit]");
            await phone.tab.until(`document.querySelector(".row-list")?.innerText.includes("OE3FND")`);

            await phone.open("/ports");
            await phone.tab.until(`document.querySelector("main .notice") !== null`);
            assert.equal(await barsOf(phone), 0);
            await phone.open("/live");
            await phone.sees(words.live);
            await wolf.hears(["OE3FND-7>APRS,WIDE1-1:!4812.01N/01618.00E[on foot"]);
            await until("the frame to be taken", () => spool.sums().sent === 1);
            await phone.sees("OE3FND-7");
            await phone.sees(words.direct);
            await phone.sees(words.ring);

            await phone.press("OE3FND-7");
            await phone.tab.until(`location.pathname === "/s/OE3FND-7"`);
            await phone.sees(words.on);
            await phone.sees(words.path);
            await phone.tab.until(`document.querySelectorAll("svg.path circle").length === 3`);
            await phone.sees(SITE);

            await phone.press(words.ring);
            await phone.sees(words.rang);
            await phone.tab.until(`!document.body.innerText.includes(${JSON.stringify(words.ring)})`);

            await phone.open("/ports");
            await phone.sees(words.bars);
            assert.equal(await barsOf(phone), 1);

            await phone.open("/me/boxes");
            await phone.sees(words.told);
            await phone.sees("kiss://127.0.0.1");
            await phone.press(words.commands);
            await phone.press(words.ask);
            await phone.sees(words.done);
            assert.deepEqual(phone.tab.complaints, []);
          } finally {
            await box.stop();
            await wolf.stop();
            await line.shutdown();
          }
        }, { env: {} })
      ),
  });
}
