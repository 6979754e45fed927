/** A find that does not count is nowhere shown as one that does, and one that waits is not written twice. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const h1 = `document.querySelector("main h1")?.innerText.replace(/\\s+/g, " ")`;
const NOT_HERE = "does not count here: radio finds only";

journey(
  "a find by the phone's place at a cache for radio finds: no page says that it counts, and it may be logged again",
  async (field, screen) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE, minTrust: "A" });
    const phone = await field.phone({ call: "OE3FND", screen, place: PLACE });
    await phone.open(`/c/${code}/log`);
    await phone.sees("Only radio-verified finds count here.");
    await phone.sees("You are 0 m away.");
    await phone.press("Log find");
    // The moment and the outbox: no path is drawn of what nobody heard, and nothing is counted.
    await phone.sees("This find does not count here: radio finds only.");
    await phone.tab.until(`${h1} === "In the log book. It does not count here yet."`);
    await phone.sees(NOT_HERE);
    await phone.tab.count(".moment-wave, .moment-dots", 0);
    await phone.tab.count(".moment-arc", 1);
    const finder = await field.app.signIn("OE3FND");
    const logged = (await finder.get("/api/my/logged")).body;
    assert.deepEqual(logged.uncounted, logged.found);
    assert.equal(logged.found.length, 1);
    const { yourLog } = (await finder.get(`/api/caches/${code}`)).body;
    assert.deepEqual(yourLog, { found: true, counts: false, dnf: false });
    // The cache is still to be found.
    await phone.open(`/c/${code}`);
    await phone.sees("Your find here does not count yet. You can log it again.");
    await phone.tab.until(`document.querySelector(".act-bar").innerText.includes("Log")`);
    assert.equal(
      await phone.tab.evaluate(`document.body.innerText.includes("You have found this cache")`),
      false,
    );
    await phone.tab.count(".kind-mark-found", 0);
    await phone.tab.until(`document.querySelector(".log-head").innerText.includes("${NOT_HERE}")`);
    await phone.open("/");
    await phone.sees("logged, does not count yet");
    await phone.tab.count(".kind-mark-found", 0);
    await phone.open("/?new=1");
    await phone.sees("The old mast");
    // Verdict first on the find's own page, and nothing on it "counted".
    const id = (await finder.get(`/api/caches/${code}/logs`)).body.logs[0].id;
    await phone.open(`/find/${id}`);
    await phone.tab.until(`document.querySelector(".find-head > .tier").innerText === "${NOT_HERE}"`);
    await phone.tab.until(`${h1} === "OE3FND was there. Only the phone knows it."`);
    await phone.sees("0 m: did not count");
    await phone.tab.count(".evidence-yes, .evidence-yes-line", 0);
    // Nor in what a person did.
    await phone.open("/activity");
    await phone.sees(NOT_HERE);
    await phone.tab.count(".kind-mark-found", 0);
  },
);

journey(
  "a find 1.1 km off says what is known of it, and not that one was there",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", place: { lat: 48.21, lon: 16.37 } });
    await phone.open(`/c/${code}/log`);
    await phone.sees("You are 1.1 km away.");
    await phone.press("Log find");
    await phone.tab.until(`${h1} === "In the log book. Not proven yet."`);
    await phone.sees("Nothing proves this find");
    await phone.tab.count(".moment-wave, .moment-dots, .moment-spot", 0);
    const { id } = (await field.app.visitor.get(`/api/caches/${code}/logs`)).body.logs[0];
    await phone.open(`/find/${id}`);
    await phone.tab.until(`${h1} === "OE3FND says they were there. What is known was 1.1 km away."`);
  },
);

journey(
  "the way back from a saved log leads past its form; a form whose find waits says so, and offers no second one",
  async (field) => {
    const { code } = await hide(field.app, "OE1XYZ", { title: "The old mast", ...PLACE });
    const phone = await field.phone({ call: "OE3FND", place: PLACE });
    await phone.open(`/c/${code}`);
    await phone.ready();
    await phone.sees("The old mast");
    await field.unplug();
    await phone.press("Log");
    await phone.sees("You are 0 m away.");
    await phone.press("Log find");
    await phone.sees("Not sent yet.");
    // A path of dots: nobody has said yet that anybody heard it.
    await phone.tab.count(".moment-dots", 1);
    await phone.tab.count(".moment-wave", 0);
    await phone.tab.evaluate("history.back()");
    await phone.tab.until(`location.pathname === "/c/${code}"`);
    await phone.open(`/c/${code}/log`);
    await phone.sees("1 log of yours for this cache waits in the outbox.");
    const kinds =
      `[...document.querySelectorAll("input[name=kind]")].map((one) => one.closest("label").innerText.trim())`;
    assert.deepEqual(await phone.tab.evaluate(kinds), ["Not found", "Note", "Needs a look"]);
  },
);
