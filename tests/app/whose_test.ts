/** What the phone keeps is one person's: after another has signed in on it, nothing of the former is shown, not for a moment. */
import assert from "node:assert/strict";
import { eventually } from "../kit/eventually.ts";
import { journey } from "../kit/journey.ts";
import type { Field, Phone } from "../kit/phone.ts";
import { hide, member } from "../kit/seed_game.ts";

const SECRET = "The first one's cache";

/** A phone that keeps what its member was answered: their own caches. */
async function keptByFirst(field: Field, screen: { width: number; height: number }): Promise<Phone> {
  await hide(field.app, "OE1AAA", { title: SECRET, unlisted: true });
  const phone = await field.phone({ call: "OE1AAA", screen });
  await phone.open("/me/caches");
  await phone.sees(SECRET);
  await phone.keeps("/api/my/hides");
  await phone.ready();
  return phone;
}

/** Opens a link to sign in as its person does: by pressing the button of its page. Gives the page that came then. */
async function signInByLink(field: Field, phone: Phone, call: string): Promise<void> {
  member(field.app, call);
  const { body } = await field.app.operator.post("/auth/operator-link", { callsign: call });
  const { pathname, search } = new URL(body.link);
  await phone.tab.goto(`${phone.url}${pathname}${search}`);
  await phone.tab.click("main button, form button");
}

/** Whether anything in the phone's kept answers is of the first one. */
const keepsFirst = `new Promise((done) => {
    const open = indexedDB.open("service-gateway");
    open.onsuccess = () => {
      const read = open.result.transaction("kept").objectStore("kept").getAll();
      read.onsuccess = () => (open.result.close(),
        done(JSON.stringify(read.result).includes(${JSON.stringify(SECRET)}) &&
          read.result.some(({ path }) => path.startsWith("/api/my/"))));
    };
  })`;

/** Notes each text that the page ever shows from its first moment on. */
const watch = (phone: Phone) =>
  phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `globalThis.ever = "";
      new MutationObserver(() => globalThis.ever += document.body?.innerText ?? "")
        .observe(document, { childList: true, subtree: true, characterData: true });`,
  });

journey(
  "signed in by a link where another was: nothing of the former one, while the gateway has not said who is here",
  async (field, screen) => {
    const phone = await keptByFirst(field, screen);
    await watch(phone);
    let asked = 0;
    field.hold = ({ url }) => url.endsWith("/api/start") && ++asked > 0;
    await signInByLink(field, phone, "OE3BBB");
    await phone.tab.until(`location.pathname === "/" && document.querySelector("nav.bar") !== null`);
    await eventually("who is here is asked", () => Promise.resolve(asked > 0));
    await phone.press(screen.width < 600 ? "More" : "My caches");
    if (screen.width < 600) await phone.press("My caches");
    await phone.tab.until(`location.pathname === "/me/caches"`);
    assert.doesNotMatch(String(await phone.tab.evaluate("globalThis.ever")), /OE1AAA|first one's/);
  },
  { devices: ["phone"], besides: ["desktop"] },
);

journey(
  "nor without a connection, where the gateway's answer about who is here was lost; then it is deleted",
  async (field, screen) => {
    const phone = await keptByFirst(field, screen);
    await watch(phone);
    field.lose = ({ url }) => url.endsWith("/api/start");
    await signInByLink(field, phone, "OE3BBB");
    await phone.tab.until(`location.pathname === "/" && document.querySelector("nav.bar") !== null`);
    await field.unplug();
    await phone.open("/me/caches");
    await phone.sees("No connection");
    assert.doesNotMatch(String(await phone.tab.evaluate("globalThis.ever")), /OE1AAA|first one's/);
    field.lose = () => false;
    field.plugIn();
    await phone.open("/me");
    await phone.sees("OE3BBB");
    await phone.comes(`${keepsFirst}.then((does) => !does)`);
  },
  { devices: ["phone"] },
);

journey("the same person finds what the phone kept, also without a connection", async (field, screen) => {
  const phone = await keptByFirst(field, screen);
  await field.unplug();
  await phone.open("/me/caches");
  await phone.sees(SECRET);
}, { devices: ["phone"] });
