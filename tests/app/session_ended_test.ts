/** A session that ended elsewhere: the app says why, keeps what waits, and leaves the ways that stay open. */
import assert from "node:assert/strict";
import { eventually } from "../kit/eventually.ts";
import { journey } from "../kit/journey.ts";
import { type Field, type Phone, signedIn } from "../kit/phone.ts";
import { hide, suspend } from "../kit/seed_game.ts";

/** A member's phone on which a log waits, because the gateway was away. */
async function withWaitingLog(field: Field, phone: Phone): Promise<string> {
  const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast" });
  await phone.open(`/c/${code}/log`);
  await phone.ready();
  await phone.tab.count("#text");
  // The key of this device is told to the gateway meanwhile; what somebody suspended may still do needs it.
  await eventually("its key", async () => await inStore(phone, "keys", "one.registered") === 1);
  await field.unplug();
  await phone.fill("#text", "Found it in the rain");
  await phone.press("Log find");
  await phone.tab.until(`document.querySelector("[data-state=waiting]") !== null`);
  return code;
}

/** How much of the phone's storage an expression holds for. */
const inStore = (phone: Phone, store: "outbox" | "keys", holds: string) =>
  phone.tab.evaluate(`new Promise((give, fail) => indexedDB.databases().then(([{ name }]) => {
    const opening = indexedDB.open(name);
    opening.onerror = fail;
    opening.onsuccess = () => {
      const all = opening.result.transaction("${store}").objectStore("${store}").getAll();
      all.onsuccess = () => (opening.result.close(), give(all.result.filter((one) => ${holds}).length));
    };
  }))`) as Promise<number>;
/** How many entries wait on the phone. */
const waitingOn = (phone: Phone) => inStore(phone, "outbox", "true");

journey(
  "somebody suspended reads why, keeps what waits, and takes or erases their data",
  async (field, screen) => {
    const { app } = field;
    const phone = await field.phone({ call: "OE3FND", screen });
    const code = await withWaitingLog(field, phone);
    suspend(app, "OE3FND");
    field.plugIn();
    await phone.open("/");
    await phone.sees("Your account is suspended until an operator lifts it. The reason: “test”");
    await phone.sees("1 entry waits on this device. It is sent when OE3FND is signed in again.");
    assert.equal(await waitingOn(phone), 1);
    assert.equal((await app.visitor.get(`/api/caches/${code}/logs`)).body.logs.length, 0);

    await phone.press("Export or erase my data");
    await phone.sees("This device still has a key of your account");
    await phone.tab.evaluate(`{
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => (blob.text().then((text) => globalThis.saved = text), make.call(URL, blob));
  }`);
    await phone.press("Download");
    await phone.tab.until(`typeof globalThis.saved === "string"`);
    const saved = JSON.parse(String(await phone.tab.evaluate("globalThis.saved")));
    assert.equal(saved.instance, (await app.visitor.get("/api/start")).body.instance);

    await phone.press("Erase everything …");
    await phone.fill("#erase", "OE3FND");
    assert.notEqual(app.accounts.holder("OE3FND"), undefined);
    await phone.press("Erase everything now");
    await phone.tab.until(`location.pathname === "/"`);
    await phone.tab.until(`document.querySelector("nav.bar") !== null`);
    assert.equal(app.accounts.holder("OE3FND"), undefined);
    assert.equal(await phone.tab.evaluate(`document.body.innerText.includes("suspended")`), false);
  },
);

journey(
  "somebody whose call was released reads by whom, and what waits stays",
  async (field, screen) => {
    const { app } = field;
    const phone = await field.phone({ call: "OE3FND", screen });
    const code = await withWaitingLog(field, phone);
    const holder = app.accounts.holder("OE3FND")!.accountId;
    const released = await (await app.sysop()).post("/api/admin/callsigns/OE3FND", {
      action: "release",
      reason: "Licence ended.",
      holder,
    });
    assert.equal(released.status, 200, released.text);
    field.plugIn();
    await phone.open("/");
    await phone.sees(
      "An operator has released OE3FND. The reason: “Licence ended.” You were signed out here.",
    );
    await phone.sees("Export or erase my data");
    assert.equal(await waitingOn(phone), 1);
    await phone.press("Hide this");
    await phone.tab.until(`!document.body.innerText.includes("has released")`);
    await phone.open("/ranks");
    assert.equal(await phone.tab.evaluate(`document.body.innerText.includes("has released")`), false);
    assert.equal((await app.visitor.get(`/api/caches/${code}/logs`)).body.logs.length, 0);
    assert.equal(await waitingOn(phone), 1);
  },
);

journey(
  "signed out on another device: said here, not there; signed in again, what waits goes out",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE3FND", screen });
    const code = await withWaitingLog(field, phone);
    field.hold = ({ method, url }) => method === "POST" && url.endsWith("/logs");
    field.plugIn();
    const other = await field.phone({ call: "OE3FND", screen });
    await other.open("/me/access");
    await other.sees("once signed out, only a link from your operator lets you in again");
    await other.press("Sign out everywhere");
    // Nobody locks themselves out by one tap.
    await other.sees("Stay signed in");
    await other.tab.until(`location.pathname === "/me/access"`);
    await other.press("Sign out all the same");
    await other.tab.until(`location.pathname === "/" && document.querySelector("nav.bar") !== null`);
    await other.sees("Sign in");
    assert.equal(await other.tab.evaluate(`document.querySelector("section.connection")`), null);

    await phone.open("/me");
    await phone.sees("OE3FND is no longer signed in here");
    assert.equal(await waitingOn(phone), 1);
    assert.equal(
      await phone.tab.evaluate(`document.querySelector("section.connection a").pathname`),
      "/sign-in",
    );

    field.hold = () => false;
    const [name, ...value] = (await signedIn(field.app, field.url, "OE3FND")).split("=");
    await phone.tab.send("Network.setCookie", {
      url: field.url,
      name,
      value: value.join("="),
      httpOnly: true,
    });
    await phone.open("/waiting");
    await phone.tab.until(`document.querySelector("[data-state=settled]") !== null`);
    assert.equal(await phone.tab.evaluate(`document.querySelector("section.connection")`), null);
    assert.equal((await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs.length, 1);
  },
);

journey(
  "what somebody typed stays in sight where their session ends in the middle",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open("/me/profile");
    await phone.fill("#bio", "Found by ear since 1987");
    suspend(field.app, "OE3FND");
    // They come back to the tab, and the app asks who is here.
    await phone.tab.evaluate(`void document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`);
    await phone.sees("Your account is suspended until an operator lifts it.");
    await phone.sees("You are not signed in.");
    assert.equal(
      await phone.tab.evaluate(`document.querySelector("#bio")?.value`),
      "Found by ear since 1987",
    );
  },
  { devices: ["phone"] },
);

journey(
  "who signs out without a connection is forgotten at once, and the session ends when the gateway is back",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE3FND", screen });
    const code = await withWaitingLog(field, phone);
    const { cookies } = await phone.tab.send("Network.getCookies", { urls: [field.url] });
    const cookie = cookies.map(({ name, value }: { name: string; value: string }) => `${name}=${value}`).join(
      "; ",
    );
    await phone.open("/me");
    await phone.sees("No connection: this phone forgets you at once");
    await phone.sees("1 log of OE3FND stays on this phone");
    await phone.press("Sign out");
    await phone.press("Sign out all the same");
    await phone.tab.until(`location.pathname === "/" && document.querySelector("nav.bar") !== null`);
    await phone.open("/me");
    await phone.sees("You are not signed in.");
    assert.equal(await waitingOn(phone), 1, "what waits stays theirs");

    field.plugIn();
    await phone.open("/me");
    await phone.sees("You are not signed in.");
    await eventually("the session ended", async () => {
      const { body } = await field.app.visitor.get("/auth/session", { cookie });
      return body.callsign !== "OE3FND" && body.call !== "OE3FND";
    });
    assert.equal(
      (await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs.length,
      0,
      "nothing was sent",
    );
  },
  { devices: ["phone"] },
);
