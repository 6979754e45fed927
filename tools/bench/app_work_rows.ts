/**
 * What the app works while somebody uses it, in real Chromium at a quarter of the speed: pages that are opened one after
 * another, and a map full of things that is pushed about.
 */
import { rf } from "../../tests/kit/boxes.ts";
import { chromiumThere, closeShared, type Tab } from "../../tests/kit/browser.ts";
import { type Field, inField, PHONE } from "../../tests/kit/phone.ts";
import { hide } from "../../tests/kit/seed_game.ts";
import { SLOW, worked } from "./page_work.ts";
import { median, type Row } from "./row.ts";

/** How fast a page's processor is: a quarter of the machine's, or all of it. */
const pace = (tab: Tab, rate: number) => tab.send("Emulation.setCPUThrottlingRate", { rate });
/** Milliseconds of a page change; frames a second of the map. */
const CHANGE_MS = 150, FRAMES = 30;
const ROUNDS = 9;
const CACHES = 5000, STATIONS = 2000;
const PAN_S = 5;

const letter = (n: number) => String.fromCharCode(65 + n % 26);
const callOf = (i: number) => `OE${1 + i % 9}${letter(i)}${letter(i / 26)}${letter(i / 676)}-${1 + i % 9}`;
/** Over a degree each way, never two at one place. */
const placeOf = (i: number) => ({ lat: 48 + i * 16.13 % 1, lon: 16 + i * 35.71 % 1 });
const minutes = (degrees: number) => (degrees % 1 * 60).toFixed(2).padStart(5, "0");

async function hideMany(field: Field, many: number): Promise<void> {
  for (let i = 0; i < many; i++) await hide(field.app, "OE1XYZ", { title: `Cache ${i}`, ...placeOf(i) });
}

/**
 * Milliseconds from a press on a link to the frame in which what it leads to stands there. The link is pressed by the page
 * itself, so that only the app's work is in it.
 */
async function change(tab: Tab, link: string, there: string): Promise<number> {
  await tab.until(`document.querySelector(${JSON.stringify(link)}) !== null`);
  return await tab.evaluate(`new Promise((done) => {
    const began = performance.now();
    const look = () => document.querySelector(${JSON.stringify(there)})
      ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
      : requestAnimationFrame(look);
    document.querySelector(${JSON.stringify(link)}).click();
    look();
  })`) as number;
}

/** The walks that are measured: a link, and what stands on the page to which it leads. */
const WALKS = [
  ["list to cache", "main li a[href^='/c/']", ".cache-head, .act-bar"],
  ["back to the list", "nav.bar a[href='/']", "main li a[href^='/c/']"],
  ["list to more", "nav.bar a[href='/more']", "main a[href='/ranks']"],
  ["more to me", "main a[href='/me'], .top a[href='/me']", ".me"],
  ["me to talk", "nav.bar a[href='/messages']", ".tabs"],
  ["talk to the list", "nav.bar a[href='/']", "main li a[href^='/c/']"],
] as const;

async function pages(): Promise<Row[]> {
  if (!chromiumThere()) return [];
  const took = WALKS.map((): number[] => []), work = WALKS.map((): number[] => []);
  await inField(async (field) => {
    await hideMany(field, 60);
    const phone = await field.phone({ call: "OE3FND", screen: PHONE, lean: false });
    await phone.open("/");
    await phone.ready();
    await phone.tab.send("Performance.enable");
    // Nothing of a test's window is remembered, so its browser fetches and draws the site's icon anew with each address.
    await phone.tab.send("Network.enable");
    await phone.tab.send("Network.setBlockedURLs", { urls: ["*/favicon.svg"] });
    // The first time a page's script is read, which is not the change.
    for (const [, link, there] of WALKS) await change(phone.tab, link, there);
    for (const rate of [1, SLOW]) {
      await pace(phone.tab, rate);
      for (let round = 0; round < ROUNDS; round++) {
        for (const [at, [, link, there]] of WALKS.entries()) {
          const before = await worked(phone.tab), ms = await change(phone.tab, link, there);
          if (rate === SLOW) took[at]!.push(ms);
          else work[at]!.push(SLOW * (await worked(phone.tab) - before));
        }
      }
    }
  }, { env: { HIDE_DAILY_LIMIT: "0" }, whole: true });
  await closeShared();
  const row = { against: CHANGE_MS, unit: "ms", least: 1, smaller: true };
  return WALKS.flatMap(([budget], at) => [
    { budget: `page change, ${budget}, 4x CPU`, measured: median(took[at]!), ...row },
    { budget: "  of it the main thread's work", measured: median(work[at]!), ...row },
  ]);
}

/**
 * The map is pushed by a finger for some seconds. Frames are those that the page was asked for; where software draws the map,
 * as without a graphics card, it is mostly that which is measured: so the main thread's own work a frame stands below.
 */
async function map(): Promise<Row[]> {
  if (!chromiumThere()) return [];
  const rows: Row[] = [];
  await inField(async (field) => {
    const { app, phone: take } = field;
    for (let i = 0; i < STATIONS; i += 200) {
      const packets = [...Array(200).keys()].map((n) => {
        const { lat, lon } = placeOf(i + n + 7);
        return rf(app, `${callOf(i + n)}>APRS:!48${minutes(lat)}N/016${minutes(lon)}E>088/036`, "OE1GATE-1");
      });
      await app.ingest.post("/ingest", { packets });
    }
    await hideMany(field, CACHES);
    const { tab } = await take({ screen: PHONE, lean: false });
    await tab.send("Page.navigate", { url: `${field.url}/map` });
    await tab.until(`document.querySelector(".station-canvas") !== null &&
      document.querySelector(".big-map > [role=status]") === null`);
    await tab.send("Performance.enable");
    const { x, y } = await tab.evaluate(`(() => {
      const { left, top, width, height } = document.querySelector(".big-map canvas").getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    })()`) as { x: number; y: number };
    const finger = (type: string, way: number) =>
      tab.send("Input.dispatchMouseEvent", {
        type,
        x: x + 120 * Math.sin(way),
        y: y + 60 * Math.cos(way),
        button: "left",
        buttons: 1,
        clickCount: 1,
      });
    /** Frames a second while the map is pushed about, and milliseconds of work for each. */
    const pushed = async (rate: number): Promise<[frames: number, work: number]> => {
      await pace(tab, rate);
      await finger("mousePressed", 0);
      await tab.evaluate(`globalThis.frames = 0; globalThis.counting = true;
        (function count() { frames++; if (counting) requestAnimationFrame(count); })()`);
      const before = await worked(tab), began = performance.now();
      for (let at = began; at - began < PAN_S * 1000; at = performance.now()) {
        await finger("mouseMoved", (at - began) / 400);
      }
      const tookS = (performance.now() - began) / 1000;
      const frames = await tab.evaluate("(counting = false, frames)") as number;
      const work = await worked(tab) - before;
      await finger("mouseReleased", 0);
      return [frames / tookS, work / frames];
    };
    // The first push brings what lies around, such as tiles; the next ones are the pushing alone.
    const [, first] = await pushed(1), [, work] = await pushed(1), [frames] = await pushed(SLOW);
    const what = `${CACHES / 1000}k caches, ${STATIONS / 1000}k stations`;
    rows.push(
      {
        budget: `map pushed, ${what}, 4x CPU`,
        measured: frames,
        against: FRAMES,
        unit: "fps",
        least: 1,
      },
      {
        budget: "  of it the main thread's work a frame",
        measured: SLOW * work,
        against: 1000 / FRAMES,
        unit: "ms",
        least: 1,
        smaller: true,
      },
      {
        budget: "  the same while it is pushed for the first time",
        measured: SLOW * first,
        against: 1000 / FRAMES,
        unit: "ms",
        least: 1,
        smaller: true,
      },
    );
  }, { env: { FIRST_PARTY_SITES: "OE1GATE-1", HIDE_DAILY_LIMIT: "0" }, whole: true });
  await closeShared();
  return rows;
}

export const appWork: Record<string, () => Promise<Row[]>> = { "app-pages": pages, "app-map": map };
