/** First steps: one is open at a time, the page begins again where it was left, and what the host's file holds is written by a button. */
import assert from "node:assert/strict";
import en from "../../src/words/en/admin.json" with { type: "json" };
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";

journey(
  "one step is open, another closes it; where it was left it begins again, and a step is done only when it is",
  async ({ app, phone: take }) => {
    await app.sysop();
    const phone = await take({ call: SYSOP, lang: "en" }), { tab } = phone;
    const open = (title: string | undefined) =>
      tab.until(
        `[...document.querySelectorAll(".first-card:has([aria-expanded=true])")].map((one) => one.ariaLabel).join() === ${
          JSON.stringify(title ?? "")
        }`,
      );
    await phone.open("/admin/first");
    await open(en["first.reach"]);
    // Nobody has a passkey here: that step is not done by who looks at it.
    await tab.count(".first-card[data-state=done]", 0);
    await phone.press(`2 ${en["first.you"]}`);
    await open(en["first.you"]);
    await phone.sees("is confirmed as operator");
    await phone.press(`3 ${en["first.place"]}`);
    await open(en["first.place"]);
    await phone.write("#first-club", "Hill Top Radio Club");
    await phone.press(en["first.club.save"]);
    await phone.sees(en["first.club.saved"]);
    assert.equal((await app.visitor.get("/api/start")).body.name, "Hill Top Radio Club");
    await phone.open("/admin/first");
    await open(en["first.place"]);
    assert.equal(await tab.evaluate(`document.querySelector("#first-club").value`), "Hill Top Radio Club");
    await phone.press(en["first.skip"]);
    await tab.count(".first-card[data-state=skipped]", 1);
    await phone.press(en["first.next"]);
    await open(en["first.second"]);
    await phone.press(`4 ${en["first.second"]}`);
    await open(undefined);
    assert.deepEqual(tab.complaints, []);
  },
);
