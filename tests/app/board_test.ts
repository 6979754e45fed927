/** The board of administration and the wall of a club room: what is broken in one screen, and what can be read at five metres. */
import assert from "node:assert/strict";
import { apart, endsOf, placeIn } from "../../src/client/admin/overview/chart.tsx";
import { stretchesOf } from "../../src/client/admin/overview/trend_lines.ts";
import admin from "../../src/words/en/admin.json" with { type: "json" };
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";
import { inField } from "../kit/phone.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { missing } from "../kit/test_data.ts";
import { find, hide } from "../kit/seed_game.ts";
import { enrolBox, rf } from "../kit/boxes.ts";

Deno.test("what was not counted between what was is a gap; before the first and at the last bar there is none", () => {
  assert.deepEqual(stretchesOf([undefined, undefined, 1, undefined, undefined, 2, undefined]), [
    { first: 3, count: 2 },
  ]);
  assert.deepEqual(stretchesOf([undefined, undefined]), []);
  assert.deepEqual(stretchesOf([0, undefined, 0, undefined, 0]).map(({ first }) => first), [1, 3]);
});

Deno.test("a time has its place on the line, and none beside it", () => {
  const now = 1_790_000_000, ends = endsOf("day", now);
  assert.equal(placeIn(ends.from, ends), 0);
  assert.equal(placeIn((ends.from + ends.to) / 2, ends), 50);
  assert.equal(placeIn(ends.from - 1, ends), undefined);
  assert.equal(placeIn(ends.to + 1, ends), undefined);
});

Deno.test("pins of what happened at one time stand beside each other, the newest where it was", () => {
  const [a, b, c, d] = apart([99, 99, undefined, 20]);
  assert.deepEqual([a, c, d], [99, undefined, 20]);
  assert.ok(a! - b! > 2);
});

Deno.test({
  name: "at 1440 by 900 lights, open lines by harm, the last day and what happened stand in one screen",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async ({ app, phone: take }) => {
      const box = await enrolBox(app, "hut", { sites: ["OE9HUT-1"] });
      const heard = rf(app, "OE2FND-7>APRS,OE9HUT-1*:!4812.00N/01622.20E[", "OE9HUT-1");
      await box.post("/ingest", { packets: [heard] });
      app.world.lives.failed("mail", "ECONNREFUSED 127.0.0.1:587");
      for (const name of ["trends", "lights"]) await app.jobs.find((job) => job.name === name)!.run();
      const desk = await take({ call: SYSOP, screen: { width: 1440, height: 900 } }), { tab } = desk;
      await desk.open("/admin");
      await tab.count(".day-packets .chart");
      await tab.until(`document.querySelector(".happened li a[href='/admin/mail']") !== null`);
      const seen = await tab.evaluate(`(() => {
        const foot = (selector) => Math.round(document.querySelector(selector).getBoundingClientRect().bottom);
        const tops = [...document.querySelectorAll(".control .light dl > div")].filter((one) =>
          one.getClientRects().length > 0).map((one) => Math.round(one.getBoundingClientRect().top));
        return {
          feet: [".board-head", ".light dl", ".board-open", ".board-day", ".board-done"].map(foot),
          rows: new Set(tops).size,
          lamps: tops.length,
          main: document.querySelectorAll(".control .button-main").length,
          marks: [...document.querySelectorAll("#checklist > .check-list > li .mark")].map((one) => one.className),
        };
      })()`) as { feet: number[]; rows: number; lamps: number; main: number; marks: string[] };
      assert.ok(Math.max(...seen.feet) <= 900, JSON.stringify(seen));
      assert.equal(seen.rows, 1, "the lights stand in one row");
      assert.ok(seen.lamps >= 10);
      assert.equal(seen.main, 1, "one green button: that of the worst line");
      const order = seen.marks.map((mark) => mark.includes("mark-bad") ? 0 : 1);
      assert.deepEqual(order, order.toSorted((a, b) => a - b), "by harm");
      // Keys go along the line, and say time and value.
      await tab.evaluate(`document.querySelector(".day-packets .chart-room").focus()`);
      const read = () =>
        tab.evaluate(`document.querySelector(".day-packets .chart-room").getAttribute("aria-valuetext")`);
      const last = await read(), bars = [String(last)];
      for (const key of ["ArrowLeft", "ArrowLeft"]) {
        await tab.send("Input.dispatchKeyEvent", { type: "keyDown", key });
        await tab.send("Input.dispatchKeyEvent", { type: "keyUp", key });
        bars.push(String(await read()));
      }
      // What was counted is of the minute before: where a bar has begun since, it is that of the bar before.
      assert.match(bars.slice(0, 2).join("\n"), /\d: \d/);
      await tab.count(".day-packets .chart-said");
      assert.notEqual(await read(), last);
      // A mark on the line leads to where one reads more.
      await tab.until(`document.querySelector(".chart-pins a[href='/admin/mail']") !== null`);
      // Of a series of which nothing is known nothing is drawn.
      assert.equal(
        await tab.evaluate(`[...document.querySelectorAll(".trend")].every((one) =>
          one.querySelector("strong").innerText !== ${
          JSON.stringify(admin["trend.unknown"])
        } || !one.querySelector("svg"))`),
        true,
      );
      assert.deepEqual(tab.complaints, []);
    }),
});

Deno.test({
  name:
    "the wall of a television says the last find, words to all, the weather and who is silent, in letters of 24 pixels or more, and turns by itself",
  ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inField(async ({ app, phone: take }) => {
      const { code } = await hide(app, "OE1XYZ", { title: "A reef in the quarry" });
      await find(app, "OE3FND", code, { text: "Found" });
      const box = await enrolBox(app, "hut", { sites: ["OE9HUT-1"] });
      await box.post("/ingest", {
        packets: [
          rf(app, "OE3XWX-13>APRS,OE9HUT-1*:@111111z4812.50N/01622.43E_220/004g005t077b09900", "OE9HUT-1"),
        ],
      });
      // Whoever hangs it up signs in nowhere.
      const wall = await take({ screen: { width: 1920, height: 1080 } });
      await wall.tab.send("Page.navigate", { url: `${wall.url}/wall` });
      await wall.sees("A reef in the quarry");
      await wall.sees("OE3FND");
      await wall.sees("25 °C");
      await wall.sees("To all".toUpperCase());
      const small = await wall.tab.evaluate(`(() => {
        const walker = document.createTreeWalker(document.querySelector(".wall"), NodeFilter.SHOW_TEXT);
        const small = [];
        while (walker.nextNode()) {
          const { parentElement: of, data } = walker.currentNode;
          if (!data.trim() || of.closest("svg, .unseen") || of.getClientRects().length === 0) continue;
          if (parseFloat(getComputedStyle(of).fontSize) < 24) small.push(data);
        }
        return small;
      })()`);
      assert.deepEqual(small, []);
      const view = () => wall.tab.evaluate(`document.querySelector(".wall-main").ariaLabel`);
      const first = await view();
      await wall.tab.until(`document.querySelector(".wall-main").ariaLabel !== ${JSON.stringify(first)}`);
      assert.equal(
        await wall.tab.evaluate(`document.documentElement.scrollHeight <= innerHeight`),
        true,
        "nothing scrolls",
      );
      assert.deepEqual(wall.tab.complaints, []);
    }),
});

journey("a phone has the worst line first, then the lights", async ({ app, phone: take }, screen) => {
  app.world.lives.failed("mail", "ECONNREFUSED");
  const phone = await take({ call: SYSOP, screen });
  await phone.open("/admin");
  await phone.tab.until(`document.querySelector("#checklist .check-list li") !== null`);
  assert.equal(
    await phone.tab.evaluate(`document.querySelector("#checklist").getBoundingClientRect().top <
      document.querySelector(".light dl").getBoundingClientRect().top`),
    true,
  );
});
