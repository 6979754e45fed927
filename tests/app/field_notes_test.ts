/** Field notes on a phone: a file becomes drafts, which are mended and sent; a note of a cache waits where there is no signal. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";
import { becomes } from "../kit/waits.ts";

const PLACE = { lat: 48.2, lon: 16.37 };

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
    await phone.open("/me/logs");
    await phone.ready();
    await phone.tab.until(`document.querySelector(".field-notes") !== null`);
    await phone.tab.evaluate(`document.querySelector(".field-notes").open = true`);
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
    await phone.open("/me/logs");
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
