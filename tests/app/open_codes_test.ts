/** The operator shows a code again and sees how far the box with it is. */
import assert from "node:assert/strict";
import { sha256Hex } from "../../src/base/mod.ts";
import { SYSOP } from "../kit/app.ts";
import { enrolment, newKey } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";

journey(
  "a code that went with its page is shown again, and the box with it is seen coming",
  async ({ app, phone: take }, screen) => {
    const phone = await take({ call: SYSOP, screen });
    await phone.open("/admin/receivers");
    await phone.fill("#add-label", "Hut on the hill");
    await phone.press("Make a code");
    await phone.sees("Not heard from the box yet.");
    const inFull = `document.querySelector(".big-code")?.innerText`;
    const code = String(await phone.tab.evaluate(inFull));
    await phone.open("/admin/receivers");
    await phone.sees("Open codes");
    assert.equal(await phone.tab.evaluate(inFull), undefined);
    await phone.press("Show it again");
    await phone.tab.until(`${inFull} === ${JSON.stringify(code)}`);
    // What the box says is read without a press.
    const advance = (step: string, counts = {}) =>
      app.visitor.post("/ingest/enroll/progress", {
        ...{ digest: sha256Hex(code.replaceAll("-", "")), step, ...counts },
      });
    await advance("reached");
    await phone.sees("The box reaches this gateway, and its code fits (");
    await advance("listening", { frames: 8, direct: 6 });
    await phone.sees("The box listens: 8 packets, 6 of them direct (");
    await app.visitor.post("/ingest/enroll", enrolment(app, code, "hut", newKey()));
    await phone.sees("Hut on the hill has joined.");
    await phone.tab.until(`!document.body.innerText.includes("Open codes")`);
    assert.deepEqual(phone.tab.complaints, []);
  },
  { devices: ["desktop"], besides: ["phone"] },
);
