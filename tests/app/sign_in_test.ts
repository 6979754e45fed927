/** Signing up and in, in the app: real Chromium with an authenticator of its own. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { count } from "../kit/people.ts";
import { hide, member } from "../kit/seed_game.ts";

const at = (phone: Phone, path: string) => phone.tab.until(`location.pathname === ${JSON.stringify(path)}`);
const complaints = (phone: Phone) => phone.tab.complaints.filter((text) => !/status of 4\d\d/.test(text));

journey("a newcomer signs up from a cache with a passkey, and goes on at its log", async (field, screen) => {
  const { app } = field;
  const { code } = await hide(app, "OE1XYZ", { title: "The old mast" });
  const phone = await field.phone({ screen });
  const device = await phone.tab.addAuthenticator("internal");
  await phone.open(`/c/${code}`);
  await phone.press("Log it");
  await phone.sees("Sign in to log a cache.");
  await phone.press("Sign in");
  await phone.fill("#callsign", "oe3new");
  await phone.press("Continue");
  await phone.sees("nobody has signed up with it yet");
  await phone.press("Join with a passkey");
  await at(phone, `/c/${code}/log`);
  await phone.press("Log find");
  await phone.tab.count("[data-state=settled]");
  assert.equal(await phone.tab.credentials(device), 1);
  // The phone's key was registered at the sign-up, before anything was logged.
  assert.equal(count(app, "device_key"), 1);
  const { logs } = (await app.visitor.get(`/api/caches/${code}/logs`)).body;
  assert.equal(logs[0].author.call, "OE3NEW");
  assert.equal(typeof logs[0].author.signedAt, "number");

  // What the phone kept for them is gone with them.
  await phone.open("/me/access");
  await phone.sees("On a device");
  await phone.sees("this device");
  // A passkey leads back in: nobody is warned.
  assert.ok(!await phone.tab.evaluate(`document.body.innerText.includes("once signed out")`));
  await phone.press("Sign out");
  await at(phone, "/");
  await phone.sees("Sign in");
  await phone.open("/me/access");
  await phone.sees("You are not signed in.");

  // With the call, then with whatever key the device has.
  await phone.open("/sign-in");
  await phone.fill("#callsign", "OE3NEW");
  await phone.press("Continue");
  await phone.sees("This callsign has an account with a passkey.");
  await phone.press("Sign in with a passkey");
  await at(phone, "/");
  await phone.open("/me/access");
  await phone.press("Sign out everywhere");
  await at(phone, "/");
  await phone.open("/sign-in?to=%2Fme%2Faccess");
  await phone.press("Use a passkey of this device");
  await at(phone, "/me/access");
  assert.equal(count(app, "account"), 2);
  assert.deepEqual(complaints(phone), []);
});

journey("a member adds a passkey and removes one; the last one stays", async (field, screen) => {
  const { app } = field;
  const phone = await field.phone({ screen });
  await phone.tab.addAuthenticator("internal");
  await phone.open("/sign-in");
  await phone.fill("#callsign", "OE3NEW");
  await phone.press("Continue");
  await phone.press("Join with a passkey");
  await at(phone, "/me/verify");
  await phone.open("/me/access");
  await phone.sees("On a device");
  await phone.press("Add a passkey");
  await phone.sees("This device has a passkey of this account already.");
  assert.equal(count(app, "passkey"), 1);
  const token = await phone.tab.addAuthenticator("usb");
  await phone.press("Add a passkey");
  await phone.tab.count("#passkeys li", 2);
  assert.equal(await phone.tab.credentials(token), 1);
  // Much later the sign-in is old: adding one asks the passkey first, by itself.
  await phone.tab.click("#passkeys li:first-child button");
  await phone.sees("This passkey no longer opens your account.");
  await phone.press("Keep it");
  await phone.tab.until(`!document.body.innerText.includes("no longer opens your account")`);
  assert.equal(count(app, "passkey"), 2);
  await phone.tab.click("#passkeys li:first-child button");
  await phone.press("Remove the passkey");
  await phone.tab.count("#passkeys li", 1);
  assert.equal(count(app, "passkey"), 1);
  await phone.tab.click("#passkeys li:first-child button");
  await phone.press("Remove the passkey");
  await phone.sees("Your last passkey stays until you have confirmed a mail address.");
  assert.equal(count(app, "passkey"), 1);
});

journey(
  "this device stands in the list on the first page after signing in already",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE1ABC", screen });
    await phone.open("/me/access");
    await phone.tab.until(`document.querySelector("#devices strong") !== null`);
    assert.doesNotMatch(String(await phone.tab.text("main")), /No device has a key/);
  },
  { devices: ["phone"] },
);

journey("another device is taken off the list, after it was said what that costs", async (field, screen) => {
  const lost = await field.phone({ call: "OE3FND" });
  const registered = (who: Phone, n: number) =>
    who.comes(`fetch("/keys/OE3FND").then((told) => told.json()).then(({ keys }) => keys.length === ${n})`);
  await lost.open("/");
  await registered(lost, 1);
  const phone = await field.phone({ call: "OE3FND", screen });
  await phone.open("/");
  await registered(phone, 2);
  await phone.open("/me/access");
  await phone.tab.count("#devices li", 2);
  const keys = async () => (await field.app.visitor.get("/keys/OE3FND")).body.keys.length;
  await phone.press("Remove");
  await phone.sees("count only from when they arrive");
  await phone.press("Keep it");
  await phone.tab.until(`!document.body.innerText.includes("count from when they arrive")`);
  assert.equal(await keys(), 2);
  await phone.press("Remove");
  await phone.press("Remove the device");
  await phone.tab.count("#devices li", 1);
  await phone.sees("this device");
  assert.equal(await keys(), 1);
  assert.deepEqual(complaints(phone), []);
}, { devices: ["phone"] });

journey("calls that are held, an operator's, reserved or none are told apart", async (field, screen) => {
  const { app } = field;
  member(app, "OE1XYZ");
  const phone = await field.phone({ screen });
  const ask = async (call: string) => {
    await phone.open("/sign-in");
    await phone.fill("#callsign", call);
    await phone.press("Continue");
  };
  await ask("OE1XYZ");
  await phone.sees("This callsign has an account without a passkey.");
  await phone.sees("An operator can give you a link.");
  // Members are shown no command; an operator asks for it.
  await phone.tab.count("main code", 0);
  await ask("OE1SYS");
  await phone.sees("This is an operator's callsign.");
  await phone.press("The command for that");
  await phone.sees("service-gateway operator-link OE1SYS");
  await ask("N0CALL");
  await phone.sees("This callsign is reserved");
  await ask("HELLO");
  await phone.sees("That doesn't look like a callsign. One looks like OE1XYZ.");
  assert.deepEqual(complaints(phone), []);
});

journey(
  "on plain http there is no dead passkey button, but what is missing and what works",
  async (field, screen) => {
    const port = new URL(field.url).port;
    const phone = await field.phone({ screen });
    const plain = Object.assign(Object.create(phone), { url: `http://club.example:${port}` }) as Phone;
    await plain.open("/sign-in");
    await plain.sees("Browsers allow passkeys, location and working without a connection only over https");
    await plain.fill("#callsign", "OE3NEW");
    await plain.press("Continue");
    await plain.sees("An operator can give you a link.");
    assert.equal(
      await plain.tab.evaluate(
        `[...document.querySelectorAll("button")].some((one) => /passkey/i.test(one.innerText))`,
      ),
      false,
    );
    const numbers = Object.assign(Object.create(phone), { url: `http://127.0.0.1:${port}` }) as Phone;
    await numbers.open("/sign-in");
    await numbers.sees("Passkeys need an address with a name");
  },
  { names: ["club.example"] },
);
