/**
 * Every page of the app in every bad weather, read before and never read before: none is blank, none waits for ever, each says
 * what is wrong and offers to ask again, and what was read stays in sight. A page that is added to the table is walked too.
 */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { PHONE } from "../kit/phone.ts";
import type { Phone } from "../kit/phone.ts";
import { HEARS_SPOTS } from "../kit/shack.ts";
import { key, tabTo } from "../kit/hands.ts";
import { addresses, READERS, seedAll, stopsLeast } from "./all_pages.ts";
import { type BadWeather, clear, COUNTING, holdAll, look, settled, visit, WEATHERS } from "./bad_weather.ts";

const PATIENCE_MS = Number(Deno.env.get("PATIENCE_MS") ?? 30_000);
const UNREAD = /Not loaded on this device yet/;
const NONSENSE = /undefined|NaN|\[object|Something broke here\. Nothing|without saying why|\bSaved\b/;

/** What is wrong with the page in this weather. */
async function judge(
  phone: Phone,
  path: string,
  { says, kept }: { says: string; kept: boolean },
): Promise<string[]> {
  const wrong = await settled(phone, PATIENCE_MS) ? [] : ["waits for ever"];
  const { heading, main, bar, failed, stops } = await look(phone);
  if (heading === "") wrong.push("no heading");
  if (main.length < 20) wrong.push(`blank: ${main}`);
  const nonsense = NONSENSE.exec(main + bar);
  if (nonsense) wrong.push(`says "${nonsense[0]}"`);
  if (failed.length > 0 && !bar.includes(says)) wrong.push(`does not say "${says}": ${bar} (${failed})`);
  if (failed.length > 0 && !bar.includes("Try again")) wrong.push("does not offer to try again");
  if (kept && UNREAD.test(main)) wrong.push(`shows nothing of what was kept (${failed})`);
  if (stops < stopsLeast(path)) wrong.push("nothing to press");
  return wrong;
}

/** Faults that are no answer of the gateway's or of the line's. */
const thrown = (phone: Phone) =>
  phone.tab.complaints.filter((one) => !/Failed to load resource|WebSocket|\/ws/.test(one));

/** Each page in all weathers, on demand. Otherwise never read: gone, and one of the others in turn; read before: gone and 500. */
const ALL = Deno.env.get("ALL_WEATHER") === "1";
const READ_BEFORE = ALL ? WEATHERS : WEATHERS.slice(0, 2);
/** Whether the page of this number meets the weather of that number before it was ever read. */
const meets = (page: number, weather: number): boolean =>
  ALL || weather === 0 || page % (WEATHERS.length - 1) === weather - 1;

journey("every page in every bad weather", async (field) => {
  const seeded = await seedAll(field.app, "The old mast");
  for (const [call, whose] of READERS) {
    const phone = await field.phone({ call, screen: PHONE });
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", { source: COUNTING });
    await phone.open("/more");
    await phone.ready();
    const wrong: string[] = [], pages = addresses(seeded, whose);
    const walk = async (weathers: readonly BadWeather[], kept: boolean) => {
      for (const [n, weather] of weathers.entries()) {
        await weather.come(field);
        for (const path of kept ? pages : pages.filter((_, i) => meets(i, n))) {
          await visit(phone, path);
          for (const one of await judge(phone, path, { says: weather.says, kept })) {
            wrong.push(`${path}, ${weather.name}, ${kept ? "read before" : "never read"}: ${one}`);
          }
        }
        clear(field);
      }
    };
    await walk(WEATHERS, false);
    for (const path of pages) {
      const letGo = holdAll(field);
      await visit(phone, path);
      const { main } = await look(phone);
      if (main.length < 5) wrong.push(`${path}, slow: blank`);
      letGo();
      if (!await settled(phone, PATIENCE_MS)) wrong.push(`${path}, slow: never comes`);
      const came = await look(phone);
      if (UNREAD.test(came.main)) wrong.push(`${path}, slow: what came is not shown`);
      if (NONSENSE.test(came.main)) wrong.push(`${path}, slow: ${came.main}`);
    }
    await walk(READ_BEFORE, true);
    assert.equal(wrong.join("\n"), "");
    assert.deepEqual(thrown(phone), []);
  }
}, { devices: ["phone"], env: HEARS_SPOTS });

journey(
  "when the weather is fair again the page comes by itself, at once by hand, and what was written stays",
  async (field) => {
    await seedAll(field.app, "The old mast");
    const phone = await field.phone({ call: "OE3FND", screen: PHONE });
    await phone.open("/me/profile");
    await phone.ready();
    await phone.write("#bio", "On 2 m each Tuesday");
    for (const weather of WEATHERS) {
      await weather.come(field);
      await phone.press("Save");
      // The sentence stands beside the button, what was written in its field, and the button works.
      const refused = JSON.stringify(weather.refuses);
      await phone.tab.until(`document.querySelector("main [role=alert]").innerText.includes(${refused}) &&
        document.querySelector("main button:is(:disabled, [aria-disabled=true])") === null`);
      assert.equal(await phone.tab.evaluate("document.activeElement.innerText"), "Save", weather.name);
      assert.equal(
        await phone.tab.evaluate(`document.querySelector("#bio").value`),
        "On 2 m each Tuesday",
        weather.name,
      );
      assert.doesNotMatch(String(await phone.tab.text("main")), /\bSaved\b/, weather.name);
      clear(field);
    }
    for (const weather of WEATHERS) {
      await weather.come(field);
      await visit(phone, "/more");
      await visit(phone, "/ranks");
      await phone.sees(weather.says);
      if (weather.name === "gone") {
        clear(field);
        await phone.tab.until(`document.querySelector("section.connection") === null`);
      } else {
        // Walked to in bad weather: in fair weather the page may be quicker than the hand.
        await tabTo(phone, "Try again");
        clear(field);
        await key(phone, "Enter");
        await phone.tab.until(`document.querySelector("section.connection") === null`);
        await phone.tab.until(`document.activeElement.matches("main h1")`);
      }
      await phone.sees("OE3FND");
      assert.doesNotMatch(String(await phone.tab.text("main")), UNREAD);
    }
  },
  { devices: ["phone"] },
);
