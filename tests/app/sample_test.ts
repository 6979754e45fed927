/** The sample of the first run: a cache and a find to look at, that nobody else hears of and that count for nobody. */
import assert from "node:assert/strict";
import type { TestApp } from "../kit/app.ts";
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";
import { DESKTOP } from "../kit/phone.ts";
import { find, hide } from "../kit/seed_game.ts";
import { seedOf } from "../routes/federation/instances.ts";

/** What others read of this instance: numbers, ranks, people, lists, and what neighbours pull. */
const OUTSIDE = [
  "/api/v1/stats",
  "/api/leaderboard",
  "/api/v1/leaderboard",
  "/api/activity",
  "/feeds/activity.xml",
  "/api/profile/OE1SYS",
  "/api/caches",
  "/federation/sync/summary",
  "/federation/sync/cache",
  "/federation/sync/find",
];
const outside = (app: TestApp) =>
  Promise.all(OUTSIDE.map(async (path) => {
    const { status, text } = await app.visitor.get(path);
    assert.equal(status, 200, path);
    return `${path} ${text}`;
  }));

journey(
  "a sample: its find is drawn as an example, raises no number, goes nowhere, and is removed with it",
  async ({ app, phone: take }, screen) => {
    // The game goes on beside it.
    const other = await hide(app, "OE1XYZ", { title: "A real one" });
    await find(app, "OE3NEW", other.code);
    await app.sysop();
    const before = await outside(app);

    const phone = await take({ call: SYSOP, screen, lang: "de" });
    await phone.open("/admin/first");
    await phone.press("3 Diese Instanz");
    // What is no locator is said to be none; half of one is not.
    await phone.fill("#first-grid", "JN");
    await phone.fill("#first-grid", "8X");
    await phone.sees("Das sieht nicht nach einem Locator aus.");
    assert.equal(await phone.tab.evaluate(`document.querySelector("[data-sample]")`), null);
    await phone.tab.evaluate(`document.querySelector("#first-grid").select()`);
    await phone.fill("#first-grid", "JN88");
    await phone.tab.until(`!document.body.innerText.includes("Das sieht nicht nach einem Locator aus.")`);
    await phone.press("5 Der erste Empfänger");
    await phone.sees("r/48.5/17.0/100");
    await phone.press("6 Ausprobieren");
    await phone.press("Beispiel anlegen");
    await phone.sees("Niemand hat ihn gefunden");
    // At a desk the focus stays where the button was.
    if (screen === DESKTOP) {
      await phone.tab.until(`document.activeElement.closest("[aria-label=Ausprobieren]") !== null`);
    }
    // One report counted, two did not: the drawing has the line of the one, and the list says why.
    await phone.tab.count("[data-sample=find] svg .evidence-ring");
    await phone.tab.count("[data-sample=find] svg .evidence-yes-line");
    await phone.tab.count("[data-sample=find] li", 3);
    await phone.sees("sie ist 400 m entfernt, erlaubt sind 150 m");
    await phone.sees("Funkbestätigt: N0CALL-10 hat N0CALL-7 direkt gehört, 50 m");
    assert.equal(await phone.tab.evaluate(`document.querySelector("[data-sample=find] [lang=en]")`), null);
    const code = await phone.tab.evaluate(
      `document.querySelector("[aria-label=Ausprobieren] a[href^='/c/']").href.split("/").pop()`,
    );
    const made = (await app.visitor.get(`/api/caches/${code}`)).body;
    assert.deepEqual([made.scope, made.unlisted, made.finds], ["local", true, 0]);
    assert.deepEqual(await outside(app), before);

    // The drawing is there again when the page is opened anew.
    await phone.open("/admin/first");
    await phone.tab.count("[data-sample=find] svg.evidence-picture");
    await phone.press("Beispiel entfernen");
    await phone.tab.count("[data-state=done][aria-label=Ausprobieren]");
    await phone.tab.count("[data-sample=find]", 0);
    assert.equal((await app.visitor.get(`/api/caches/${code}`)).status, 410);
    assert.deepEqual(await outside(app), before);
    assert.deepEqual(phone.tab.complaints, []);
  },
  {
    // At a desk the focus is looked at too.
    devices: ["desktop"],
    besides: ["phone"],
    env: { FED_PRIVATE_KEY: seedOf("club.example"), INSTANCE_ID: "club.example" },
  },
);
