/** A third language is files alone: a member's pages in Spanish, with a connection and without, say nothing in English. */
import assert from "node:assert/strict";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { inField, PHONE, type Phone } from "../kit/phone.ts";
import { HEARS_SPOTS } from "../kit/shack.ts";
import { missing } from "../kit/test_data.ts";
import { ownWords } from "../kit/words.ts";
import { addresses, seedAll } from "./all_pages.ts";

const ignore = missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM);

/** English sentences of two words and more that Spanish says otherwise. */
const ENGLISH = (() => {
  const english = ownWords("en"), spanish = ownWords("es");
  const sentences = Object.keys(spanish).flatMap((key) => {
    const said = english[key];
    return typeof said === "string" && said !== spanish[key] && /\S\s\S/.test(said) ? [said] : [];
  });
  return new Set(sentences);
})();

/**
 * Pages of the shack: Spanish has no words for them, so that all that stands on them is said in English.
 */
const IN_ENGLISH = /^\/(mesh|ports|node|spots|me\/(watches|stations|boxes))$/;

const textsOn = ({ tab }: Phone) =>
  tab.evaluate(`(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
    while (walk.nextNode()) texts.push(walk.currentNode.data.trim());
    return texts;
  })()`) as Promise<string[]>;

Deno.test({
  name: "a member's pages in Spanish say nothing in English, nor do they without a connection",
  ignore,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async ({ app, phone: take, unplug }) => {
      const seeded = await seedAll(app, "Cantera");
      const phone = await take({ call: "OE3FND", screen: PHONE, lang: "es" });
      const pages = addresses(seeded, "member");
      const inEnglish = pages.filter((path) => IN_ENGLISH.test(path));
      const field = pages.filter((path) => !IN_ENGLISH.test(path));
      assert.ok(field.length >= 15, field.join());
      assert.ok(inEnglish.length >= 5, inEnglish.join());
      const inSpanish = async (path: string) => {
        await phone.open(path);
        await phone.tab.until(`document.documentElement.lang === "es"`);
        const texts = await textsOn(phone);
        assert.deepEqual(texts.filter((text) => ENGLISH.has(text)), [], path);
        return texts;
      };
      for (const path of field) await inSpanish(path);
      for (const path of inEnglish) {
        await phone.open(path);
        await phone.tab.until(
          `document.documentElement.lang === "en" && document.body.innerText.includes("Skip to the page")`,
        );
        assert.ok(!(await textsOn(phone)).includes("Cerca"), `${path} mixes no languages`);
      }
      await phone.ready();
      await unplug();
      for (const path of ["/", `/c/${seeded.code}`, "/waiting", "/me"]) {
        assert.ok((await inSpanish(path)).includes("Cerca"), `${path} has its bar in Spanish`);
      }
    }, { env: HEARS_SPOTS }),
});
