/**
 * A visit: two gateways as processes, and a member of one at the cache of the other with a phone that has no signal. The log is
 * signed there and waits; back in signal it is handed on, counts at the cache's instance, and at home once its record came.
 */
import assert from "node:assert/strict";
import { eventually } from "../kit/eventually.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM, shareBrowser } from "../kit/browser.ts";
import { CACHE } from "../kit/game.ts";
import { fp, Instance, type Json } from "../kit/instance_process.ts";
import { openPhone } from "../kit/phone.ts";
import { withFolder } from "../kit/server.ts";
import { missing } from "../kit/test_data.ts";

const HOME = "a.example", THERE = "b.example", VISITOR = "OE1VIS", OWNER = "OE5OWN";

/** Two gateways that trust each other. */
async function neighbours(use: (home: Instance, there: Instance) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const started: Instance[] = [];
    const start = async (id: string) => {
      const one = new Instance(id, await Deno.makeTempDir({ dir: folder }), {});
      started.push(await one.start());
      return one;
    };
    try {
      const [home, there] = await Promise.all([start(HOME), start(THERE)]);
      for (const [one, other] of [[home, there], [there, home]] as const) {
        const peer = { url: other.server.url, fingerprint: fp(other.id) };
        await one.ask("POST", "/federation/peers", peer);
        await one.ask("POST", "/federation/peers/trust", { ...peer, trust: "trusted" });
      }
      await use(home, there);
    } finally {
      await Promise.all(started.map(({ server }) => server.stop()));
    }
  });
}

const logsOf = async (there: Instance, id: string): Promise<Json[]> =>
  (await there.ask("GET", `/api/caches/${id}/logs`, undefined, {})).logs;

Deno.test({
  name:
    "a phone without signal at a neighbour's cache: signed there, handed on later, counted at both (phone, German)",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    neighbours(async (home, there) => {
      const { [OWNER]: owner } = await there.members(OWNER);
      const id = (await there.hide(owner!)).split("/")[3]!;
      const { [VISITOR]: visitor } = await home.members(VISITOR);
      await eventually("the neighbour's cache to come", async () => {
        await home.ask("POST", "/federation/sync", {});
        const { caches } = await home.ask("GET", "/api/caches?bbox=-180,-90,180,90", undefined, {});
        return caches.length === 1;
      });
      const { caches: [mirror] } = await home.ask("GET", "/api/caches?bbox=-180,-90,180,90", undefined, {});
      const gid: string = mirror.gid, page = `/c/${encodeURIComponent(gid)}`;
      const browser = shareBrowser({ webgl: false, whole: false });
      try {
        const phone = await openPhone(browser, home.server.url, {
          cookie: visitor!.cookie!,
          lang: "de",
          place: CACHE,
          lean: true,
        });
        await phone.open(page);
        await phone.sees("Geht an b.example, dort wird entschieden");
        await phone.ready();
        // No signal from here on: the app is on the phone, and so is the cache that was looked at.
        await home.server.stop();
        await phone.press("Loggen");
        await phone.tab.until(`document.querySelector("#text") !== null`);
        await phone.sees("Geht an b.example, dort wird entschieden");
        await phone.fill("#text", "Zwölf Türme gezählt.");
        await picture(phone, "visit-log");
        await phone.press("Fund loggen");
        await phone.sees("Auf diesem Gerät, bis es Empfang gibt. b.example nimmt ihn sieben Tage lang.");
        await picture(phone, "visit-waits");
        assert.deepEqual(await logsOf(there, id), [], "nothing is there yet");
        // Meanwhile a receiver of the cache's club has heard the visitor.
        await there.hears("box-of-b", "OE5XBX", VISITOR);
        await home.start();
        await eventually("the visit to be there", async () => (await logsOf(there, id)).length === 1, 60_000);
        const [log] = await logsOf(there, id);
        assert.deepEqual(
          [log.author.call, log.author.home, log.kind, log.tier, log.verified, log.text],
          [VISITOR, HOME, "found", "A", true, "Zwölf Türme gezählt."],
        );
        await phone.tab.until(`document.querySelector("[data-state=settled]") !== null`);
        await picture(phone, "visit-sent");
        assert.deepEqual((await home.ask("GET", "/api/my/logged", undefined, visitor)).found, []);
        await home.ask("POST", "/federation/sync", {});
        const logged = await home.ask("GET", "/api/my/logged", undefined, visitor);
        assert.deepEqual(
          [logged.found, logged.uncounted],
          [[gid], []],
          "its record makes it the member's own",
        );
        const profile = await home.ask("GET", `/api/profile/${VISITOR}`, undefined, {});
        assert.deepEqual([profile.finds, profile.byTier], [1, { A: 1 }]);
        assert.equal((await home.ask("GET", "/api/my/year", undefined, visitor)).weeks[0].byRadio, 1);
        const adif = await (await fetch(`${home.server.url}/api/v1/profile/${VISITOR}.adif`)).text();
        assert.match(adif, /Mill of b\.example/);
        // At home it is found: on its page, and no more among those that are still to be found.
        await phone.open(page);
        await phone.sees("Meine Besuche bei b.example");
        await phone.sees("Zählt dort");
        await picture(phone, "visit-counted");
        // The device that signed it corrects it there, and says what its member thinks of the cache.
        await phone.press("Bearbeiten");
        await phone.fill("textarea[id^=visit-]", " Oder dreizehn.");
        await phone.press("Text speichern");
        await eventually(
          "the text there",
          async () => (await logsOf(there, id))[0].text === "Zwölf Türme gezählt. Oder dreizehn.",
        );
        await phone.press("Favorit");
        await eventually(
          "the favourite there",
          async () => (await there.ask("GET", `/api/caches/${id}`, undefined, {})).favorites === 1,
        );
        await phone.tab.until(`document.querySelector(".own-log [aria-pressed=true]") !== null`);
        await picture(phone, "visit-changed");
        // The awards of the club that was visited: asked for there, reached by the find, and certified.
        there.beside((db) => {
          const rule = JSON.stringify({ kind: "finds", n: 1, radio: true });
          const declare = db.change<{ rule: string }>(
            "INSERT INTO award (name, about, rule, changed_at) VALUES ('Erster Besuch', '', :rule, 0)",
          );
          db.writeNow((tx) => void declare(tx, { rule }));
        });
        await phone.press("Diplome von b.example");
        await phone.sees("Erster Besuch");
        await phone.press("Urkunde signieren lassen");
        await phone.tab.until(`document.querySelector("#visit-awards a[href*='/award/']") !== null`);
        const certificate = await phone.tab.evaluate(
          `document.querySelector("#visit-awards a[href*='/award/']").href`,
        ) as string;
        assert.match(certificate, /^https:\/\/b\.example\/award\/[A-Z0-9]{10}$/);
        const { pathname } = new URL(certificate);
        const { call, award } = await there.ask("GET", `${pathname}.json`, undefined, {});
        assert.deepEqual([call, award], [VISITOR, "Erster Besuch"]);
        await picture(phone, "visit-awards");
        // Whoever reports the visit there is told who reads that; of the cache nobody else does.
        const reader = await openPhone(browser, there.server.url, { lang: "de", lean: true });
        await reader.open(`/c/${id}`);
        await reader.tab.until(`document.querySelector('.cache-tools [aria-label="Mehr"]') !== null`);
        await reader.tab.press(`document.querySelector('.cache-tools [aria-label="Mehr"]')`);
        await reader.press("Melden");
        await reader.tab.count("#report-about option", 2);
        const bothRead = `document.querySelector("form.report").innerText.includes("Auch ${HOME} liest das")`;
        assert.equal(await reader.tab.evaluate(bothRead), false);
        await reader.tab.evaluate(`(() => {
          const field = document.querySelector("#report-about");
          field.value = "1";
          field.dispatchEvent(new Event("change", { bubbles: true }));
        })()`);
        await reader.tab.until(bothRead);
        await phone.open("/?new=1");
        await phone.tab.until(`!document.querySelector("main").innerText.includes("Mill of b.example")`);
        assert.deepEqual(
          phone.tab.complaints.filter((one) => !/Failed to load resource|ERR_CONNECTION_REFUSED/.test(one)),
          [],
        );
      } finally {
        await browser.close();
      }
    }),
});

/** For human eyes, where somebody wants them. */
async function picture(phone: { picture(path: string): Promise<void> }, name: string): Promise<void> {
  const folder = Deno.env.get("PICTURES");
  if (folder) await phone.picture(`${folder}/${name}.png`);
}
