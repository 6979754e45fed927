/** Every page of the app in every look, language and size: judged by axe-core, walked by keyboard, and never wider than the screen. */
import assert from "node:assert/strict";
import axe from "axe-core";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { key } from "../kit/hands.ts";
import { DESKTOP, inField, PHONE, type Phone } from "../kit/phone.ts";
import { HEARS_SPOTS } from "../kit/shack.ts";
import { missing } from "../kit/test_data.ts";
import { addresses, READERS, seedAll, stopsLeast } from "./all_pages.ts";

const LOOKS = ["light", "dark", "sun", "night"];
const ignore = missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM);

/** Text as it comes from the air, from mail and from neighbours. */
const HOSTILE = "<b onmouseover=alert(1)>\u202Etxet\u202C " + "W".repeat(60);

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

/**
 * On a screen of 320 pixels, as a wide one is at four times the size (WCAG 1.4.10), and with letters twice as large (1.4.4),
 * nothing is wider than the screen, and nothing but what scrolls by itself, or is shortened with dots, ends beyond its edge.
 */
async function reflows(phone: Phone, path: string): Promise<void> {
  const look = async (width: number, size: string) => {
    await phone.tab.send("Emulation.setDeviceMetricsOverride", {
      ...PHONE,
      width,
      deviceScaleFactor: 1,
      mobile: true,
    });
    return await phone.tab.evaluate(`(() => {
      document.documentElement.style.fontSize = "${size}";
      const { clientWidth, scrollWidth } = document.documentElement;
      const beyond = [...document.querySelectorAll("main *, .bar *, .top *")].filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 1 && left >= 0 && right > clientWidth + 1 &&
          one.closest(".table-room, .row-text, .clip, .heard-says, .chips, .tabs, svg, canvas, .big-map-canvas") === null;
      });
      const told = (what, one) => what + " " + one.outerHTML.slice(0, 200);
      // In the line at the top nothing lies over another thing, and words of the bar end within the screen.
      const boxes = [...document.querySelectorAll(".top :is(.logo, .top-help, .top-bell, .top-me)")]
        .map((one) => [one, one.getBoundingClientRect()]).filter(([, { width }]) => width > 1);
      const over = boxes.filter(([, { left, right, top, bottom }], at) =>
        boxes.slice(at + 1).some(([, other]) =>
          left < other.right - 1 && other.left < right - 1 && top < other.bottom && other.top < bottom));
      const cut = [...document.querySelectorAll(".bar a")].filter((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        const { left, right } = words.getBoundingClientRect();
        return left < -1 || right > clientWidth + 1;
      });
      return [
        scrollWidth - clientWidth,
        ...beyond.map((one) => told("beyond", one)),
        ...over.map(([one]) => told("over", one)),
        ...cut.map((one) => told("cut", one)),
      ];
    })()`);
  };
  assert.deepEqual(await look(320, ""), [0], `${path} at 320 pixels`);
  assert.deepEqual(await look(PHONE.width, "200%"), [0], `${path} with letters twice as large`);
  await look(PHONE.width, "");
}

/** Codes of the API that stand on the page where words belong; closed parts are opened. */
const codesShown = ({ tab }: Phone) =>
  tab.evaluate(`(() => {
    for (const part of document.querySelectorAll("main details")) part.open = true;
    const code = /\\b[a-z]{2,}(?:_[a-z0-9]+)+\\b/, walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
      const { data, parentElement } = walk.currentNode;
      if (code.test(data) && !parentElement.closest("code, pre, script, style")) found.push(data);
    }
    for (const named of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
      found.push(...["aria-label", "title", "placeholder"].map((one) => named.getAttribute(one)).filter((text) => code.test(text)));
    }
    return found;
  })()`);

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
  assert.ok(stops.length >= stopsLeast(path), `${path}: ${stops.join(", ")}`);
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

/** Nothing ran and nothing was refused; and the judge judges: what is wrong on purpose is found. */
async function wellJudged(phone: Phone): Promise<void> {
  // A walk through all pages opens more sockets in a minute than one network may.
  const complaints = phone.tab.complaints.filter((one) => !/\/ws' failed.* 429/.test(one));
  assert.deepEqual(complaints, []);
  await phone.tab.evaluate(`document.querySelector("main").append(document.createElement("textarea"))`);
  assert.match((await judged(phone)).join(), /^label <textarea/);
  await phone.tab.evaluate(`document.querySelector("main").append("box_unknown")`);
  assert.deepEqual(await codesShown(phone), ["box_unknown"]);
}

const inside = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, ignore, sanitizeOps: false, sanitizeResources: false, fn });

inside(
  "every page, opened on a phone in German: axe finds nothing in any look, each stop by keyboard has a name and is seen, nothing is cut off on a narrow screen or with large letters, and no code stands where words belong",
  () =>
    inField(async ({ app, phone: take }) => {
      const seeded = await seedAll(app, HOSTILE);
      for (const [call, whose] of READERS) {
        const phone = await take({ call, screen: PHONE, lang: "de" });
        for (const path of addresses(seeded, whose)) {
          await phone.open(path);
          await phone.tab.until(drawnAnew);
          await phone.tab.evaluate(axe.source);
          await holds(phone, path);
          await walk(phone, path, call);
          await reflows(phone, path);
          assert.deepEqual(await codesShown(phone), [], `${path} shows codes where words belong`);
        }
        await wellJudged(phone);
      }
    }, { env: HEARS_SPOTS }),
);

inside(
  "every page, gone to from another on a desktop: axe finds nothing in any look",
  () =>
    inField(async ({ app, phone: take }) => {
      const seeded = await seedAll(app, HOSTILE);
      for (const [call, whose] of READERS) {
        const phone = await take({ call, screen: DESKTOP, lang: "en" });
        await phone.open("/more");
        await phone.tab.until(drawnAnew);
        await phone.tab.evaluate(axe.source);
        for (const path of addresses(seeded, whose)) {
          await goWithin(phone, path);
          await holds(phone, path);
        }
        await wellJudged(phone);
      }
    }, { env: HEARS_SPOTS }),
);
