/** The pages of administration use the room that they have: on a wide screen its width, on a phone no endless column. */
import assert from "node:assert/strict";
import { SYSOP } from "../kit/app.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { inField, PHONE } from "../kit/phone.ts";
import { crowd, member } from "../kit/seed_game.ts";
import { missing } from "../kit/test_data.ts";
import { ALL_WORDS } from "../../src/words/all_words.ts";
import { addresses, seedAll } from "./all_pages.ts";

/** In pixels: the most that a page on a phone is long, and that a field is wide which holds one line. */
const LONGEST = 4000, WIDEST_FIELD = 720;
/** What a newcomer sees first is no scroll without an end. */
const FIRST = 3700;
/** In hundredths of the room beside the rail: so far to the right something stands on every page. */
const USED = 60;

const LOADING = JSON.stringify(ALL_WORDS.en!["doing.loading"]);
const MEASURED = `(() => {
  const room = document.querySelector("main").getBoundingClientRect();
  const seen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden";
  const fields = [...document.querySelectorAll("main :is(input, select):not([type=checkbox], [type=radio], [type=range], [type=file])")]
    .filter(seen).map((one) => [one.id || one.name || one.type, Math.round(one.getBoundingClientRect().width)]);
  // Lines and edges of a box are no content: what counts are words, drawings and controls.
  const range = document.createRange();
  let right = 0;
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.data.trim() || !seen(node.parentElement)) continue;
      range.selectNodeContents(node);
      for (const one of range.getClientRects()) right = Math.max(right, one.right);
    } else if (node.matches("input, select, textarea, button, svg, canvas, img") && seen(node)) {
      right = Math.max(right, node.getBoundingClientRect().right);
    }
  }
  return {
    used: Math.round((right - room.left) / room.width * 100),
    high: document.documentElement.scrollHeight,
    sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    wide: fields.toSorted((a, b) => b[1] - a[1])[0] ?? ["", 0],
  };
})()`;

const letter = (i: number): string => String.fromCharCode(65 + Math.floor(i) % 26);

interface Measured {
  used: number;
  high: number;
  sideways: boolean;
  wide: [string, number];
}

Deno.test({
  name:
    "every page of administration uses the width of 1440 and 1920 pixels, and is at most 4,000 high on a phone",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async ({ app, phone: take }) => {
      const seeded = await seedAll(app, "A word or two about it");
      crowd(app, 60, { lat: 48.2, lon: 16.3 });
      for (let i = 0; i < 60; i++) member(app, `OE4A${letter(i / 26)}${letter(i)}`);
      const { body: seen } = await app.visitor.get(`/api/caches/${seeded.code}`);
      await app.visitor.post("/api/reports", {
        kind: "cache",
        id: seen.id,
        category: "unsafe",
        text: "Closed",
      });
      const wrong: string[] = [], all: [string, number, Measured][] = [];
      for (const screen of [{ width: 1440, height: 900 }, { width: 1920, height: 1080 }, PHONE]) {
        const phone = await take({ call: SYSOP, screen });
        for (const path of addresses(seeded, "operator")) {
          await phone.open(path);
          await phone.tab.until(
            `document.querySelector(".admin h1") !== null && !document.querySelector("main [aria-busy]") &&
            ![...document.querySelectorAll("main [role=status]")].some((one) => one.innerText === ${LOADING})`,
          );
          const measured = await phone.tab.evaluate(MEASURED) as Measured;
          all.push([path, screen.width, measured]);
          const { used, high, sideways, wide } = measured, isPhone = screen.width === PHONE.width;
          const said = (what: string) => wrong.push(`${path} at ${screen.width}: ${what}`);
          if (sideways) said("it scrolls sideways");
          if (isPhone && high > (path === "/admin/first" ? FIRST : LONGEST)) said(`${high} pixels high`);
          if (!isPhone && used < USED) said(`${used} % of its width are used`);
          if (!isPhone && wide[1] > WIDEST_FIELD) said(`the field ${wide[0]} is ${wide[1]} pixels wide`);
        }
      }
      assert.ok(all.length > 40, "the pages are not seen");
      if (Deno.env.get("ADMIN_ROOM")) { for (const one of all) console.log(JSON.stringify(one)); }
      assert.deepEqual(wrong, []);
    }),
});
