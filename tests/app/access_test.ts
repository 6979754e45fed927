/** Every page of the app in every look, language and size: judged by axe-core, walked by keyboard, and never wider than the screen. */
import assert from "node:assert/strict";
import axe from "axe-core";
import { isHouse, PAGES } from "../../src/client/shell/page_table.ts";
import { SYSOP } from "../kit/app.ts";
import { enrolBox, rf } from "../kit/boxes.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { key } from "../kit/hands.ts";
import { DESKTOP, inField, PHONE, type Phone } from "../kit/phone.ts";
import { find, hide } from "../kit/seed_game.ts";
import { seedTalk } from "../kit/seed_talk.ts";
import { HEARS_SPOTS, seedMesh, seedNode, seedSpots } from "../kit/shack.ts";
import { missing } from "../kit/test_data.ts";
import { knows } from "../routes/federation/neighbours.ts";

const LOOKS = ["light", "dark", "sun", "night"];
const ignore = missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM);

/** Text as it comes from the air, from mail and from neighbours. */
const HOSTILE = "<b onmouseover=alert(1)>\u202Etxet\u202C " + "W".repeat(60);

/** Every page of the app for its reader, about a cache of this code and what else the test has put there. */
const addresses = (code: string, whose: "member" | "operator", thread: number): string[] => [
  ...Object.values(PAGES).filter((page) => isHouse(page) === (whose === "operator")).map(({ path }) =>
    path.replace("/t/:id", `/t/${thread}`).replace(":code", code).replace(":id", "1").replace(
      ":call",
      "OE3FND",
    )
      .replace(":category", "ALL").replace(":box", "OE1XYZ-BOX").replace(":part", "b.example")
  ),
  ...(whose === "operator" ? ["add", "exchange", "identity"].map((part) => `/admin/neighbours/${part}`) : []),
];

/** Who reads which pages. */
const READERS = [["OE3FND", "member"], [SYSOP, "operator"]] as const;

/** axe's rules that judge colours: alone where an earlier look has drawn the same in the same places. */
const COLOURS = ["color-contrast", "link-in-text-block"];
const ALL = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** What axe finds wrong by WCAG 2.2, levels A and AA, or by these rules: rule and element. */
async function judged(phone: Phone, rules: readonly string[] = ALL): Promise<string[]> {
  const found = await phone.tab.evaluate(`axe.run({ runOnly: ${JSON.stringify(rules)} })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html)))`);
  return found as string[];
}

/** Place, size and letters of every element in each look, as a text; all at one moment, between two changes by the app. */
const drawnInLooks = (phone: Phone) =>
  phone.tab.evaluate(`${JSON.stringify(LOOKS)}.map((look) => {
    document.documentElement.dataset.theme = look;
    return [...document.body.querySelectorAll("*")].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const { visibility, opacity, fontSize, fontWeight } = getComputedStyle(one);
      return [one.tagName, x, y, width, height, visibility, opacity, fontSize, fontWeight].join();
    }).join("\\n");
  })`) as Promise<string[]>;

const widthOf = (phone: Phone) =>
  phone.tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

Deno.test({
  name: "axe finds nothing on any page, in any look, in both languages, on phone and desktop",
  ignore,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async ({ app, phone: take }) => {
      const { code } = await hide(app, "OE1XYZ", {
        title: HOSTILE,
        description: HOSTILE.repeat(3),
        hint: HOSTILE,
      });
      await find(app, "OE3FND", code, { text: HOSTILE });
      knows(app, "b.example", {
        lastError: HOSTILE,
        tried: [{ base: HOSTILE, said: "unreachable", why: HOSTILE }],
      });
      const heard = (text: string) =>
        rf(app, `OE3FND>APRS,OE1DIG*,WIDE2-1:@111111z${text}${HOSTILE.slice(0, 60)}`, "OE3FND");
      await app.ingest.post("/ingest", {
        packets: [
          heard("4812.50N/01622.43E_220/004g005t077b09900"),
          heard("4812.60N/01622.43E_220/004g005t078b09901"),
        ],
      });
      await seedMesh(app, HOSTILE.slice(0, 60));
      await seedNode(app);
      seedSpots(app, HOSTILE);
      const box = await enrolBox(app, "OE1XYZ-BOX");
      await box.post("/ingest", {
        packets: [{ ...heard("4812.70N/01622.43E_220/004g005t079b09902"), site: "OE1XYZ-10" }],
      });
      const thread = await seedTalk(app, "OE3FND", HOSTILE);
      for (const [screen, lang] of [[PHONE, "en"], [DESKTOP, "de"]] as const) {
        for (const [call, whose] of READERS) {
          const phone = await take({ call, screen, lang });
          for (const path of addresses(code, whose, thread)) {
            await phone.open(path);
            await phone.tab.until(`document.querySelector("main h1") !== null`);
            await phone.tab.evaluate(axe.source);
            const drawn = await drawnInLooks(phone);
            for (const [n, look] of LOOKS.entries()) {
              await phone.tab.evaluate(`document.documentElement.dataset.theme = "${look}"`);
              const rules = drawn.indexOf(drawn[n]!) === n ? ALL : COLOURS;
              assert.deepEqual(await judged(phone, rules), [], `${path} in ${look}, ${lang}`);
            }
            assert.equal(await widthOf(phone), 0, `${path} is wider than the screen`);
          }
          // A walk through all pages opens more sockets in a minute than one network may.
          const complaints = phone.tab.complaints.filter((one) => !/\/ws' failed.* 429/.test(one));
          assert.deepEqual(complaints, [], "nothing ran, nothing was refused");
          // The judge judges: what is wrong on purpose is found.
          await phone.tab.evaluate(
            `document.querySelector("main").append(document.createElement("textarea"))`,
          );
          assert.match((await judged(phone)).join(), /^label <textarea/);
        }
      }
    }, { env: HEARS_SPOTS }),
});

Deno.test({
  name: "every page is walked by keyboard: each stop has a name and can be seen",
  ignore,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async ({ app, phone: take }) => {
      const { code } = await hide(app, "OE1XYZ", { title: "The old mast", hint: "Magnetic" });
      await find(app, "OE3FND", code);
      const thread = await seedTalk(app, "OE3FND", "hello");
      for (const [call, whose] of READERS) {
        const phone = await take({ call });
        for (const path of addresses(code, whose, thread)) {
          await phone.open(path);
          await phone.tab.until(`document.querySelector("main h1") !== null`);
          // Who is here is known: the bar and the heading change no more under the walk.
          await phone.tab.until(`document.querySelector(".top").innerText.includes("${call}")`);
          const stops: string[] = [];
          // Once round: what is drawn anew while it has the focus gives it to the page for a moment, which is no end.
          for (let i = 0; i < 60 && (stops.length < 2 || stops.at(-1) !== stops[0]); i++) {
            await key(phone, "Tab");
            const stop = await phone.tab.evaluate(`(() => {
            const it = document.activeElement;
            if (!it || it === document.body) return "";
            const { width, height } = it.getBoundingClientRect();
            const name = it.getAttribute("aria-label") || it.innerText || it.labels?.[0]?.innerText || "";
            const outlined = getComputedStyle(it).outlineStyle !== "none";
            return [it.tagName, name.trim(), width > 0 && height > 0 && outlined].join("|");
          })()`) as string;
            if (stop !== "") stops.push(stop);
          }
          assert.ok(stops.length >= 5, `${path}: ${stops.join(", ")}`);
          for (const stop of stops) assert.match(stop, /^[A-Z]+\|.+\|true$/s, `${path}: ${stop}`);
        }
      }
    }),
});
