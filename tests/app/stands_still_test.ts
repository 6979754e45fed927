/**
 * Pages in the field stand still: what comes later comes where room was kept for it, so that nobody presses what has just moved
 * under the thumb. Chromium's own measure of it, summed over a page's whole opening.
 */
import assert from "node:assert/strict";
import { passes } from "../kit/waits.ts";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { find, hide } from "../kit/seed_game.ts";

/** The most that a page may shift altogether. */
const MOST = 0.05;
const PLACE = { lat: 48.2, lon: 16.37 };
/** What comes after the words (maps, marks, pictures, what is read later) has come within so many milliseconds. */
const SETTLE_MS = 1500;

const WATCH = `globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      shifts.push([value, ...sources.slice(0, 3).map(({ node, previousRect: from, currentRect: to }) =>
        [node?.outerHTML?.slice(0, 60) ?? "?", ...[from, to].map(({ x, y, width, height }) => [x, y, width, height].join())]
          .join(" "))]);
    }
  }).observe({ type: "layout-shift", buffered: true });`;

/** How much the page has shifted since it was opened, and what did. */
async function shifted({ tab }: Phone): Promise<{ sum: number; by: string }> {
  const shifts = await tab.evaluate("shifts") as [number, ...string[]][];
  return {
    sum: shifts.reduce((sum, [value]) => sum + value, 0),
    by: shifts.map((one) => one.join(" ")).join("\n"),
  };
}

journey("pages in the field stand still while they open", async ({ app, phone: take }, screen) => {
  const text = { description: "A box below the old mast. ".repeat(9), hint: "Magnetic." };
  const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...text, ...PLACE });
  for (let i = 1; i < 12; i++) {
    await hide(app, "OE1XYZ", { title: `Cache ${i}`, lat: PLACE.lat + i / 100, lon: PLACE.lon });
  }
  const { id } = await find(app, "OE3FND", code, { text: "The view is worth it" });
  const phone = await take({ call: "OE3FND", screen, place: PLACE, lean: false });
  await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH });
  const paths = [
    ...["/", "/map", `/c/${code}`, `/c/${code}/log`, `/c/${code}/go`, `/find/${id}`, "/hide"],
    ...["/packs", "/waiting", "/me", "/me/caches", "/u/OE3FND", "/ranks", "/activity", "/welcome"],
  ];
  const moved: string[] = [];
  for (const path of paths) {
    await phone.open(path);
    await phone.tab.until(`document.querySelector("main h1") !== null`);
    await passes(SETTLE_MS, "what comes to a page after its words");
    const { sum, by } = await shifted(phone);
    if (sum > MOST) moved.push(`${path} by ${sum.toFixed(3)}: ${by}`);
  }
  assert.deepEqual(moved, []);
  // The judge judges: something that pushes the page down is seen.
  await phone.tab.evaluate(`(() => {
    const late = document.createElement("div");
    late.append(...[...Array(12)].map(() => Object.assign(document.createElement("p"), { textContent: "late" })));
    document.querySelector("main").prepend(late);
  })()`);
  await passes(SETTLE_MS / 3, "a frame or two");
  assert.ok((await shifted(phone)).sum > MOST);
}, { besides: ["desktop"], env: { HIDE_DAILY_LIMIT: "0" } });

journey(
  "where the browser offers to install the app, a button does it, once",
  async ({ phone: take }, screen) => {
    const phone = await take({ call: "OE3FND", screen });
    await phone.open("/more");
    const button =
      `[...document.querySelectorAll("main button")].some((one) => one.innerText.trim() === "Install the app")`;
    assert.equal(
      await phone.tab.evaluate(button),
      false,
      "nothing is offered where the browser offers nothing",
    );
    /** The browser's offer, as Chromium and its kin send it; gives whether its own line about it is held back. */
    const offer = () =>
      phone.tab.evaluate(`(() => {
      globalThis.asked ??= 0;
      const made = new Event("beforeinstallprompt", { cancelable: true });
      made.prompt = () => (asked++, Promise.resolve());
      dispatchEvent(made);
      return made.defaultPrevented;
    })()`);
    assert.equal(await offer(), true);
    await phone.press("Install the app");
    await phone.tab.until(`asked === 1 && !${button}`);
    // Offered again, and installed another way meanwhile.
    await offer();
    await phone.tab.until(button);
    await phone.tab.evaluate(`void dispatchEvent(new Event("appinstalled"))`);
    await phone.tab.until(`!${button}`);
    assert.equal(await phone.tab.evaluate("asked"), 1);
  },
);
