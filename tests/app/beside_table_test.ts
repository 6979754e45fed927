/** A table of administration beside one of its rows: still a table, with fewer columns, and its row is marked. */
import assert from "node:assert/strict";
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";

journey(
  "beside a person the list of people stays a table of three columns, newest first, with the current row marked",
  async ({ app, phone: take }, screen) => {
    for (const call of ["OE3AAA", "OE3BBB", "OE3CCC"]) {
      await app.signIn(call);
      app.world.pass(60);
    }
    const desk = await take({ call: SYSOP, screen });
    await desk.open("/admin/people");
    await desk.tab.until(`document.querySelector('a[href="/admin/people/OE3BBB"]') !== null`);
    const heads = `[...document.querySelectorAll(".pane-list table.cards")][0]
      .querySelectorAll("thead th:not([hidden])")`;
    const seen = `[...${heads}].filter((one) => one.offsetWidth > 0).length`;
    const alone = Number(await desk.tab.evaluate(seen));
    assert.ok(alone >= 8, String(alone));
    await desk.tab.click('a[href="/admin/people/OE3BBB"]');
    await desk.tab.until(`document.querySelector(".pane-detail") !== null && ${seen} === 3`);
    const rows = `[...document.querySelectorAll(".pane-list table.cards")[0].querySelectorAll("tbody tr")]`;
    const look = await desk.tab.evaluate(`JSON.stringify(${rows}.map((one) =>
      [one.querySelector("th a")?.innerText, getComputedStyle(one).display, getComputedStyle(one).backgroundColor !== "rgba(0, 0, 0, 0)"]))`);
    const calls = JSON.parse(String(look)) as [string, string, boolean][];
    assert.ok(calls.every(([, display]) => display === "table-row"), String(look));
    assert.deepEqual(calls.filter(([, , marked]) => marked).map(([call]) => call), ["OE3BBB"]);
    const order = calls.map(([call]) => call).filter((call) => call?.startsWith("OE3"));
    assert.deepEqual(order, ["OE3CCC", "OE3BBB", "OE3AAA"]);
    const height = Number(await desk.tab.evaluate(`Math.max(...${rows}.map((one) => one.offsetHeight))`));
    assert.ok(height < 90, `a row is ${height} px high`);
    assert.deepEqual(desk.tab.complaints, []);
  },
  { devices: ["desktop"] },
);
