/** My caches: what needs their owner comes first, then by state. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { judged } from "../kit/judged.ts";
import { hide } from "../kit/seed_game.ts";

journey(
  "one's own caches begin with what needs one: a look, a draft; then those that are looked for, and those that are off",
  async (field, screen) => {
    const at = { lat: 48.2, lon: 16.37 };
    await hide(field.app, "OE1OWN", { title: "All well", ...at });
    const broken = await hide(field.app, "OE1OWN", { title: "Lid broken", ...at });
    await hide(field.app, "OE1OWN", { title: "Begun", status: "draft", ...at });
    const off = await hide(field.app, "OE1OWN", { title: "In the flood", ...at });
    const owner = await field.app.signIn("OE1OWN"), finder = await field.app.signIn("OE3FND");
    assert.equal((await owner.patch(`/api/caches/${off.code}`, { status: "disabled" })).status, 200);
    const look = { kind: "look", text: "The lid is broken." };
    assert.equal((await finder.post(`/api/caches/${broken.code}/logs`, look)).status, 201);
    const phone = await field.phone({ call: "OE1OWN", screen });
    await phone.open("/me/caches");
    await phone.sees("All well");
    const groups = `[...document.querySelectorAll("section:has(> .own-list)")].map((one) =>
      [one.querySelector(".caps").textContent, ...[...one.querySelectorAll(".entry-words > :first-child")].map((name) => name.textContent).sort()])`;
    assert.deepEqual(await phone.tab.evaluate(groups), [
      ["Needs you · 2", "Begun", "Lid broken"],
      ["Active · 1", "All well"],
      ["Switched off · 1", "In the flood"],
    ]);
    await phone.sees("Go on");
    assert.deepEqual(await judged(phone), []);
  },
);
