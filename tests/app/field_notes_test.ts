/** Field notes on a phone: a file becomes drafts, which are sent; notes, lists and drafts wait where there is no signal. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

/** Waits until what the phone has written down to be sent is so: a box is ticked a moment before. */
const waitIn = (phone: Phone, so: string) =>
  phone.comes(`new Promise((done) => {
    indexedDB.open("service-gateway").onsuccess = ({ target: { result: db } }) => {
      db.transaction("outbox").objectStore("outbox").getAll().onsuccess = ({ target: { result: items } }) => {
        db.close();
        done(${so});
      };
    };
  })`);

journey(
  "a device's file becomes drafts, once; what is ready is sent through the queue",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", screen });
    const when = new Date(app.world.now() * 1000).toISOString();
    const lines = `${code},${when},Found it,"Two lines\\r\\nof moss"\\r\\nGCNONE,${when},Found it,\\r\\n`;
    // UTF-16LE with a mark, as a Garmin writes it.
    const take = `(() => {
      const units = Uint16Array.from("\\uFEFF${lines.replaceAll('"', '\\"')}", (one) => one.charCodeAt(0));
      const all = new DataTransfer(), field = document.querySelector("#field-notes");
      all.items.add(new File([units], "geocache_visits.txt"));
      field.files = all.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    })()`;
    await phone.open("/me/lists?tab=notes");
    await phone.ready();
    await phone.tab.until(`document.querySelector("#field-notes") !== null`);
    await phone.tab.evaluate(take);
    await phone.sees("2 visits are new.");
    await phone.sees("No cache here has the code GCNONE.");
    await phone.tab.until(`!document.querySelector("#field-notes").disabled`);
    await phone.tab.evaluate(take);
    await phone.sees("2 were here before.");
    await phone.press("Send the one that is ready");
    const logs = async () => (await app.visitor.get(`/api/caches/${code}/logs`)).body.logs;
    let sent: { kind: string; text: string }[] = [];
    await becomes("the draft is a log", async () => (sent = await logs()).length === 1);
    assert.deepEqual([sent[0]!.kind, sent[0]!.text], ["found", "Two lines\nof moss"]);
    // What became of it stands there, and leads to the log.
    await phone.tab.until(`document.querySelector('.field-notes a[href^="/find/"]') !== null`);
    await phone.sees("Logged");
    await phone.open("/me/lists?tab=notes");
    // What was sent waits no more; what matches nothing does.
    await phone.sees("One field note waits");
  },
  { devices: ["phone"] },
);

journey(
  "a note with solved coordinates, a list and what is ignored are kept on the phone without signal, and go once the gateway answers",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", screen }), owner = await app.signIn("OE3FND");
    assert.equal((await owner.post("/api/my/notebook/lists", { name: "Sunday" })).status, 201);
    await phone.open(`/c/${code}`);
    await phone.ready();
    await phone.sees("Notes and lists");
    await phone.tab.evaluate(
      `[...document.querySelectorAll("summary")].find((one) => one.textContent.includes("Notes and lists")).click()`,
    );
    await phone.tab.until(`document.querySelector("#kept-note") !== null`);
    await phone.sees("Sunday");
    await phone.keeps("/api/my/notebook");
    await field.unplug();
    await phone.fill("#kept-note", "Under the third stone");
    await phone.fill("#kept-place", "N 48 12.345 E 016 22.345");
    await phone.press("Save");
    await phone.tab.until(`document.querySelector("#kept-note")?.value === "Under the third stone"`);
    const isTicked = (words: string, on: boolean) =>
      phone.tab.until(`[...document.querySelectorAll(".cache-kept label")]
        .find((one) => one.innerText.includes("${words}"))?.querySelector("input").checked === ${on}`);
    await phone.press("Sunday");
    await isTicked("Sunday", true);
    await phone.press("Ignore this cache");
    await isTicked("Ignore this cache", true);
    await phone.press("Ignore this cache");
    await isTicked("Ignore this cache", false);
    // What was thought better of while it was being sent is told behind it.
    await waitIn(
      phone,
      `new Set(items.map(({ kind }) => kind)).size === 3 &&
        items.filter(({ kind }) => kind === "ignore").sort((a, b) => a.at - b.at).at(-1).body.on === false`,
    );
    // The page is opened anew while there is still no signal.
    await phone.open("/waiting");
    for (const words of ["your note", "your list", "ignoring"]) await phone.sees(words);
    field.plugIn();
    await phone.open("/waiting");
    type Kept = { notes: { text: string; lat: number }[]; lists: { codes: string[] }[]; ignored: string[] };
    let kept!: Kept;
    await becomes("the gateway has the note and the list", async () => {
      kept = (await owner.get("/api/my/notebook")).body;
      return kept.notes.length === 1 && kept.lists[0]!.codes.length === 1;
    });
    await phone.tab.until(`document.querySelectorAll(".waiting-card").length >= 3 &&
      document.querySelector('.waiting-card:not([data-state="settled"])') === null`);
    assert.deepEqual((await owner.get("/api/my/notebook")).body.ignored, []);
    assert.deepEqual(kept.lists[0]!.codes, [code]);
    const { notes } = kept;
    assert.equal(notes[0]!.text, "Under the third stone");
    assert.ok(Math.abs(notes[0]!.lat - 48.20575) < 1e-5);
  },
  { devices: ["phone"] },
);

journey(
  "a list is begun and ticked, a draft is mended and another one dropped without signal; all of it goes once the gateway answers",
  async (field, screen) => {
    const { app } = field;
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", screen }), owner = await app.signIn("OE3FND");
    const at = app.world.now();
    const visits = [["GCMEND", "Damp"], ["GCDROP", "By mistake"], ["GCGONE", "Dropped elsewhere"]];
    const brought = await owner.post("/api/my/field-notes", {
      notes: visits.map(([code, text]) => ({ code, at, kind: "note", text })),
    });
    assert.equal(brought.status, 200);
    const drafts = async (): Promise<{ id: number; code: string; text: string }[]> =>
      (await owner.get("/api/my/field-notes")).body.notes;
    const openKept = async () => {
      await phone.open(`/c/${code}`);
      await phone.sees("Notes and lists");
      await phone.press("Notes and lists");
      await phone.tab.until(`document.querySelector("#kept-note") !== null`);
    };
    /** Opens the row of a visit and presses a button of it. */
    const pressOf = async (visit: string, words: string) => {
      await phone.tab.until(`(() => {
        const row = [...document.querySelectorAll(".note-card")].find((one) => one.innerText.includes("${visit}"));
        if (row) row.querySelector("details").open = true;
        return row !== undefined;
      })()`);
      await phone.tab.press(`[...document.querySelectorAll(".note-card button")].find((one) =>
        one.innerText.trim() === "${words}" && one.closest("li").innerText.includes("${visit}"))`);
    };
    const showsNot = (words: string) => phone.tab.until(`!document.body.innerText.includes("${words}")`);
    await phone.open("/me/lists?tab=notes");
    await phone.ready();
    await phone.sees("GCMEND");
    await phone.keeps("/api/my/field-notes");
    await openKept();
    await phone.keeps("/api/my/notebook");
    await field.unplug();

    await phone.open("/me/lists");
    await phone.press("New list");
    await phone.fill("#list-name", " For the summer ");
    await phone.press("Start the list");
    await phone.sees("For the summer");
    await phone.sees("Waits for the gateway");
    await phone.fill("#list-name", "For the summer");
    await phone.press("Start the list");
    await phone.tab.until(`document.querySelector("#list-name").value === ""`);
    await phone.tab.count("li[data-begun=waiting]", 1);
    await openKept();
    await phone.press("For the summer");
    const isTicked = `[...document.querySelectorAll(".cache-kept label")]
      .find((one) => one.innerText.includes("For the summer"))?.querySelector("input").checked === true`;
    await phone.tab.until(isTicked);
    // A box is ticked before the phone has written it down.
    await waitIn(phone, "items.length === 2");
    await openKept();
    await phone.tab.until(isTicked);

    await phone.open("/me/lists?tab=notes");
    for (
      const [visit, text] of [["GCMEND", "Mended in the rain"], ["GCGONE", "Nobody reads this"]] as const
    ) {
      await pressOf(visit, "Edit");
      await phone.tab.count(".note-card textarea");
      await phone.write(".note-card textarea", text);
      await phone.press("Save this text");
      await phone.sees(text);
    }
    await pressOf("GCDROP", "Discard");
    await showsNot("GCDROP");
    await phone.open("/me/lists?tab=notes");
    await phone.sees("Mended in the rain");
    await showsNot("GCDROP");
    await phone.open("/waiting");
    await phone.sees("your field note");
    assert.equal((await drafts()).length, 3);

    // Meanwhile a draft is dropped on another device, and of the list the first answer is lost.
    const gone = (await drafts()).find((one) => one.code === "GCGONE")!;
    assert.equal((await owner.post("/api/my/field-notes/drop", { ids: [gone.id] })).body.dropped, 1);
    let lost = 0;
    field.lose = ({ method, url }) => method === "POST" && url.endsWith("/notebook/lists") && lost++ === 0;
    field.plugIn();
    await becomes("the gateway has the list and the drafts as they were left", async () => {
      const { lists } = (await owner.get("/api/my/notebook")).body, left = await drafts();
      return lists[0]?.codes.length === 1 && left.length === 1 && left[0]!.text === "Mended in the rain";
    });
    const { lists } = (await owner.get("/api/my/notebook")).body;
    assert.deepEqual(lists.map(({ name, codes }: { name: string; codes: string[] }) => [name, codes]), [
      ["For the summer", [code]],
    ]);
    assert.ok(lost > 1, "the list was sent a second time");
    // What was written for the draft that is gone says so, and is there to be copied.
    await phone.open("/waiting");
    await phone.tab.count(".waiting-card[data-state=needs_you]", 1);
    await phone.sees("There is no such field note");
    await phone.sees("Nobody reads this");
    await phone.sees("Copy the text");
    await phone.open("/me/lists");
    await phone.sees("For the summer");
    await phone.tab.count("li[data-begun]", 0);
    await phone.tab.count("main .entries > li > .entry .list-discs", 1);
  },
  { devices: ["phone"] },
);
