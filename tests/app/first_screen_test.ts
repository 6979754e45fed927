/** The first screen of the first page: caches stand on it on every phone, with a connection and without one. */
import assert from "node:assert/strict";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

/** What browsers leave of phones' screens, and a phone on its side. */
const SCREENS = [[390, 844], [390, 664], [360, 640], [320, 568], [844, 390]] as const;

/** Rows that are seen whole: below nothing, and above the bar. */
const WHOLE = `(() => {
  const bar = document.querySelector("nav.bar").getBoundingClientRect();
  return [...document.querySelectorAll("main .cache-row")].filter((row) => {
    const { top, bottom, left, width } = row.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= Math.min(innerHeight, bar.top > innerHeight / 2 ? bar.top : innerHeight) && row.contains(seen);
  }).length;
})()`;

journey(
  "caches stand on the first screen of every phone, without a connection too",
  async (field) => {
    for (let i = 0; i < 12; i++) {
      await hide(field.app, "OE1XYZ", { title: `Cache ${i}`, lat: 48.2 + i / 100, lon: 16.37 + i / 80 });
    }
    const phone = await field.phone({ call: "OE3FND" });
    await phone.open("/");
    await phone.ready();
    await phone.keeps("/api/caches?includeUnvetted=1");
    for (const way of ["with a connection", "without one"]) {
      if (way === "without one") await field.unplug();
      for (const [width, height] of SCREENS) {
        await phone.tab.send("Emulation.setDeviceMetricsOverride", {
          ...{ width, height, deviceScaleFactor: 1, mobile: true },
        });
        await phone.open("/");
        await phone.tab.until(`document.querySelectorAll("main .cache-row").length === 12`);
        if (way === "without one") await phone.sees("No connection since");
        const seen = await phone.tab.evaluate(WHOLE) as number;
        assert.ok(seen > 0, `${width} × ${height}, ${way}: ${seen} rows are seen whole`);
      }
    }
  },
  { env: { HIDE_DAILY_LIMIT: "0" }, devices: ["phone"] },
);
