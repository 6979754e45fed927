/** The app as people use it: real Chromium on a real gateway, by words and not by selectors. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { count } from "../kit/people.ts";
import { find, hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

journey("a newcomer looks around: the list, a cache, how a find is believed", async (field, screen) => {
  await hide(field.app, "OE1XYZ", { title: "The old mast", description: "Under the third stone.", ...PLACE });
  await hide(field.app, "OE1XYZ", { title: "By the river", lat: 48.3, lon: 16.4 });
  const { app } = field;
  const code = (await app.visitor.get("/api/caches")).body.caches.find((one: { title: string }) =>
    one.title === "The old mast"
  ).code;
  await find(app, "OE3FND", code, { text: "TNX 73" });
  const phone = await field.phone({ screen, place: PLACE });
  await phone.open("/");
  await phone.sees("2 caches");
  await phone.sees("2 caches · sorted by name");
  await phone.press("Sort by distance");
  await phone.sees("0 m");
  await phone.sees("Position ± 8 m. The list follows you while it is open.");
  // Somebody who has walked on has it read again; the arrow beside the distance shows where it lies, north up.
  await phone.tab.stand(phone.url, { latitude: 48.25, longitude: 16.37, accuracy: 8 });
  await phone.press("Find me again");
  await phone.tab.until(
    `document.querySelector(".cache-row .far")?.innerText.split(/\\s+/).join(" ").trim() === "5.6 km S"`,
  );
  assert.equal(
    await phone.tab.evaluate(`document.querySelector(".way-arrow path").getAttribute("transform")`),
    "rotate(180)",
  );
  // The next opening begins where this one ended, and says so; nobody is asked again, since the browser allows it.
  await phone.open("/");
  await phone.sees("The list follows you while it is open.");
  await phone.sees("5.6 km");
  await phone.tab.refuse(field.url);
  await phone.open("/");
  await phone.sees("Only this phone knows that.");
  await phone.sees("5.6 km");
  await phone.press("Forget my place");
  await phone.tab.until(`!document.querySelector("main").innerText.includes("5.6 km")`);
  assert.equal(await phone.tab.evaluate(`localStorage.getItem("place.last")`), "null");
  await phone.press("The old mast");
  await phone.sees("Under the third stone.");
  await phone.sees("TNX 73");
  await phone.press("How finds are believed");
  await phone.sees("from 30 minutes before your log to one minute after it");
  assert.deepEqual(phone.tab.complaints, []);
});

journey(
  "the list is there before a script runs, and stays where it is when the app has come",
  async (field, screen) => {
    await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    await hide(field.app, "OE1XYZ", { title: "By the river", lat: 48.3, lon: 16.4 });
    const phone = await field.phone({ screen });
    const row = `(() => {
    const row = [...document.querySelectorAll(".cache-row")].find((one) => one.innerText.startsWith("The old mast"));
    return row && document.fonts.status === "loaded" ? row.getBoundingClientRect().y : 0;
  })()`;
    // Further letters may be on their way whenever it is asked.
    const read = async () => {
      await phone.tab.until(`(globalThis.rowAt = ${row}) > 0`);
      return await phone.tab.evaluate("globalThis.rowAt") as number;
    };
    // The app's scripts do not arrive: what the server drew is read, and its links work.
    field.hold = ({ url }) => /\/assets\/main.*\.js$/.test(url);
    await phone.tab.send("Page.navigate", { url: `${field.url}/` });
    await phone.tab.until(
      `${row} > 0 && getComputedStyle(document.querySelector(".cache-row a")).display !== "inline"`,
    );
    await phone.sees("2 caches");
    const before = await read();
    field.hold = () => false;
    await phone.open("/");
    await phone.sees("Sort by distance");
    await phone.tab.until(`document.querySelectorAll(".cache-row").length === 2`);
    const after = await read();
    assert.ok(Math.abs(after - before) < 24, `it moved from ${before} to ${after}`);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["phone", "desktop"] },
);

journey(
  "somebody logs without signal, and it is sent once when the gateway is back",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", screen, place: PLACE });
    await phone.open("/");
    await phone.sees("1 cache");
    await phone.keeps("/api/caches?includeUnvetted=1");
    await phone.open(`/c/${code}`);
    await phone.sees("The old mast");
    await phone.ready();
    await phone.keeps(`/api/caches/${code}`);
    await phone.open(`/c/${code}/log`);
    await phone.sees("Position ± 8 m.");
    await phone.tab.count(`main a[href="/c/${code}/radio"]`);
    await field.unplug();
    await phone.fill("#text", "Found it in the rain");
    await phone.press("Log find");
    await phone.sees("Waits for the gateway");
    await phone.tab.until(`document.querySelector("[data-state=waiting]") !== null`);
    // The phone goes into the pocket and comes out again: the app opens with nothing to ask.
    await phone.open("/waiting");
    await phone.sees("No connection since");
    await phone.sees("Found it in the rain");
    // The cache's own page says that the find waits, and how it would go by radio instead.
    await phone.open(`/c/${code}`);
    await phone.sees("Your find is saved on this phone");
    await phone.press("Logging by radio");
    await phone.sees(`FOUND ${code} thanks`);
    await phone.sees("Send these as APRS messages to OE1SYS-15");
    // List and small map say it by the same sign, at once.
    const marks = (state: string) =>
      `[".small-map .mark-${state}", ".cache-row .kind-mark-${state}"].every((one) => document.querySelector(one) !== null)`;
    await phone.open("/");
    await phone.tab.until(marks("pending"));
    await phone.open("/waiting");
    field.plugIn();
    await phone.tab.until(`document.querySelector("[data-state=settled]") !== null`);
    await phone.sees("This find is location-verified.");
    await phone.tab.count("[data-state=settled] .evidence-thumb svg", 1);
    await phone.tab.count("[data-state=settled] time[title$=Z]", 2);
    const { logs } = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(logs.map((log: { text: string; tier: string }) => [log.text, log.tier]), [[
      "Found it in the rain",
      "B",
    ]]);
    // In the log book it stands with its time, and had it been sent hours later, with both; each with the whole of it.
    await phone.open(`/c/${code}`);
    await phone.tab.count(".log-card time", 1);
    field.app.db.writeNow((tx) =>
      field.app.db.sql<{ ago: number }>("UPDATE log SET found_at = found_at - :ago").run(tx, {
        ago: 8 * 3600,
      })
    );
    const [{ foundAt, createdAt }] = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs;
    await phone.open(`/c/${code}`);
    await phone.tab.count(".log-card time", 2);
    const exact = [foundAt, createdAt].map((at) => new Date(at * 1000).toISOString().replace(".000", ""));
    assert.deepEqual(
      await phone.tab.evaluate(`[...document.querySelectorAll(".log-card time")].map(({ title }) => title)`),
      exact,
    );
    await phone.sees("Logged ");
    assert.equal(
      await phone.tab.evaluate(`document.body.innerText.includes("Your find is saved on this phone")`),
      false,
    );
  },
);

journey("an answer is lost after the gateway has kept the log: it is there once", async (field, screen) => {
  const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
  const phone = await field.phone({ call: "OE3FND", screen });
  let lost = 0;
  field.lose = ({ method, url }) => method === "POST" && url.endsWith("/logs") && lost++ === 0;
  await phone.open(`/c/${code}/log`);
  await phone.press("Log find");
  await phone.tab.until(`document.querySelector("[data-state=settled]") !== null`);
  assert.equal(lost, 2);
  assert.equal((await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs.length, 1);
});

journey(
  "a page that dies while it sends leaves its log to the next one, within seconds",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open(`/c/${code}/log`);
    let asked = 0;
    field.hold = ({ method, url }) => method === "POST" && url.endsWith("/logs") && asked++ === 0;
    await phone.press("Log find");
    await phone.tab.until(`document.querySelector("[data-state=sending]") !== null`);
    await phone.open("/waiting");
    await phone.tab.until(`document.querySelector("[data-state=settled]") !== null`);
    assert.equal((await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs.length, 1);
  },
);

journey(
  "a log is on the phone at once though the line hangs and the phone's key is still unknown; it goes signed",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", screen });
    // Nothing that is sent gets an answer: neither the key nor the log.
    let asked = 0;
    field.hold = ({ method, url }) =>
      method === "POST" && /\/(keys\/register|logs)$/.test(url) && ++asked > 0;
    await phone.open(`/c/${code}/log`);
    await becomes("the key was sent", () => asked > 0);
    await phone.fill("#text", "In the rain");
    await phone.press("Log find");
    await phone.tab.count("[data-state=sending]");
    assert.equal(count(app, "device_key"), 0);
    assert.equal(count(app, "log"), 0);
    field.hold = () => false;
    await phone.open("/waiting");
    await phone.tab.count("[data-state=settled]");
    assert.equal(count(app, "device_key"), 1);
    const logs = app.db.sql<Record<string, never>, { text: string; signed: number }>(
      "SELECT l.text, l.signer_key = d.key AS signed FROM log l JOIN device_key d",
    ).all({});
    assert.deepEqual(logs.map(({ text, signed }) => [text, signed]), [["In the rain", 1]]);
  },
);

journey("a refused log stays, with the reason and what to do", async (field, screen) => {
  const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
  const phone = await field.phone({ call: "OE3FND", screen });
  await phone.open(`/c/${code}/log`);
  await phone.tab.count("#text");
  const owner = await field.app.signIn("OE1XYZ");
  await owner.patch(`/api/caches/${code}`, { status: "archived" });
  await phone.press("Log find");
  await phone.sees("Needs you");
  await phone.tab.count(".waiting-card .bad");
  await phone.press("Discard");
  await phone.sees("Nothing is waiting.");
  await phone.sees("What you do without a connection is kept here");
});

journey("a reader of German reads German, on the server's first paint too", async (field, screen) => {
  const { code } = await hide(field.app, "OE1XYZ", { title: "Der alte Mast", ...PLACE });
  const drawn = await field.app.visitor.get(`/c/${code}`, { "accept-language": "de-AT,de;q=0.9,en;q=0.5" });
  assert.match(drawn.text, /<html lang="de">/);
  assert.match(drawn.text, /Wann ein Fund gilt/);
  const phone = await field.phone({ screen, lang: "de" });
  await phone.open(`/c/${code}`);
  await phone.sees("Loggen");
  assert.equal(await phone.tab.evaluate("document.documentElement.lang"), "de");
});
