/** Sheets for paper: no script, black, on one page of either size, with the hint for who turns them round. */
import assert from "node:assert/strict";
import { encode } from "uqr";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { appTest } from "../kit/app.ts";
import { START } from "../kit/world.ts";
import { rf } from "../kit/boxes.ts";
import { judged } from "../kit/judged.ts";
import { inField } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";
import { missing } from "../kit/test_data.ts";

/** What one code is drawn as, by an encoder that is not ours. */
const darkFields = (text: string) => encode(text, { ecc: "M", border: 0 }).data.flat().filter(Boolean).length;

appTest(
  "sheets are whole without scripts; the code leads to the cache, hostile text stays text",
  {},
  async (app) => {
    const title = `<img src=x onerror=alert(1)>`;
    const { code } = await hide(app, "OE1OWN", {
      title,
      hint: "Under the stone",
      description: "Nettles",
      lat: 48.2,
      lon: 16.37,
    });
    const sheets = {
      [`/c/${code}/print`]: `/c/${code}`,
      [`/c/${code}/print/log`]: `/c/${code}`,
      [`/c/${code}/print/label`]: `/c/${code}`,
      "/print/caches": "/",
      "/print/caches?grid=jn88": "/",
      "/print/net": "/live",
      "/print/radio": "/",
      "/print/invitation": "/",
    };
    for (const [path, leads] of Object.entries(sheets)) {
      for (const lang of ["en", "de"]) {
        const { status, text } = await app.visitor.get(path, { "accept-language": lang });
        assert.equal(status, 200, path);
        assert.match(text, new RegExp(`<html lang="${lang}">`));
        // One script, of the button that prints, which without it is not there.
        assert.deepEqual(
          text.match(/<script[^>]*>/g),
          [`<script type="module" src="/print/button.js">`],
          path,
        );
        assert.match(text, /<button[^>]*id="print"[^>]*hidden/);
        assert.ok(text.includes(`class="button button-quiet" href="${leads}"`), path);
        assert.doesNotMatch(text, /<img|<[^>]*\s(?:style|on\w+)=/i, path);
        const [, address] = /<span class="code">(https?:[^<]+)<\/span>/.exec(text)!;
        assert.ok(address!.endsWith(leads), address);
        const drawn = /class="qr"[\s\S]*?<path d="([^"]+)"/.exec(text)![1]!;
        assert.equal(drawn.split("h1v1h-1z").length - 1, darkFields(address!), path);
      }
    }
    const sheet = (await app.visitor.get(`/c/${code}/print`)).text;
    const nowhere = (text: string) => text.includes("On other devices this address leads nowhere");
    for (
      const [host, only] of [["localhost:8073", true], ["127.0.0.1", true], ["192.168.0.9", false]] as const
    ) {
      const { text } = await app.visitor.get(`/c/${code}/print`, { host });
      assert.equal(nowhere(text), only, host);
    }
    assert.match(
      sheet,
      /<details(?! open)[^>]*><summary>(?:<svg.*?<\/svg>)?Hint<\/summary><p class="text sheet-upside">/,
    );
    assert.match(sheet, /N 48° 12\.000&#39;|N 48° 12\.000'/);
    const list = (await app.visitor.get("/print/caches?grid=jn88")).text;
    assert.match(list, /Caches in JN88/);
    assert.ok(list.includes(code));
    assert.ok(!(await app.visitor.get("/print/caches?grid=AA00")).text.includes(code));
    assert.match((await app.visitor.get("/print/radio")).text, /FOUND AB12/);
  },
);

appTest("the net log: who was heard on the air, how, since when, and how much each wrote", {
  FIRST_PARTY_SITES: "OE1GATE-1",
}, async (app) => {
  const hear = (...lines: string[]) =>
    app.ingest.post("/ingest", { packets: lines.map((line) => rf(app, line, "OE1GATE-1")) });
  await hear("OE1OLD>APRS:>yesterday");
  app.world.pass(3 * 3600);
  await hear("OE2DIG>APRS,OE1DIG*:>over a digipeater", "OE3FND-7>APRS,OE1DIG*:>first");
  app.world.pass(600);
  await hear("OE3FND-7>APRS:>now directly", "OE3FND-7>APRS::OE1NET   :checking in");
  const internet = { ...rf(app, "OE9NET>APRS,TCPIP*:>no radio", "OE1GATE-1"), via: "aprsis" };
  await app.ingest.post("/ingest", { packets: [internet] });
  const rows = async (hours: number, lang = "en", from = "") => {
    const { text } = await app.visitor.get(`/print/net?hours=${hours}&from=${from}`, {
      "accept-language": lang,
    });
    const found = text.match(/<tbody>(.*)<\/tbody>/s)?.[1] ?? "";
    return found.split("</tr>").map((row) => row.replace(/<[^>]*>/g, " ").trim().split(/\s{2,}/).join("|"))
      .filter((row) => row !== "");
  };
  assert.deepEqual(await rows(2), [
    "OE2DIG|15:00 – 15:00|digipeater|0",
    "OE3FND-7|15:00 – 15:10|direct|1",
  ]);
  assert.deepEqual((await rows(24)).map((row) => row.split("|")[0]), ["OE1OLD", "OE2DIG", "OE3FND-7"]);
  assert.match((await rows(2, "de"))[1]!, /direkt/);
  assert.deepEqual(await rows(1), await rows(2));
  app.world.pass(5 * 3600);
  assert.deepEqual(await rows(1), [], "nothing in this hour");

  // The net's own time: its first second counts, the one after its end does not.
  const at = (seconds: number) => new Date((START + seconds) * 1000).toISOString().slice(0, 16);
  const calls = async (hours: number, from: string) =>
    (await rows(hours, "en", from)).map((row) => row.split("|")[0]);
  assert.deepEqual(await calls(3, at(0)), ["OE1OLD"], "three hours up to the next packet, without it");
  assert.deepEqual(await calls(1, at(0)), ["OE1OLD"]);
  assert.deepEqual(await rows(1, "en", at(3 * 3600)), [
    "OE2DIG|15:00 – 15:00|digipeater|0",
    "OE3FND-7|15:00 – 15:10|direct|1",
  ]);
  assert.deepEqual(
    await calls(1, at(3 * 3600 + 60)),
    ["OE3FND-7"],
    "who was heard before the net began is not in it",
  );
  assert.deepEqual(await calls(24, at(20 * 3600)), [], "a net that has not been");
  const sheet = async (query: string) => (await app.visitor.get(`/print/net?${query}`)).text;
  assert.match(
    await sheet(`from=${at(3 * 3600)}&hours=2`),
    /from 2026-06-01 15:00 to 2026-06-01 17:00 UTC/,
  );
  assert.doesNotMatch(await sheet(`from=${at(3 * 3600)}&hours=2`), /could not be read/);
  assert.match(
    await sheet(`from=${at(3 * 3600)}&hours=24`),
    /to 2026-06-01 20:10 UTC/,
    "no further than now",
  );
  assert.match(
    await sheet(`from=${at(-48 * 3600)}&hours=24`),
    /Packets before 2026-05-31 20:10 UTC could not be read/,
  );
  for (const bad of ["yesterday", "2026-01-01", "2026-01-01T10:00:00", "2026-13-01T00:00"]) {
    assert.equal((await app.visitor.get(`/print/net?from=${bad}`)).status, 400, bad);
  }
});

appTest("what nobody may see is not printed either", {}, async (app) => {
  const { id, code } = await hide(app, "OE1OWN", { title: "Hidden", unlisted: true });
  assert.equal((await app.visitor.get(`/c/${code}/print`)).status, 200, "who knows the code");
  assert.ok(!(await app.visitor.get("/print/caches")).text.includes(code));
  for (const end of ["", "/log", "/label"]) {
    for (const one of ["NOSUCH1", String(id)]) {
      assert.equal((await app.visitor.get(`/c/${one}/print${end}`)).status, 404, one);
    }
  }
  app.db.writeNow((tx) => app.caches.remove(tx, "cache", code, "spam"));
  assert.equal((await app.visitor.get(`/c/${code}/print`)).status, 410);
  const owner = await app.signIn("OE1OWN");
  assert.equal((await owner.get(`/c/${code}/print`)).status, 410, "a sheet is the same for everybody");
});

Deno.test({
  name: "each sheet is one page of A4 and of Letter, and axe finds nothing on it",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async ({ app, url, phone: take }) => {
      const { code } = await hide(app, "OE1OWN", {
        title: "The old mast",
        hint: "Under the third stone",
        description: "Mind the nettles.",
        lat: 48.2,
        lon: 16.37,
      });
      const phone = await take();
      const out = Deno.env.get("SHEETS");
      const paths = [
        `/c/${code}/print`,
        `/c/${code}/print/log`,
        `/c/${code}/print/label`,
        "/print/caches",
        "/print/net",
        "/print/radio",
        "/print/invitation",
      ];
      for (const [i, path] of paths.entries()) {
        await phone.tab.send("Page.navigate", { url: url + path });
        await phone.tab.until(
          `location.pathname === "${path}" && document.querySelector(".sheet h1") !== null`,
        );
        assert.deepEqual(await judged(phone), [], path);
        for (const [name, paperWidth, paperHeight] of [["a4", 8.27, 11.69], ["letter", 8.5, 11]] as const) {
          const { data } = await phone.tab.send("Page.printToPDF", {
            paperWidth,
            paperHeight,
            preferCSSPageSize: false,
          });
          const pdf = atob(data);
          assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, `${path} on ${name}`);
          if (out) {
            await Deno.writeFile(`${out}/${i}-${name}.pdf`, Uint8Array.from(pdf, (one) => one.charCodeAt(0)));
          }
        }
      }
      if (out) {
        await phone.tab.send("Emulation.setEmulatedMedia", { media: "print" });
        for (const [i, path] of paths.entries()) {
          await phone.tab.send("Emulation.setDeviceMetricsOverride", {
            width: 700,
            height: 960,
            deviceScaleFactor: 1,
            mobile: false,
          });
          await phone.tab.send("Page.navigate", { url: url + path });
          await phone.tab.until(
            `location.pathname === "${path}" && document.querySelector(".sheet h1") !== null`,
          );
          await phone.picture(`${out}/${i}.png`);
        }
        await phone.tab.send("Emulation.setEmulatedMedia", { media: "" });
      }
      // On paper the hint is there, though it is closed on the screen.
      await phone.tab.send("Page.navigate", { url: `${url}/c/${code}/print` });
      await phone.tab.until(`document.querySelector(".sheet-upside") !== null`);
      const hint =
        `getComputedStyle(document.querySelector("details"), "::details-content").contentVisibility`;
      assert.equal(await phone.tab.evaluate(hint), "hidden");
      await phone.tab.send("Emulation.setEmulatedMedia", { media: "print" });
      assert.equal(await phone.tab.evaluate(hint), "visible");
      // Paper is white and ink is black, whatever look or system the screen has.
      await phone.tab.send("Emulation.setEmulatedMedia", {
        media: "print",
        features: [{ name: "prefers-color-scheme", value: "dark" }],
      });
      const inked =
        `document.documentElement.dataset.theme = "dark", ((of) => of.getPropertyValue("--ink").trim() + " " +
        of.colorScheme)(getComputedStyle(document.documentElement))`;
      assert.equal(await phone.tab.evaluate(inked), "#000000 light");
      await phone.tab.send("Page.navigate", { url: `${url}/privacy` });
      await phone.tab.until(`location.pathname === "/privacy" && document.querySelector("h1") !== null`);
      assert.equal(await phone.tab.evaluate(inked), "#191f1d light");
      assert.deepEqual(phone.tab.complaints, []);
    }),
});
