/** What waits on a phone is in its person's hands: changed, discarded and taken back, sent by radio instead. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { find, hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

journey(
  "a log that waits is changed, discarded, taken back, sent by radio, and after all by the phone",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const logs = async () => (await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs;
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open(`/c/${code}/log`);
    await phone.ready();
    await phone.tab.until(`document.querySelector("#text") !== null`);
    await field.unplug();
    await phone.press("Not found");
    await phone.fill("#text", "Nass");
    await phone.press("Save");
    await phone.sees("Waits for the gateway");
    await phone.press("Edit");
    await phone.tab.until(`document.querySelector("textarea") !== null`);
    await phone.tab.evaluate(`document.querySelector("textarea").select()`);
    await phone.tab.send("Input.insertText", { text: "Überall Moos" });
    await phone.press("Save");
    await phone.tab.until(`document.querySelector("textarea") === null`);
    await phone.sees("Überall Moos");
    await phone.press("Discard");
    await phone.sees("Nothing is waiting.");
    // It can be taken back after the phone was put away, too.
    await phone.open("/waiting");
    await phone.press("Bring back");
    await phone.sees("1 thing waits");
    await phone.press("Send by radio");
    await phone.sees(`DNF ${code} Ueberall Moos`);
    await phone.sees("Send this text as an APRS message to OE1SYS-15");
    await phone.press("I sent it");
    await phone.tab.until(`document.querySelector(".radio-text") === null`);
    await phone.sees("Sent by radio, as you said");
    field.plugIn();
    await phone.open("/");
    await phone.sees("1 cache");
    assert.deepEqual(await logs(), [], "what went by radio is not sent as well");
    await phone.open("/waiting");
    await phone.press("Send it over the network instead");
    await phone.tab.until(`document.querySelector("[data-state=settled]") !== null`);
    const [log] = await logs();
    assert.deepEqual([log.kind, log.text], ["DNF", "Überall Moos"]);
    assert.ok(log.author.signedAt, "the changed text is signed, with the time of the tap");
  },
  { devices: ["phone"] },
);

journey(
  "a log whose answer was lost says at each change that it may be there already",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open(`/c/${code}/log`);
    await phone.ready();
    let sent = 0;
    field.lose = ({ method, url }) => method === "POST" && url.endsWith("/logs") && sent++ >= 0;
    await phone.press("Not found");
    await phone.fill("#text", "Nass");
    await phone.press("Save");
    await becomes("it was sent, and the answer lost", () => sent > 0);
    await field.unplug();
    for (const text of ["Feucht", "Trocken"]) {
      await phone.sees("Waits for the gateway");
      await phone.press("Edit");
      await phone.sees("It may have arrived already; then the first text stays.");
      await phone.write("textarea", text);
      await phone.press("Save");
      await phone.tab.until(`document.querySelector("textarea") === null`);
      await phone.sees(text);
    }
    field.lose = () => false;
    field.plugIn();
    await phone.tab.count("[data-state=settled]", 1);
    const { logs } = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(logs.map(({ text }: { text: string }) => text), ["Nass"]);
  },
  { devices: ["phone"] },
);

journey(
  "a long log book to its end, again without a connection; a find that is there already leads to the first one",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const first = await find(field.app, "OE3FND", code, { text: "First" });
    for (let i = 0; i < 54; i++) {
      await find(field.app, `OE5A${String.fromCharCode(65 + i / 26, 65 + i % 26)}`, code);
    }
    const phone = await field.phone({ call: "OE3FND", screen });
    const cards = () => phone.tab.count(".log-card", 55);
    const kept = (pages: number) => phone.keeps(`/api/caches/${code}/logs`, pages);
    await phone.open(`/c/${code}`);
    await phone.ready();
    await phone.tab.count(".log-card", 50);
    await phone.press("Show older ones");
    await cards();
    await phone.tab.until(`document.querySelector(".logs > button") === null`);
    await kept(2);
    await field.unplug();
    await phone.open(`/c/${code}`);
    await phone.press("Show older ones");
    await cards();
    await phone.sees("First");
    // The connection is back and the first page has changed: as many older ones are read, and kept for the next time.
    await find(field.app, "OE5ZZZ", code);
    field.plugIn();
    await phone.tab.count(".log-card", 56);
    await kept(3);
    await field.unplug();
    await phone.open(`/c/${code}`);
    await phone.press("Show older ones");
    await phone.tab.count(".log-card", 56);
    field.plugIn();
    await phone.open(`/c/${code}/log`);
    await phone.fill("#text", "Again");
    // A note is what is offered to whoever found it already; somebody may insist.
    await phone.press("Found");
    await phone.press("Log find");
    await phone.sees("You have found this cache already.");
    await phone.press("The first find");
    await phone.tab.until(`location.pathname === "/find/${first.id}"`);
  },
  { devices: ["phone"] },
);

journey("a phone whose clock is wrong says by how much, and which way", async (field, screen) => {
  const phone = await field.phone({ screen });
  await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: "const real = Date.now; Date.now = () => real() + 4 * 60_000;",
  });
  await phone.open("/");
  await phone.sees("This device's clock is 4 minutes ahead. Times are corrected.");
}, { devices: ["phone"] });

journey(
  "packets vanish: it knocks beside the log that hangs, gives it up when one is answered, and sends it again",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", screen, place: PLACE });
    await phone.open(`/c/${code}/log`);
    await phone.ready();
    await phone.sees("Position ± 8 m.");
    let vanishes = true;
    const hanging: Request[] = [];
    field.hold = (request) => {
      if (vanishes) hanging.push(request);
      return vanishes;
    };
    const asked = (path: string) => hanging.filter(({ url }) => new URL(url).pathname === path).length;
    await phone.fill("#text", "In the gorge");
    await phone.press("Log find");
    await phone.sees("Will probably count as: location-verified. The phone was 0 m from the cache.");
    await phone.sees("No receiver has ever heard anything within about ten kilometres of this place.");
    await phone.sees("Saved on this phone");
    const path = `/api/caches/${code}/logs`;
    await becomes("knocks beside the log", () => asked("/api/start") > 0 && asked(path) > 0);
    assert.equal(asked(path), 1, "the log itself still hangs");
    vanishes = false;
    await phone.tab.count("[data-state=settled]", 1);
    const { logs } = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body;
    assert.deepEqual(logs.map(({ text, tier }: { text: string; tier: string }) => [text, tier]), [[
      "In the gorge",
      "B",
    ]]);
    // Once it was seen it leaves the phone, with its answer.
    await phone.sees("Finished entries leave this list");
    await phone.comes(`${changeItems(`(item) => item.seen && { ...item, seen: item.seen - 601 }`)}`);
    await phone.open("/waiting");
    await phone.sees("Nothing is waiting.");
    await phone.comes(`${changeItems("(item) => item")}.then((some) => !some)`);
  },
  { devices: ["phone"] },
);

/** Changes what the phone keeps of the queue, as another page would; gives whether there was anything to change. */
const changeItems = (change: string) =>
  `new Promise((done) => {
    indexedDB.open("service-gateway").onsuccess = ({ target: { result: db } }) => {
      const store = db.transaction("outbox", "readwrite").objectStore("outbox");
      store.getAll().onsuccess = ({ target: { result } }) => {
        const changed = result.map(${change}).filter(Boolean);
        for (const item of changed) store.put(item);
        store.transaction.oncomplete = () => { db.close(); done(changed.length > 0); };
      };
    };
  })`;

journey(
  "the text of a refused log can be copied, also where the browser lets no page copy",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", screen });
    const { browserContextId } = (await phone.tab.send("Target.getTargetInfo")).targetInfo;
    await phone.tab.send("Browser.grantPermissions", {
      ...{
        origin: field.url,
        permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"],
        browserContextId,
      },
    });
    await phone.open(`/c/${code}/log`);
    await phone.fill("#text", "Dry & well\nabove all");
    // Its owner archives it meanwhile, so the find is refused.
    const owner = await field.app.signIn("OE1XYZ");
    assert.equal((await owner.patch(`/api/caches/${code}`, { status: "archived" })).status, 200);
    await phone.press("Log find");
    await phone.sees("Needs you");
    await phone.press("Copy the text");
    await phone.sees("Copied");
    assert.equal(await phone.tab.evaluate("navigator.clipboard.readText()"), "Dry & well\nabove all");
    await phone.tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })",
    });
    await phone.open("/waiting");
    await phone.press("Select all");
    assert.equal(
      await phone.tab.evaluate(`(({ value, selectionStart, selectionEnd }) =>
      value.slice(selectionStart, selectionEnd))(document.querySelector(".copy-out textarea"))`),
      "Dry & well\nabove all",
    );
    // What was refused stays in sight until its person decides.
    await phone.press("Discard");
    await phone.sees("Discarded.");
  },
  { devices: ["phone"] },
);
