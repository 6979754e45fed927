/**
 * The journeys of whoever has no mouse and no fast line: an account and its proof (J2), a packed trip (J3), stages (J5), only
 * a radio (J6). By keyboard alone at 400 kbit/s, and without the gateway where a journey has to work without it.
 */
import assert from "node:assert/strict";
import { enter, key, tabTo, type } from "../kit/hands.ts";
import { journey } from "../kit/journey.ts";
import type { Field, Phone, Screen } from "../kit/phone.ts";
import { count } from "../kit/people.ts";
import { openedByKeyboard, sealedStages, TAG } from "../kit/sealed_stage.ts";
import { find, hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const SITE = "OE1XYZ-10";
const HEARS = { env: { FIRST_PARTY_SITES: SITE } };

/** Nothing went wrong but what the journey did on purpose: the gateway was gone, or refused. */
const faults = (phone: Phone) => phone.tab.complaints.filter((text) => !/status of 4\d\d|ERR_/.test(text));
const at = (phone: Phone, path: string) => phone.tab.until(`location.pathname === ${JSON.stringify(path)}`);

/** A phone or a desktop at the edge of a cell. */
async function taken(field: Field, screen: Screen, given: { call?: string } = {}): Promise<Phone> {
  const phone = await field.phone({ screen, place: PLACE, ...given });
  await field.slow(phone);
  return phone;
}

/** What a handheld sent, as a receiver or the internet passed it on. */
async function heard(field: Field, from: string, text: string, path = ""): Promise<void> {
  const over = path ? { via: "aprsis", port: "aprs-is" } : { via: "rf", port: "kiss", site: SITE };
  const raw = `${from}>APRS,WIDE1-1${path}:${text}`;
  const heardAt = field.app.world.now();
  const taken = await field.app.ingest.post("/ingest", { packets: [{ raw, heardAt, ...over }] });
  assert.equal(taken.status, 200, taken.text);
}

journey(
  "J2 by keyboard: from a cache to an account, back to its log, verified on the air",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await taken(field, screen);
    await phone.tab.addAuthenticator("internal");
    await phone.open(`/c/${code}`);
    await enter(phone, "Log it");
    await at(phone, `/c/${code}/log`);
    await phone.sees("Sign in to log a cache.");
    await tabTo(phone, "Sign in");
    await key(phone, "Enter");
    await at(phone, "/sign-in");
    await tabTo(phone, "Your callsign");
    await type(phone, "oe3new");
    await key(phone, "Enter");
    await enter(phone, "Join with a passkey");
    await at(phone, `/c/${code}/log`);
    await enter(phone, "Log find");
    await phone.tab.count("[data-state=settled]");
    assert.equal(count(app, "device_key"), 1, "the key was there before the log");

    await enter(phone, "OE3NEW");
    await at(phone, "/me");
    // What is still to be done comes first.
    const first = `document.querySelector("main a")?.innerText`;
    await phone.tab.until(`${first} === "Verify your callsign"`);
    await enter(phone, "Verify your callsign");
    await enter(phone, "Show me a code");
    await phone.tab.count("#on-air-code");
    const text = await phone.tab.text("#on-air-code");
    // The phone is taken to the radio, where there is no signal: the code is still there, and the question goes on by itself.
    await phone.ready();
    await field.unplug();
    await phone.open("/me/verify");
    await phone.sees(text);
    field.plugIn();
    await heard(field, "OE3NEW-7", `:OE1SYS-15:${text}`);
    await phone.sees(`verified on the air, heard by ${SITE}`);
    await enter(phone, "Continue");
    assert.equal(app.accounts.isVerified("OE3NEW"), true);
    await phone.open("/me");
    await phone.tab.count(".me-head .call-proven");
    await phone.tab.until(`${first} !== "Verify your callsign"`);
    assert.deepEqual(faults(phone), []);
  },
  { devices: ["desktop"], ...HEARS },
);

journey(
  "J3 by keyboard: a square is chosen and taken along, read with the gateway gone, looked at again, removed",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", {
      title: "The old mast",
      description: "Under the third stone.",
      ...PLACE,
    });
    await hide(field.app, "OE1XYZ", { title: "Far away", lat: 47.2, lon: 13.1 });
    await find(field.app, "OE5OTH", code, { text: "TNX 73" });
    const phone = await taken(field, screen);
    await phone.open("/");
    await enter(phone, "Sort by distance");
    await phone.sees("0 m");
    await enter(phone, "Take with me");
    await at(phone, "/packs");
    await phone.sees("1 cache,");
    await enter(phone, "Larger square");
    await phone.sees("2 caches,");
    // The same stop again: the button has kept the focus, though the square has changed.
    await key(phone, "Enter");
    await phone.sees("JN");
    await enter(phone, "Smaller square");
    await phone.sees("1 cache,");
    await tabTo(phone, "small ones");
    await key(phone, "Down");
    await phone.tab.until(
      `[...document.querySelectorAll("[name=images]")].findIndex((one) => one.checked) === 2`,
    );
    await enter(phone, "Download");
    await phone.tab.count('[data-state="whole"]');
    await phone.ready();
    await field.unplug();

    await phone.open("/");
    await phone.sees("No connection since");
    await enter(phone, "The old mast");
    await phone.sees("Caches from pack JN88");
    await phone.sees("Under the third stone.");
    await phone.sees("TNX 73");
    await phone.open("/packs");
    await enter(phone, "Refresh");
    await phone.sees("The gateway cannot be reached");
    field.plugIn();
    await enter(phone, "Refresh");
    await phone.sees("Checked just now");
    await enter(phone, "Share");
    await phone.tab.count("svg.qr");
    await enter(phone, "Remove");
    await enter(phone, "Remove the pack");
    await phone.sees("No packs on this phone yet.");
    assert.deepEqual(faults(phone), []);
  },
  { devices: ["desktop"] },
);

journey(
  "J5 by keyboard: a place, a sound and a sealed tag open one after another, the last with the gateway gone",
  async (field, screen) => {
    const { app } = field;
    const { id, code } = await hide(app, "OE1XYZ", { title: "The old mast", type: "multi", ...PLACE });
    await sealedStages(app, { id }, [
      { n: 1, unlock: "geo", ...PLACE, clue: "Look up" },
      { n: 2, unlock: "open", clue: "Count the steps" },
      { n: 3, unlock: "nfc", code: TAG, clue: "Under the third bench" },
    ]);
    const phone = await taken(field, screen, { call: "OE3FND" });
    await phone.open("/packs?take=JN88");
    await enter(phone, "Download");
    await phone.tab.count('[data-state="whole"]');
    await phone.open(`/c/${code}`);
    await enter(phone, "Stages");
    await enter(phone, "I'm here");
    await phone.sees("Look up");
    // The button is gone: its stage keeps the focus, and the next stop is what it showed.
    await phone.tab.until(`document.activeElement.innerText.startsWith("Stage 1")`);
    await enter(phone, "Reveal");
    await phone.sees("Count the steps");
    const has = (selector: string, n?: number) => phone.tab.count(selector, n);
    await openedByKeyboard({ field, phone, has }, { code, clue: "Under the third bench" });
    const { logs } = (await app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(logs.map((log: { kind: string }) => log.kind), ["found"]);
    assert.deepEqual(faults(phone), []);
  },
  { devices: ["desktop"] },
);

journey(
  "J6 by keyboard: the card of commands without signal, what was keyed in and heard, a yes at home, the drawing of why",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await taken(field, screen, { call: "OE3FND" });
    await phone.open("/more");
    await phone.ready();
    await field.unplug();
    await enter(phone, "The radio commands on a card");
    await at(phone, "/print/radio");
    await phone.sees("OE1SYS-15");
    await phone.sees("FOUND AB12");
    // In the field: one command reaches the internet alone; the other a receiver, and so does the handheld's position.
    field.plugIn();
    await heard(field, "OE3FND-7", `:OE1SYS-15:NOTE ${code} all well{1`, ",qAR,OE9GAT-10");
    await heard(field, "OE3FND-7", "!4812.00N/01622.20E[on foot");
    await heard(field, "OE3FND-7", `:OE1SYS-15:FOUND ${code} nice view{2`);
    await phone.open("/");
    await enter(phone, "1 command over the air");
    await at(phone, "/waiting");
    await phone.sees("seen on APRS-IS, by way of OE9GAT-10");
    await enter(phone, "It was me");
    await phone.tab.count(".radio-commands [data-state=settled]", 2);
    await phone.tab.count(".top-waiting", 0);
    // The newest stands first: the find. At a desk the focus is still with the note that was confirmed.
    await phone.open("/waiting");
    await enter(phone, "See why");
    await phone.sees("How this find was checked");
    await phone.sees(`heard by ${SITE}`);
    await phone.sees("counted");
    const { logs } = (await app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(
      logs.map((log: { text: string; tier: string }) => [log.text, log.tier]).toSorted(),
      [["all well", null], ["nice view", "A"]],
    );
    assert.deepEqual(faults(phone), []);
  },
  { devices: ["desktop"], ...HEARS },
);
