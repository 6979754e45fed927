/** The live page in real Chromium, over the real WebSocket: it fills by itself, moves nothing under a finger, and comes back. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { rf } from "../kit/boxes.ts";
import { eventually } from "../kit/eventually.ts";
import { searchOnPage } from "../kit/hands.ts";
import type { Field, Phone } from "../kit/phone.ts";

const HOSTILE = "<img src=x onerror=alert(1)>\u202Etxet";
const ENV = { env: { FIRST_PARTY_SITES: "OE1GATE-1" } };
const hear = (field: Field, ...lines: string[]) =>
  field.app.ingest.post("/ingest", { packets: lines.map((line) => rf(field.app, line, "OE1GATE-1")) });
const CALLS =
  `[...document.querySelectorAll(".live-heard :is(.entries .call, tbody .code)")].map((one) => one.textContent).join()`;

journey(
  "who is heard appears by itself and moves nothing; the list is sorted, searched and walked by keys",
  async (field, screen) => {
    await hear(
      field,
      `OE1AAA-9>APRS:!4812.00N/01622.20E>088/036${HOSTILE}`,
      "OE1BBB>APRS,OE1DIG*:!4813.00N/01622.20E-at home",
    );
    const phone = await field.phone({ screen, place: { lat: 48.2, lon: 16.37 } });
    await phone.open("/live");
    await phone.sees("2 stations");
    await phone.sees("Live: what is heard appears by itself.");
    await phone.sees("digipeater");
    await phone.sees(HOSTILE);
    const before = await phone.tab.evaluate(CALLS);
    await hear(field, "OE1CCC>APRS:!4814.00N/01622.20E_220/004g005t077r000p000P000h50b09900new here");
    await phone.sees("1 new");
    assert.equal(await phone.tab.evaluate(CALLS), before, "nothing moved");
    // A row changes in place.
    await hear(field, "OE1BBB>APRS:!4813.00N/01622.20E-in the garden");
    await phone.sees("in the garden");
    assert.equal(await phone.tab.evaluate(CALLS), before, "nothing moved");
    // Only added elements are read out, and for one station more none is added: its number alone changes.
    await phone.tab.evaluate(`(() => {
      const status = document.querySelector('.live-new[role="status"][aria-relevant="additions"]');
      globalThis.added = 0;
      new MutationObserver((all) => added += all.filter(({ addedNodes }) => addedNodes.length).length)
        .observe(status, { childList: true, subtree: true });
    })()`);
    // Of two that were heard in one second, none is the newer.
    const { world } = field.app, heardAt = world.now();
    await eventually("a later second", () => world.now() > heardAt);
    await hear(field, "OE1DDD>APRS,OE1DIG*:!4815.00N/01622.20E-one more");
    await phone.sees("2 new");
    assert.equal(await phone.tab.evaluate("added"), 0);
    await phone.press("2 new");
    await phone.sees("4 stations");
    await chooses(phone, "call");
    await phone.tab.until(`${CALLS} === "OE1AAA-9,OE1BBB,OE1CCC,OE1DDD"`);
    await chooses(phone, "age");
    await phone.tab.until(`${CALLS}.startsWith("OE1DDD,")`);
    if (screen.width > 1000) {
      // A wide screen has the same as a table, sorted by each column either way.
      await phone.press("Table");
      await phone.tab.click(".live-heard th:first-child .button");
      await phone.tab.until(`${CALLS} === "OE1AAA-9,OE1BBB,OE1CCC,OE1DDD"`);
      await phone.tab.click(".live-heard th:first-child .button");
      await phone.tab.until(`${CALLS} === "OE1DDD,OE1CCC,OE1BBB,OE1AAA-9"`);
      await phone.press("Table");
      await phone.tab.until(`document.querySelector(".live-heard table") === null`);
    }
    const [top, second] = (await phone.tab.evaluate(CALLS) as string).split(",");
    // What was heard over a digipeater alone, and all of them again.
    await phone.press("Digi");
    await phone.tab.until(`${CALLS} === "OE1DDD"`);
    await phone.press("All");
    await phone.tab.until(`${CALLS}.split(",").length === 4`);
    // Keys: a search, rows, a list of them.
    const key = async (name: string) => {
      await phone.tab.send("Input.dispatchKeyEvent", { type: "keyDown", key: name, text: name });
      await phone.tab.send("Input.dispatchKeyEvent", { type: "keyUp", key: name });
    };
    await phone.tab.evaluate("document.activeElement.blur()");
    for (const name of ["j", "j", "k"]) await key(name);
    assert.ok(second);
    await phone.tab.until(`document.activeElement.innerText.trim().startsWith(${JSON.stringify(top)})`);
    await key("?");
    await phone.sees("Next row");
    // It comes into sight wherever the page is scrolled to.
    await phone.tab.until(
      `document.querySelector(".keys-over").getBoundingClientRect().bottom <= innerHeight`,
    );
    await searchOnPage(phone);
    await phone.tab.until(`document.activeElement.id === "live-search"`);
    await phone.tab.send("Input.insertText", { text: "garden" });
    await phone.sees("1 station");
    await phone.tab.send("Input.insertText", { text: "er" });
    await phone.sees("No station fits the search.");
    if (screen.width > 1000) await onOwnScreen(phone);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone", "desktop"], ...ENV },
);

/** Sorts the rows by one of the choices. */
const chooses = (phone: Phone, by: string) =>
  phone.tab.evaluate(`(() => {
    const select = document.getElementById("live-order");
    select.value = ${JSON.stringify(by)};
    select.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);

/** The page fills the screen and keeps it on; a window of its own is asked for by name and size. */
async function onOwnScreen(phone: Phone): Promise<void> {
  await phone.tab.evaluate(`(() => {
    globalThis.awake = [];
    const ask = WakeLock.prototype.request;
    WakeLock.prototype.request = function (...what) {
      awake.push(what.join());
      return ask.apply(this, what);
    };
  })()`);
  await phone.press("Full screen");
  await phone.tab.until(`document.fullscreenElement?.id === "page" && awake.join() === "screen"`);
  // What somebody would press is away on a screen that nobody presses.
  await phone.tab.until(`document.querySelector("#live-search, .live-heard .chips") === null`);
  await phone.press("Full screen");
  await phone.tab.until(`document.fullscreenElement === null && awake.length === 1`);
  await phone.tab.until(`document.querySelector("#live-search") !== null`);
  await phone.tab.evaluate(`globalThis.open = (...asked) => void (globalThis.opened = asked.join(" "))`);
  await phone.press("Wall view");
  await phone.tab.until(`globalThis.opened?.startsWith("/live own-live popup") === true`);
}

journey("what the gateway sent itself appears at once as sent, later as heard", async (field) => {
  const alice = await field.app.signIn("OE1ALI");
  const phone = await field.phone({});
  await phone.open("/live");
  await phone.sees("Live: what is heard appears by itself.");
  const beacon = { kind: "beacon", lat: 48.2, lon: 16.37, comment: "hut" };
  const { body: { id } } = await alice.post("/api/tx/aprs", beacon);
  await field.app.ingest.post("/outbox/ack", { ids: [id] });
  await phone.sees("sent by us");
  assert.deepEqual(phone.tab.complaints, []);
  // Its page: no measurements are known, as of any station that nobody has heard.
  await phone.open("/s/OE1ALI");
  await phone.sees("Not heard yet.");
  await phone.sees("sent by us: ");
  await phone.open("/live");
  await phone.sees("sent by us");
  await phone.sees("Live: what is heard appears by itself.");
  await hear(field, "OE1ALI>APRS:=4812.00N/01622.20E>hut");
  await phone.sees("direct");
}, { ...ENV, devices: ["phone"] });

journey("a lost gateway is said; when it is back, what was heard meanwhile is there", async (field) => {
  await hear(field, "OE1AAA>APRS:!4812.00N/01622.20E>one");
  const phone = await field.phone({});
  await phone.open("/live");
  await phone.sees("1 station");
  await phone.sees("Live: what is heard appears by itself.");
  field.app.live.hangUp();
  await field.unplug();
  await phone.sees("Not connected. You see what was known at");
  await hear(field, "OE1AAA>APRS:!4812.00N/01622.20E>two");
  field.plugIn();
  await phone.sees("Live: what is heard appears by itself.");
  await phone.sees("two");
  // The same on the page of one station, for a packet that has no place.
  await phone.open("/s/OE1AAA");
  await phone.sees("Live: what it sends appears by itself.");
  await phone.tab.until(`document.querySelectorAll(".packets > li").length === 2`);
  field.app.live.hangUp();
  await field.unplug();
  await phone.sees("Not connected. You see what was known at");
  await hear(field, "OE1AAA>APRS:>on my way home");
  field.plugIn();
  await phone.sees("Live: what it sends appears by itself.");
  await phone.sees("on my way home");
}, { ...ENV, devices: ["phone"] });

journey(
  "at a desk that does not know its place, distances are from a receiver, and the page says from which",
  async (field, screen) => {
    await hear(
      field,
      "OE1GATE-1>APRS:!4812.00N/01622.20E#the receiver",
      "OE1AAA-9>APRS:!4822.79N/01622.20E>twenty kilometres north",
    );
    const phone = await field.phone({ screen });
    await phone.open("/live");
    await phone.sees("Distances are from the receiver OE1GATE-1.");
    await phone.tab.until(
      `[...document.querySelectorAll(".live-heard li")].some((row) => /OE1AAA-9[^]*20 km[^]*N/.test(row.textContent))`,
    );
  },
  { devices: ["desktop"], ...ENV },
);
