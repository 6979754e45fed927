/** One's own devices: named, told apart by when they were used, and a second phone that is let in by a code. Real Chromium. */
import assert from "node:assert/strict";
import { judged } from "../kit/judged.ts";
import { journey } from "../kit/journey.ts";

journey(
  "a device is named, and a second phone is let in by a code that the first one shows",
  async (field, screen) => {
    const phone = await field.phone({ call: "OE3FND", screen });
    await phone.open("/me/access");
    await phone.tab.until(`document.querySelector("#devices")?.innerText.includes("this device")`);
    await phone.press("Name");
    await phone.tab.until(`document.querySelector("#devices input") !== null`);
    await phone.tab.evaluate(`document.querySelector("#devices input").focus()`);
    await phone.tab.send("Input.insertText", { text: "Anna's phone" });
    await phone.press("Save");
    await phone.sees("Anna's phone");
    await phone.press("Show a code");
    await phone.tab.until(`document.querySelector("svg.qr") !== null`);
    assert.deepEqual(await judged(phone), []);
    const link = await phone.tab.evaluate(`document.querySelector(".copy-text code").innerText`) as string;
    const second = await field.phone({ screen });
    await second.tab.send("Page.navigate", { url: link });
    await second.sees("Sign in");
    await second.press("Sign in");
    await second.tab.until(`document.querySelector(".top-me")?.innerText.includes("OE3FND")`);
    await second.open("/me/access");
    await second.tab.until(`document.querySelectorAll("#devices > li").length === 2`);
    // Each says of itself alone that it is this one, and the first one was used just now.
    const rows = () =>
      second.tab.evaluate(
        `[...document.querySelectorAll("#devices > li")].map((one) => one.innerText)`,
      ) as Promise<
        string[]
      >;
    const [first, other] = await rows();
    assert.match(first!, /Anna's phone[\s\S]*used just now/);
    assert.match(other!, /this device/);
    // Removed there, the first one's key is gone; the session on it stays.
    await second.press("Remove");
    await second.press("Remove the device");
    await second.tab.until(`document.querySelectorAll("#devices > li").length === 1`);
    assert.doesNotMatch((await rows())[0]!, /Anna/);
  },
);
