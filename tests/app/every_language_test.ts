/**
 * Every page of the table in a third language, for a member and for an operator: nothing throws, and each speaks that language.
 * One document is walked through, as somebody does who follows links. With PAGES_IN=all in every language there is.
 */
import assert from "node:assert/strict";
import { ALL_WORDS } from "../../src/words/all_words.ts";
import { LANGUAGES } from "../../src/words/mod.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { inField, PHONE } from "../kit/phone.ts";
import { HEARS_SPOTS } from "../kit/shack.ts";
import { missing } from "../kit/test_data.ts";
import { addresses, READERS, seedAll } from "./all_pages.ts";

const WALKED = Deno.env.get("PAGES_IN") === "all" ? LANGUAGES : ["es"] as const;

for (const lang of WALKED) {
  Deno.test({
    name: `every page opens in the language ${lang}, and nothing throws`,
    ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inField(async ({ app, phone: take }) => {
        const seeded = await seedAll(app, "Cantera");
        const words = ALL_WORDS[lang]!;
        for (const [call, whose] of READERS) {
          const phone = await take({ call, screen: PHONE, lang });
          await phone.open("/more");
          await phone.tab.until(`document.documentElement.lang === "${lang}"`);
          for (const path of addresses(seeded, whose)) {
            await phone.tab.evaluate(`(() => {
              document.querySelector("main").dataset.before = "";
              history.pushState(null, "", ${JSON.stringify(path)});
              dispatchEvent(new PopStateEvent("popstate"));
            })()`);
            // Its own heading is there, and it says of nothing that it comes in a moment.
            await phone.tab.until(`location.pathname !== ${JSON.stringify(path)} || (
              document.querySelector("main h1") !== null &&
              !document.querySelector("main").innerText.includes(${
              JSON.stringify(String(words["doing.loading"]))
            }))`);
            const said = await phone.tab.evaluate(
              `[document.documentElement.lang, document.querySelector("main").innerText]`,
            ) as [string, string];
            assert.equal(said[0], lang, path);
            assert.ok(!said[1].includes(String(words["broken.here"])), `${path} is broken: ${said[1]}`);
          }
          assert.deepEqual(phone.tab.complaints, [], whose);
        }
      }, { env: HEARS_SPOTS }),
  });
}
