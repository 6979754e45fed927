/** What is searched for again and again is kept by this device: words, filters and order, one press away. */
import assert from "node:assert/strict";
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";

journey(
  "a search with its filter is kept, found again on the next visit, taken by one press, and forgotten",
  async ({ app, phone: take }, screen) => {
    await app.signIn("OE3AAA");
    await app.signIn("OE3BBB", { verified: false });
    await app.signIn("OE5CCC", { verified: false });
    const desk = await take({ call: SYSOP, screen });
    const calls = `[...document.querySelectorAll('[role=search] ~ .table-room tbody th')].map((one) =>
      one.innerText.trim()).join()`;
    await desk.open("/admin/people");
    await desk.tab.until(`(${calls}).includes("OE5CCC")`);
    assert.equal(await desk.tab.evaluate(`document.querySelector(".saved-searches")`), null);
    await desk.fill("#who", "OE3");
    await desk.tab.evaluate(`(() => {
      const one = document.querySelector("#who-0");
      one.value = "unverified";
      one.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    await desk.tab.until(`(${calls}) === "OE3BBB"`);
    await desk.press("Keep this search");
    await desk.sees("Forget this search");

    await desk.open("/admin/people");
    await desk.tab.until(`(${calls}).includes("OE5CCC")`);
    await desk.tab.press(`document.querySelector(".saved-searches button")`);
    await desk.tab.until(`(${calls}) === "OE3BBB"`);
    assert.equal(await desk.tab.evaluate(`document.querySelector("#who").value`), "OE3");
    assert.match(
      String(await desk.tab.evaluate(`document.querySelector(".saved-searches button").innerText`)),
      /“OE3” · /,
    );
    await desk.press("Forget this search");
    await desk.sees("Keep this search");
    await desk.open("/admin/people");
    await desk.tab.until(`(${calls}).includes("OE5CCC")`);
    assert.equal(await desk.tab.evaluate(`document.querySelector(".saved-searches")`), null);
    assert.deepEqual(desk.tab.complaints, []);
  },
  { devices: ["desktop"], besides: ["phone"] },
);
