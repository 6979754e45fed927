/**
 * What strangers write reaches every page: from the air, from mail, from neighbours, from logs. Nothing of it runs, it
 * stays within its line and its direction, and no page asks anybody but its own gateway for anything.
 */
import assert from "node:assert/strict";
import { isAdmin, PAGES } from "../../src/client/pages/page_table.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { enrolBox, rf } from "../kit/boxes.ts";
import { SYSOP } from "../kit/app.ts";
import { inField, PHONE, type Phone } from "../kit/phone.ts";
import { find, hide } from "../kit/seed_game.ts";
import { seedMeshtastic } from "../kit/shack.ts";
import { missing } from "../kit/test_data.ts";
import { addresses, seedAll } from "./all_pages.ts";

/** Markup, quotes, an address of somebody else's, text turned round and never turned back, control characters, one long word. */
const HOSTILE =
  `</script><script>ran=1</script><img src="https://elsewhere.example/x.png" onerror="ran=1">"'>` +
  "\u202Edesrever\u2067\u2066 \u200f" + "W".repeat(70);

/** Text nodes with a turn of direction in them that no element isolates. */
const LOOSE = `(() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), loose = [];
  for (let node; (node = walk.nextNode());) {
    if (!/[\\u202A-\\u202E\\u2066\\u2067]/.test(node.data)) continue;
    const { tagName, dir, value } = node.parentElement;
    const isolates = getComputedStyle(node.parentElement).unicodeBidi.includes("isolate") || tagName === "TEXTAREA";
    if (!isolates && dir !== "auto") loose.push(tagName + ": " + node.data.slice(0, 40));
  }
  return loose;
})()`;

const MADE =
  `[...document.querySelectorAll("body *")].filter((one) => one.matches("script:not([src]), iframe, object") ||
  [...one.attributes].some(({ name, value }) => name.startsWith("on") || /^\\s*javascript:/i.test(value)) ||
  (one.tagName === "IMG" && new URL(one.src, location).origin !== location.origin)).map((one) => one.outerHTML)`;

/** What the page shows of others is text within its line and its direction. */
async function staysText(phone: Phone, address: string): Promise<void> {
  assert.equal(await phone.tab.evaluate("typeof ran"), "undefined", `${address}: something ran`);
  assert.deepEqual(await phone.tab.evaluate(MADE), [], `${address}: markup was made of text`);
  assert.deepEqual(await phone.tab.evaluate(LOOSE), [], `${address}: direction is not isolated`);
  const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  assert.equal(await phone.tab.evaluate(wider), 0, `${address} is wider than the screen`);
}

Deno.test({
  name: "hostile text on every page: nothing runs, nothing breaks out, nobody else is asked",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async ({ app, url, phone: take }) => {
      const text = HOSTILE;
      const { code } = await hide(app, "OE1XYZ", {
        title: HOSTILE.slice(-119),
        description: text,
        hint: text,
        tags: ["<b>\u202Eb"],
      });
      const { id } = await find(app, "OE3FND", code, { text });
      await find(app, "OE5OTH", code, { kind: "note", text });
      const finder = await app.signIn("OE3FND");
      const own = await finder.post("/api/caches", {
        title: HOSTILE.slice(-119),
        description: text,
        lat: 48.21,
        lon: 16.38,
      });
      assert.equal(own.status, 201, own.text);
      const profile = await finder.post("/auth/profile", {
        displayName: "\u202E<b>" + "W".repeat(60),
        bio: text,
        profilePublic: true,
      });
      assert.equal(profile.status, 200, profile.text);
      const box = await enrolBox(app, "attic", { sites: ["OE1XYZ-10"] });
      const heard = [
        `OE5AIR-9>APRS:=4812.00N/01622.20E>${text.slice(0, 180)}`,
        `OE5AIR-9>APRS::OE3FND   :${text.slice(-60)}{1`,
        `OE5AIR-9>APRS:>${text.slice(0, 60)}`,
        `OE5AIR-9>APRS:;${"<b>\u202E".padEnd(9).slice(0, 9)}*111111z4812.00N/01622.20E>${text.slice(0, 40)}`,
      ].map((raw) => rf(app, raw, "OE1XYZ-10"));
      assert.equal((await box.post("/ingest", { packets: heard })).status, 200);
      const node = await seedMeshtastic(app, text);
      await finder.post("/api/bbs/messages", {
        fromCall: "OE3FND",
        toCall: "ALL",
        subject: text.slice(0, 79),
        body: text,
      });
      const lists = "/api/my/notebook/lists";
      const list = await finder.post(lists, { name: text.slice(-79) });
      assert.equal(list.status, 201, list.text);
      assert.equal((await finder.put(`${lists}/${list.body.id}/${code}`, { on: true })).status, 200);
      const { share } = (await finder.patch(`${lists}/${list.body.id}`, { shared: true })).body;

      const values: Record<string, string> = {
        code,
        id: String(id),
        call: "OE5AIR-9",
        category: "ALL",
        chapter: "glossary",
        share,
        node,
      };
      const phone = await take({ call: "OE3FND", screen: PHONE, place: { lat: 48.2, lon: 16.37 } });
      let shown = 0;
      for (const { path } of Object.values(PAGES).filter((page) => !isAdmin(page))) {
        const address = path.replace(/:(\w+)/g, (_, name: string) => values[name]!);
        await phone.open(address);
        await phone.tab.until(`document.querySelector("main h1") !== null`);
        // What is asked for after the first drawing is there when the network is quiet.
        await phone.tab.until(`document.querySelector("main [aria-busy=true]") === null`);
        if (path === "/s/:call") await phone.tab.until(`document.querySelector("ul.packets li") !== null`);
        await staysText(phone, address);
        if (await phone.tab.evaluate(`document.body.innerText.includes("W".repeat(60))`)) shown++;
      }
      assert.ok(shown >= 3, `hostile text was shown on ${shown} pages only`);
      assert.deepEqual(phone.tab.complaints, []);

      // What people and neighbours write reaches operators too, and what one operator names another one reads.
      const seeded = await seedAll(app, text.slice(-119));
      const reported = { kind: "cache", id: seeded.code, category: "other", text };
      assert.equal((await finder.post("/api/reports", reported)).status, 201);
      const label = "<b>\u202E" + "W".repeat(60);
      assert.equal((await app.operator.post("/api/admin/boxes/codes", { label })).status, 201);
      const sysop = await take({ call: SYSOP, screen: PHONE });
      for (const address of addresses(seeded, "operator")) {
        await sysop.open(address);
        await staysText(sysop, address);
      }
      assert.deepEqual(sysop.tab.complaints, []);
      const hosts = new Set(
        phone.tab.requests.filter((one) => !/^(data|blob):/.test(one)).map((one) => new URL(one).origin),
      );
      assert.deepEqual([...hosts], [url]);
      assert.ok(phone.tab.requests.length > 20, "the requests are not seen");
    }),
});
