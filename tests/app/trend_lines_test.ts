/** Bars of the trends: which bar a time belongs to, gaps, what a bar says; and where they are drawn. */
import assert from "node:assert/strict";
import { barsOf, pathOf, SPANS, sumOf } from "../../src/client/admin/overview/trend_lines.ts";
import admin from "../../src/words/en/admin.json" with { type: "json" };
import { SYSOP } from "../kit/app.ts";
import { journey } from "../kit/journey.ts";

const NOW = 1_790_000_000 - 1_790_000_000 % 86_400 + 36_000; // ten in the morning, UTC
const BAR = SPANS.day.bar;

Deno.test("a bar holds what began in its quarter of an hour, the newest bar the one that still runs", () => {
  const told = {
    at: [NOW - 86_400 - 1, NOW - 86_400 + BAR, NOW - 60, NOW, NOW + 60],
    values: [9, 1, 2, 3, 4],
  };
  const bars = barsOf(told, "sum", "day", NOW + 60);
  assert.equal(bars.length, 96);
  assert.deepEqual([bars[0], bars[1], bars.at(-2), bars.at(-1)], [1, undefined, 2, 7]);
  assert.equal(sumOf(bars, "sum"), 10, "what is older than a day has no bar");
});

Deno.test("a level's bar is its worst value, and its number the newest", () => {
  const told = { at: [NOW, NOW + 60, NOW - BAR], values: [5, 7, 11] };
  assert.deepEqual(barsOf(told, "max", "day", NOW + 60).slice(-2), [11, 7]);
  assert.deepEqual(barsOf(told, "min", "day", NOW + 60).slice(-2), [11, 5]);
  assert.equal(sumOf(barsOf(told, "min", "day", NOW + 60), "min"), 5);
  assert.equal(sumOf([undefined], "max"), undefined);
});

Deno.test("what is not known has no bar, and nothing is drawn of nothing", () => {
  assert.deepEqual(barsOf({ at: [NOW], values: [null] }, "sum", "day", NOW).at(-1), undefined);
  assert.equal(pathOf([undefined, 0, 0], 10, 10), "");
  assert.equal(pathOf([10, undefined, 5], 30, 10), "M0 10V0h8V10zM20 10V5h8V10z");
  assert.equal(pathOf([1000, 1], 20, 10), "M0 10V0h8V10zM10 10V9h8V10z", "the smallest can still be seen");
});

Deno.test("thirty days are bars of six hours", () => {
  const bars = barsOf({ at: [NOW - 3600, NOW], values: [1, 2] }, "sum", "month", NOW);
  assert.equal(bars.length, 120);
  assert.deepEqual(bars.slice(-2), [undefined, 3]);
});

journey(
  "trends are drawn on the overview, and on each page of administration those that it is about",
  async ({ app, phone: take }, screen) => {
    const { run } = app.jobs.find(({ name }) => name === "trends")!;
    for (let n = 0; n < 2; n++) await run();
    const phone = await take({ call: SYSOP, screen });
    const { tab } = phone;
    const isWide = screen.width > 1000;
    for (
      const [page, series] of [
        ["/admin", [
          "packets",
          "stations",
          "finds",
          "requests",
          "errors",
          "pullsFailed",
          "memory",
          "diskFree",
        ]],
        ["/admin/receivers", ["packets", "stations"]],
        ["/admin/neighbours", ["pulls", "pullsFailed"]],
        ["/admin/caches", ["finds"]],
        ["/admin/ground", ["requests", "errors", "memory", "database", "diskFree"]],
      ] as const
    ) {
      await phone.open(page);
      if (!isWide) await phone.press(admin[page === "/admin" ? "hour.title" : "trend.title"]);
      await tab.count(".trend", series.length);
      assert.deepEqual(
        await tab.evaluate(`[...document.querySelectorAll(".trend dt")].map((one) => one.innerText)`),
        series.map((name) => admin[`trend.${name}`]),
        page,
      );
    }
    assert.notEqual(
      await tab.evaluate(`document.querySelectorAll(".trend")[2].querySelector("path").getAttribute("d")`),
      "",
    );
    await phone.press(admin["trend.span.month"]);
    await tab.until(`document.querySelectorAll("[name=trend-span]")[1].checked`);
    await tab.count(".trend", 5);
    assert.deepEqual(tab.complaints, []);
  },
  { devices: ["phone", "desktop"] },
);
