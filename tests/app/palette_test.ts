/** The palette as it is used: by keys on a wide screen, by a button on a phone; who may not see a thing does not find it. */
import assert from "node:assert/strict";
import { newPeer, peerStore } from "../../src/federation/tables/peer_store.ts";
import { SYSOP } from "../kit/app.ts";
import { enrolBox, rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";

const FIELD = ".palette[open] input";
const active = `document.querySelector('.palette [aria-selected="true"]')`;
const key = async ({ tab }: Phone, name: string, modifiers = 0) => {
  const text = name.length === 1 && modifiers === 0 ? { text: name } : name === "Enter" ? { text: "\r" } : {};
  await tab.send("Input.dispatchKeyEvent", { type: "keyDown", key: name, modifiers, ...text });
  await tab.send("Input.dispatchKeyEvent", { type: "keyUp", key: name, modifiers });
};
const CTRL = 2;
/** Types into the palette and waits until the first row is this one. */
const type = async (phone: Phone, text: string, first: string) => {
  await phone.write(FIELD, text);
  await phone.tab.until(`${active}?.innerText.includes(${JSON.stringify(first)})`);
};

journey(
  "an operator at a desk reaches settings, people, drafts and acts from any page without touching the mouse",
  async ({ app, phone: take }, screen) => {
    await app.signIn("OE3NEW");
    const tower = await hide(app, "OE1XYZ", { title: "The tower" });
    const box = await enrolBox(app, "hut", { sites: ["OE9HUT-10"] });
    await box.post("/ingest", { packets: [rf(app, "OE2FND-7>APRS:!4812.00N/01622.20E[", "OE9HUT-10")] });
    app.db.writeNow((tx) =>
      peerStore(app.db).add(tx, {
        ...newPeer({ url: "https://far.example", addedVia: "admin", addedAt: app.world.now() }),
        instance: "far.example",
      })
    );
    const phone = await take({ call: SYSOP, screen });
    const { tab } = phone;
    await phone.open("/");
    await tab.count(".cache-row");
    await tab.until(`document.querySelector(".toasts") !== null`);
    await key(phone, "k", CTRL);
    await tab.until(`document.activeElement.matches(${JSON.stringify(FIELD)})`);
    await type(phone, "rate limit", "Rate window");
    await key(phone, "ArrowDown");
    await tab.until(`${active}.innerText.includes("Requests without a key")`);
    await key(phone, "ArrowDown");
    await tab.until(`${active}.innerText.includes("Requests with a key")`);
    await key(phone, "Enter");
    await tab.until(`location.pathname === "/admin/settings" && location.search === "?find=API_RATE_KEYED"`);
    await tab.count(".palette", 0);
    await phone.sees("Requests with a key");
    // By the key of a search, from a page that has one of its own.
    await tab.evaluate(`document.activeElement.blur()`);
    await tab.count(".keys");
    await key(phone, "/");
    await type(phone, "oe3n", "OE3NEW");
    await key(phone, "Enter");
    await tab.until(`location.pathname === "/admin/people/OE3NEW"`);
    // What is typed at the top goes on in the palette.
    await tab.click(".top-find input");
    await type(phone, tower.code.toLowerCase(), "The tower");
    await key(phone, "Escape");
    await tab.count(".palette", 0);
    assert.equal(await tab.evaluate("location.pathname"), "/admin/people/OE3NEW", "nothing was chosen");
    const before = (await (await app.sysop()).get("/api/admin/backups")).body.backups.length;
    await key(phone, "k", CTRL);
    await type(phone, "snapshot", "Back up now");
    await key(phone, "Enter");
    await tab.count(".toast button");
    const after = (await (await app.sysop()).get("/api/admin/backups")).body.backups.length;
    assert.equal(after, before + 1);
    await key(phone, "k", CTRL);
    await type(phone, "hut", "hut");
    await type(phone, "far.ex", "far.example");
    await type(phone, "oe2f", "OE2FND-7");
    await type(phone, "first hour", "first hour");
    await type(phone, "make a code", "Make a code for a receiver");
    await key(phone, "Enter");
    await tab.until(`document.activeElement.id === "add-label"`);
    assert.deepEqual(tab.complaints, []);
  },
  { devices: ["desktop"] },
);

journey(
  "a member finds pages, caches and help on a phone by a button, and nothing of administration",
  async ({ app, phone: take }, screen) => {
    const tower = await hide(app, "OE1XYZ", { title: "The tower" });
    const phone = await take({ call: "OE3FND", screen });
    const { tab } = phone;
    await phone.open("/more");
    await tab.until(`document.querySelector(".toasts") !== null`);
    await phone.press("Search");
    await tab.count(FIELD);
    // All of the screen, and no row too small for a finger.
    const box = await tab.evaluate(`(() => {
      const { width, height } = document.querySelector(".palette").getBoundingClientRect();
      return [Math.round(width), Math.round(height)];
    })()`);
    assert.deepEqual(box, [screen.width, screen.height]);
    await phone.write(FIELD, "settings");
    await phone.tab.until(`document.querySelectorAll(".palette [role=option]").length > 0`);
    await phone.sees("HANDBOOK");
    const admin = await tab.evaluate(
      `document.querySelector(".palette-list").innerText.includes("Operators")`,
    );
    assert.equal(admin, false);
    await phone.write(FIELD, "tower");
    await phone.sees("The tower");
    await tab.evaluate(`[...document.querySelectorAll(".palette [role=option]")]
      .find((one) => one.innerText.includes("The tower")).click()`);
    await tab.until(`location.pathname === "/c/${tower.code}"`);
    await tab.count(".palette", 0);
    assert.deepEqual(tab.complaints, []);
  },
);
