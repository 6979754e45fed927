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

const textsOn = ({ tab }: Phone) =>
  tab.evaluate(`(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
    // What is in English alone says so.
    while (walk.nextNode()) {
      const { data, parentElement } = walk.currentNode;
      if (!parentElement.closest('main [lang="en"]')) texts.push(data.trim());
    }
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
      assert.ok(pages.length >= 40, pages.join());
      const inSpanish = async (path: string) => {
        await phone.open(path);
        await phone.tab.until(`document.documentElement.lang === "es"`);
        const texts = await textsOn(phone);
        assert.deepEqual(texts.filter((text) => ENGLISH.has(text)), [], path);
        return texts;
      };
      const broken = ownWords("es")["broken.here"] as string;
      for (const path of pages) {
        const texts = await inSpanish(path);
        assert.ok(!texts.includes(broken), `${path} is broken`);
      }
      assert.deepEqual(phone.tab.complaints, []);
      // What there is in English alone is shown, with one line that says so.
      await inSpanish("/help");
      await phone.sees("Este manual está en inglés.");
      await phone.open("/help/first-find");
      await phone.sees("Este manual está en inglés.");
      await phone.tab.count('article[lang="en"] h1', 1);
      // In Spanish O is west.
      await phone.open("/hide");
      await phone.press("Esconder aquí");
      await phone.fill("#place", "40,4168° N, 3,7038° O");
      await phone.tab.until(`document.querySelector("#place").getAttribute("aria-invalid") !== "true"`);
      await phone.ready();
      await unplug();
      for (const path of ["/", `/c/${seeded.code}`, "/waiting", "/me"]) {
        assert.ok((await inSpanish(path)).includes("Cerca"), `${path} has its bar in Spanish`);
      }
    }, { env: HEARS_SPOTS }),
});
