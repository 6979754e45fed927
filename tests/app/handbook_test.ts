/**
 * The handbook in a real browser: read and searched on a phone and on a desk, from the pages that lead to it, without a
 * connection, and on paper.
 */
import assert from "node:assert/strict";
import { NAMES } from "../../dist/app/names.ts";
import { CHAPTERS } from "../../src/handbook/mod.ts";
import { DESKTOP, type Phone } from "../kit/phone.ts";
import { journey } from "../kit/journey.ts";
import { serveNextBuild } from "../kit/next_build.ts";
import { hide } from "../kit/seed_game.ts";

const title = (phone: Phone, words: string) =>
  phone.tab.until(`document.querySelector("main h1")?.innerText === ${JSON.stringify(words)}`);
/** How far below the upper edge of the screen an element begins. */
const topOf = ({ tab }: Phone, selector: string) =>
  tab.evaluate(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top`);
const inView = (phone: Phone, selector: string) =>
  phone.tab.until(`(() => {
    const it = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect();
    return it !== undefined && it.top >= 0 && it.top < innerHeight / 2;
  })()`);
/** Nothing that the browser itself has kept answers: only what the worker keeps. */
const forgetful = ({ tab }: Phone) => tab.send("Network.clearBrowserCache", {});
/** Waits until the worker keeps a file whose address begins so. */
const keeps = (phone: Phone, path: string) =>
  phone.comes(`(async () => {
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) {
        if (new URL(url).pathname.startsWith(${JSON.stringify(path)})) return true;
      }
    }
    return false;
  })()`);

journey(
  "the handbook: every chapter is listed, the search answers while typing, a find leads to its place, and chapters to each other",
  async (field, screen) => {
    const phone = await field.phone({ screen });
    await phone.open("/help");
    await title(phone, "Handbook");
    assert.equal(
      await phone.tab.evaluate(`document.querySelectorAll("main .link-list a").length`),
      CHAPTERS.length,
    );
    for (const typed of ["di", "gi", "pea", "ter"]) {
      await phone.tab.evaluate(`document.querySelector("#help-search").focus()`);
      await phone.tab.send("Input.insertText", { text: typed });
    }
    await phone.tab.until(
      `/^\\d+ places? in the handbook$/.test(document.querySelector("[role=status]").innerText)`,
    );
    await phone.press("What counts and why: ");
    await title(phone, "What counts and why");
    await phone.tab.until(`location.hash.length > 1`);
    await inView(phone, await phone.tab.evaluate(`location.hash`) as string);
    // Back to what was found, and what nobody wrote is said to be nowhere.
    await phone.open("/help");
    await phone.fill("#help-search", "zzyzx");
    await phone.sees("0 places in the handbook");
    await phone.open("/help/hide");
    await phone.tab.press(`document.querySelector(".help-ways [rel=next]")`);
    await phone.tab.until(`location.pathname === "/help/stages"`);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone"], besides: ["desktop"] },
);

journey(
  "an address with an anchor opens at its heading, drawn by the server and by the app",
  async (field) => {
    const phone = await field.phone({ lang: "de" });
    for (const path of ["/help/backup-and-upgrade", "/help/no-signal"]) {
      await phone.open(path);
      const last = await phone.tab.evaluate(`[...document.querySelectorAll("main h2")].at(-1).id`) as string;
      await phone.tab.send("Page.navigate", { url: "about:blank" });
      await phone.tab.until(`location.href === "about:blank"`);
      await phone.tab.send("Page.navigate", { url: `${phone.url}${path}#${last}` });
      await phone.tab.until(`document.querySelector("main #${last}") !== null`);
      const low = `document.documentElement.scrollHeight - innerHeight - scrollY < 2`;
      await phone.tab.until(
        `document.querySelector("nav.bar") !== null && scrollY > 0 &&
        (document.querySelector("#${last}").getBoundingClientRect().top < innerHeight / 2 || ${low})`,
      );
      assert.ok(await topOf(phone, `#${last}`) as number >= 0, "it is not under the line at the top");
    }
    await phone.tab.send("Page.navigate", { url: `${phone.url}/help/no-such-chapter` });
    await phone.sees("Dieses Kapitel hat das Handbuch nicht");
  },
);

journey("the question mark, a refusal and the checklist lead to their chapters", async (field) => {
  const phone = await field.phone({ call: "OE3FND" });
  for (
    const [path, chapter] of [["/packs", "no-signal"], ["/hide", "hide"], [
      "/me/verify",
      "account",
    ]] as const
  ) {
    await phone.open(path);
    await phone.press("?");
    await phone.tab.until(`location.pathname === "/help/${chapter}"`);
    await phone.tab.until(`document.querySelector("article.help h1") !== null`);
  }
  const desk = await field.phone({ call: "OE1SYS", screen: DESKTOP });
  await desk.open("/admin");
  await desk.tab.press(`document.querySelector('a[href^="/help?check="]')`);
  await desk.tab.until(
    `/^\\/help\\/[\\w-]+$/.test(location.pathname) && document.querySelector("article.help") !== null`,
  );
});

journey(
  "a refusal's link arrives at the heading that it names, with a connection and without",
  async (field) => {
    const { app } = field;
    const phone = await field.phone({ call: "OE3FND", lang: "de" });
    const arrives = async () => {
      await phone.tab.press(`[...document.querySelectorAll('a[href^="/help/account"]')][0]`);
      await title(phone, "Dein Konto");
      await phone.tab.until(`location.hash === "#your-account-is-suspended"`);
      await inView(phone, "#your-account-is-suspended");
      const words = await phone.tab.evaluate(`document.querySelector(location.hash).innerText`);
      assert.equal(words, "Dein Konto ist gesperrt");
    };
    await phone.open("/help");
    await phone.ready();
    await keeps(phone, NAMES.books.de);
    app.db.writeNow((tx) =>
      app.people.suspensions.suspend(tx, "OE3FND", { reason: "spam", category: "spam", until: null })
    );
    await phone.open("/me");
    await phone.sees("gesperrt");
    await arrives();
    // The page is drawn anew, so that nothing of the handbook is in its memory.
    await phone.open("/more");
    await phone.sees("gesperrt");
    await field.unplug();
    await forgetful(phone);
    await arrives();
  },
);

journey(
  "opened once, the handbook is there without a connection, its pictures too when it was taken along",
  async (field) => {
    const phone = await field.phone({});
    // The very first page of a new phone: nothing is kept yet, and there is no worker.
    await phone.open("/help/first-hour");
    await phone.ready();
    await keeps(phone, NAMES.books.en);
    await field.unplug();
    await forgetful(phone);
    await phone.open("/help");
    await phone.fill("#help-search", "varnish");
    await phone.sees("in the handbook");
    await phone.open("/help/glossary");
    await title(phone, "Glossary");
    field.plugIn();
    await phone.open("/help");
    await phone.press("Take the handbook along (");
    await phone.sees("All of it is on this phone.");
    await field.unplug();
    await forgetful(phone);
    await phone.open("/help/first-hour");
    await phone.tab.evaluate(`for (const one of document.images) one.loading = "eager"`);
    await phone.tab.until(
      `document.images.length >= 3 && [...document.images].every(({ naturalWidth }) => naturalWidth > 300)`,
    );
    await phone.open("/help");
    await phone.sees("All of it is on this phone.");
  },
);

journey("a pack takes the handbook along, where somebody asks for it", async (field) => {
  await hide(field.app, "OE1XYZ", { title: "The old mast", lat: 48.2, lon: 16.37 });
  const phone = await field.phone({});
  await phone.open("/packs?take=JN88");
  await phone.ready();
  await phone.press("Handbook with its pictures (");
  await phone.press("Download");
  await phone.sees("The handbook is on this phone.");
  await field.unplug();
  await forgetful(phone);
  await phone.open("/help/first-find");
  await title(phone, "Your first find");
  await phone.tab.evaluate(`document.images[0].loading = "eager"`);
  await phone.tab.until(`document.images[0].naturalWidth > 300`);
});

journey(
  "a newer build keeps the handbook that was opened, and fetches it where it has changed",
  async (field) => {
    const phone = await field.phone({});
    await phone.open("/help/glossary");
    await phone.ready();
    await keeps(phone, NAMES.books.en);
    const changed = "/assets/handbook-en-nextbook0000.js";
    serveNextBuild(field, { [NAMES.books.en]: changed });
    await phone.tab.evaluate(`dispatchEvent(new Event("visibilitychange"))`);
    await phone.sees("A new version of the app is here.");
    await keeps(phone, changed);
    // Once no page of the old build is open, what it kept goes.
    await phone.tab.send("Page.navigate", { url: "about:blank" });
    await phone.tab.until(`location.href === "about:blank"`);
    await phone.open("/packs");
    await phone.comes(`caches.keys().then((names) => names.length === 1)`);
    await keeps(phone, changed);
  },
);

journey(
  "on paper a chapter is its words alone: no bar, nothing cut off, headings with what follows",
  async (field) => {
    // As wide as what a sheet of A4 has between its edges.
    const phone = await field.phone({ screen: { width: 718, height: 1000 } });
    for (const path of ["/help/examples", "/help/first-hour", "/help/settings"]) {
      await phone.open(path);
      await phone.tab.send("Emulation.setEmulatedMedia", { media: "print" });
      const shown = await phone.tab.evaluate(`(() => {
      const seen = (one) => one !== null && one.getClientRects().length > 0;
      const cut = [...document.querySelectorAll("main pre, main .help-table, main img")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth + 1);
      return [
        ...["nav.bar", ".top", ".help-ways", ".skip"].filter((one) => seen(document.querySelector(one))),
        ...cut.map(({ outerHTML }) => outerHTML.slice(0, 120)),
      ];
    })()`);
      assert.deepEqual(shown, [], path);
      const { data } = await phone.tab.send("Page.printToPDF", { paperWidth: 8.27, paperHeight: 11.69 });
      assert.ok(atob(data).match(/\/Type\s*\/Page\b/g)!.length >= 1, path);
      await phone.tab.send("Emulation.setEmulatedMedia", { media: "" });
    }
  },
);
