/** Every page of the app in every look, language and size: judged by axe-core, walked by keyboard, and never wider than the screen. */
import assert from "node:assert/strict";
import axe from "axe-core";
import { isHouse, PAGES } from "../../src/client/shell/page_table.ts";
import { SYSOP, type TestApp } from "../kit/app.ts";
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
/** Those that judge places and sizes: added where an earlier look has shown the same, larger or elsewhere. */
const PLACES = ["target-size", "scrollable-region-focusable"];
const ALL = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** What axe finds wrong by WCAG 2.2, levels A and AA, or by these rules: rule and element. */
async function judged(phone: Phone, rules: readonly string[] = ALL): Promise<string[]> {
  const found = await phone.tab.evaluate(`axe.run({ runOnly: ${JSON.stringify(rules)} })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html)))`);
  return found as string[];
}

/** Each element in a look, as two texts: whether it is seen, and its place, size and letters. */
interface Drawn {
  seen: string;
  places: string;
}

/** All looks at one moment, between two changes by the app. */
const drawnInLooks = (phone: Phone) =>
  phone.tab.evaluate(`${JSON.stringify(LOOKS)}.map((look) => {
    document.documentElement.dataset.theme = look;
    const all = [...document.body.querySelectorAll("*")].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const { visibility, opacity, fontSize, fontWeight } = getComputedStyle(one);
      return {
        seen: [one.tagName, width > 0, height > 0, x + width > 0, visibility, opacity].join(),
        places: [x, y, width, height, fontSize, fontWeight].join(),
      };
    });
    return { seen: all.map(({ seen }) => seen).join(), places: all.map(({ places }) => places).join() };
  })`) as Promise<Drawn[]>;

/** The rules that may find in this look what they have not found in an earlier one. */
function rulesFor(drawn: readonly Drawn[], n: number): string[] {
  const { seen, places } = drawn[n]!, alike = drawn.slice(0, n).filter((one) => one.seen === seen);
  if (alike.length === 0) return ALL;
  return alike.some((one) => one.places === places) ? COLOURS : [...COLOURS, ...PLACES];
}

const widerBy = ({ tab }: Phone) =>
  tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** In each look axe finds nothing on the page, and it is no wider than the screen. */
async function holds(phone: Phone, path: string): Promise<void> {
  const drawn = await drawnInLooks(phone);
  for (const [n, look] of LOOKS.entries()) {
    await phone.tab.evaluate(`document.documentElement.dataset.theme = "${look}"`);
    assert.deepEqual(await judged(phone, rulesFor(drawn, n)), [], `${path} in ${look}`);
    assert.equal(await widerBy(phone), 0, `${path} is wider than the screen in ${look}`);
  }
}

/** Every stop of the Tab key has a name and can be seen. */
async function walk(phone: Phone, path: string, call: string): Promise<void> {
  await phone.tab.evaluate(`document.documentElement.dataset.theme = "light"`);
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

const drawnAnew =
  `document.querySelector("main h1") !== null && !document.querySelector("main h1").leftBehind`;

/** Goes to a page as a link of the app does: nothing is loaded again, and the heading of the page before is gone. */
async function goWithin({ tab }: Phone, path: string): Promise<void> {
  await tab.evaluate(`(() => {
    for (const one of document.querySelectorAll("main h1")) one.leftBehind = true;
    const link = document.createElement("a");
    link.href = ${JSON.stringify(path)};
    document.body.append(link);
    link.click();
    link.remove();
  })()`);
  await tab.until(`location.pathname + location.search === ${JSON.stringify(path)} && ${drawnAnew} &&
    document.querySelector("main [aria-busy]") === null`);
}

/** Something of everything that the pages show, in hostile text where others write it. Gives the pages of each reader. */
async function filled(app: TestApp): Promise<(whose: "member" | "operator") => string[]> {
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
  return (whose) => addresses(code, whose, thread);
}

/** Nothing ran and nothing was refused; and the judge judges: what is wrong on purpose is found. */
async function wellJudged(phone: Phone): Promise<void> {
  // A walk through all pages opens more sockets in a minute than one network may.
  const complaints = phone.tab.complaints.filter((one) => !/\/ws' failed.* 429/.test(one));
  assert.deepEqual(complaints, []);
  await phone.tab.evaluate(`document.querySelector("main").append(document.createElement("textarea"))`);
  assert.match((await judged(phone)).join(), /^label <textarea/);
}

const inside = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, ignore, sanitizeOps: false, sanitizeResources: false, fn });

inside(
  "every page, opened on a phone: axe finds nothing in any look, each stop by keyboard has a name and is seen",
  () =>
    inField(async ({ app, phone: take }) => {
      const pages = await filled(app);
      for (const [call, whose] of READERS) {
        const phone = await take({ call, screen: PHONE, lang: "en" });
        for (const path of pages(whose)) {
          await phone.open(path);
          await phone.tab.until(drawnAnew);
          await phone.tab.evaluate(axe.source);
          await holds(phone, path);
          await walk(phone, path, call);
        }
        await wellJudged(phone);
      }
    }, { env: HEARS_SPOTS }),
);

inside(
  "every page, gone to from another on a desktop in German: axe finds nothing in any look",
  () =>
    inField(async ({ app, phone: take }) => {
      const pages = await filled(app);
      for (const [call, whose] of READERS) {
        const phone = await take({ call, screen: DESKTOP, lang: "de" });
        await phone.open("/more");
        await phone.tab.until(drawnAnew);
        await phone.tab.evaluate(axe.source);
        for (const path of pages(whose)) {
          await goWithin(phone, path);
          await holds(phone, path);
        }
        await wellJudged(phone);
      }
    }, { env: HEARS_SPOTS }),
);
