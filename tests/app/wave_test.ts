/** A wave of newcomers at the desk: who proved no call is chosen and suspended in one act, which one press takes back. */
import assert from "node:assert/strict";
import admin from "../../src/words/en/admin.json" with { type: "json" };
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";

journey(
  "newcomers are chosen, suspended in one act and let go again; members among them stay as they are",
  async ({ app, phone: take }, screen) => {
    await app.signIn("OE3MEM");
    const wave = ["OE9AAB", "OE9AAC", "OE9AAD"];
    for (const call of wave) await app.signIn(call, { verified: false });
    const suspended = () => wave.filter((call) => app.accounts.holder(call)?.suspended === true);
    const desk = await take({ call: SYSOP, screen });
    await desk.open("/admin/people");
    await desk.tab.until(`document.querySelector(".chosen input") !== null`);
    await desk.tab.press(`document.querySelector(".chosen label")`);
    await desk.sees("Suspend 3");
    assert.equal(
      await desk.tab.evaluate(`getComputedStyle(document.querySelector(".chosen")).position`),
      "sticky",
    );
    await desk.press("Suspend 3");
    await desk.sees("2 of those chosen are left out");
    await desk.fill("#suspend-several-why", "A wave of spam");
    await desk.press("Yes: Suspend 3");
    await desk.sees("3 are suspended.");
    assert.deepEqual(suspended(), wave);
    assert.equal(app.accounts.holder("OE3MEM")?.suspended, false);
    await desk.press(admin["several.lift"]);
    await desk.tab.until(`!document.body.innerText.includes(${JSON.stringify(admin["several.lift"])})`);
    assert.deepEqual(suspended(), []);
    // Nobody of them has written anything: that is said, and nothing is cleared.
    await desk.tab.press(`document.querySelector(".chosen label")`);
    await desk.press("Clear what 3 wrote");
    await desk.fill("#clear-several-why", "A wave of spam");
    await desk.press("Yes: Clear what 3 wrote");
    await desk.sees("No new account with files holds this callsign.");
    assert.deepEqual(suspended(), []);
    // Browsers tell of the refusal, too.
    assert.deepEqual(desk.tab.complaints.filter((one) => !one.includes("409 (Conflict)")), []);
  },
  { devices: ["desktop"] },
);
