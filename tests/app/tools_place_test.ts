/** An answer of a tool that is a place: the way there, and to where it is kept with its cache. */
import assert from "node:assert/strict";
import { placeIn } from "../../src/client/tools/solved_place.tsx";
import { journey } from "../kit/journey.ts";
import { hide } from "../kit/seed_game.ts";

Deno.test("an answer is a place where it has degrees or two exact numbers; other numbers are none", () => {
  const near = (line: string, lang = "en") => {
    const point = placeIn(["Some words.", line], lang);
    return point && [Math.round(point.lat * 1e4) / 1e4, Math.round(point.lon * 1e4) / 1e4];
  };
  for (
    const line of ["N 48° 15.598 E 016° 23.044", "N 48° 15.598' E 016° 23.044'", "48.259967, 16.384067"]
  ) assert.deepEqual(near(line), [48.26, 16.3841], line);
  for (const line of ["27, 9", "67 81", "48.2, 16.3", "N 48° 99.598 E 016° 23.044", "x".repeat(500)]) {
    assert.equal(near(line), undefined, line);
  }
});

journey(
  "the place that a formula gives is where Go leads, and what the cache's note holds",
  async (field) => {
    const cache = await hide(field.app, "OE1HID", { title: "Ninety-nine beacons", lat: 48.25, lon: 16.37 });
    const phone = await field.phone({ call: "OE1XYZ" }), { tab } = phone;
    await phone.open(`/tools?for=${cache.code}`);
    await tab.press(`document.querySelector('[data-offer="formula"] .button')`);
    await phone.press("Install it");
    await tab.count('[data-open="formula"]');
    await phone.write("#tool-input", "N 48° 1A.598 E 016° 2B.044\nA=5 B=3");
    await phone.press("Work it out");
    await phone.sees("N 48° 15.598'");
    const ways = await tab.evaluate(
      `[...document.querySelectorAll(".tool-answer a")].map((one) => one.getAttribute("href"))`,
    );
    assert.deepEqual(ways, [
      `/c/${cache.code}/go?solved=48.259967,16.384067`,
      `/c/${cache.code}?solved=48.259967,16.384067`,
      "/map#16/48.259967/16.384067",
    ]);
    // Kept with the cache: the field holds it, and a press keeps it.
    await phone.press("Solved coordinates");
    await tab.until(`document.querySelector("#kept-place")?.value === "48.259967,16.384067"`);
    await phone.press("Save");
    await phone.comes(
      `fetch("/api/my/notebook").then((a) => a.json()).then(({ notes }) => notes.some((one) => one.lat === 48.259967))`,
    );
    // Go leads to the place that the address names, kept or not; without it to the kept one.
    const code = cache.code;
    await phone.open(`/c/${code}/go?solved=47.000000,15.000000`);
    await phone.sees("Solved coordinates");
    await tab.until(`document.querySelector("main").innerText.includes("47° 00.000")`);
  },
);
