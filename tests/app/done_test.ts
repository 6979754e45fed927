/** "What was done": the way back stands there after a reload, and goes once it was taken. */
import assert from "node:assert/strict";
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

journey(
  "an operator takes back what was done, each thing where it stands, and sees what was done on reports and settings",
  async ({ app, phone: take }, screen) => {
    const tower = await hide(app, "OE1XYZ", { title: "The tower" });
    await app.signIn("OE3BAD");
    const removed = { kind: "cache", id: tower.id, reason: "it was reported" };
    await app.operator.post("/api/admin/moderation/remove", removed);
    await app.operator.post("/api/admin/moderation/accounts/OE3BAD/suspend", {
      ...{ reason: "rude on the air", category: "offensive" },
    });
    for (const value of ["11", "12"]) {
      assert.equal((await app.operator.put("/api/admin/settings/HIDE_DAILY_LIMIT", { value })).status, 200);
    }
    const phone = await take({ call: SYSOP, screen });
    const { tab } = phone;
    await phone.open("/admin/done");
    await phone.sees("Bring back");
    await phone.sees("End the suspension");
    // Of four acts three hold: the first value of the setting was changed since. Two links to sign in stand there too.
    await tab.count(".admin tbody tr", 6);
    await phone.press("Only what can be undone");
    await tab.count(".admin tbody tr", 3);
    await phone.press("Set it back");
    await phone.sees("Undone: HIDE_DAILY_LIMIT");
    const limit = async () =>
      (await app.operator.get("/api/admin/settings")).body.settings
        .find(({ key }: { key: string }) => key === "HIDE_DAILY_LIMIT").value;
    assert.equal(await limit(), "11");
    await phone.open("/admin/done");
    await phone.press("Bring back");
    await phone.sees(`Undone: ${tower.code} The tower`);
    assert.equal((await app.visitor.get(`/api/caches/${tower.id}`)).body.status, "disabled");
    await tab.until(
      `![...document.querySelectorAll("button")].some((one) => one.innerText === "Bring back")`,
    );
    await phone.press("End the suspension");
    await phone.sees("Undone: OE3BAD");
    assert.deepEqual(tab.complaints, []);
  },
);
