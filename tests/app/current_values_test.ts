/** What stands first on a station's page, maps that stay readable, and the feeds and badges that pages lead to. */
import assert from "node:assert/strict";
import { badgeCode, frameCode } from "../../src/client/ui/for_others.tsx";
import { currentValues } from "../../src/client/live/current_values.tsx";
import { heapsOf } from "../../src/client/marks/heaps.ts";
import { scaleBar } from "../../src/client/map/over/scale.ts";
import { metresPerPixel } from "../../src/client/ui/places/mercator.ts";
import { appTest } from "../kit/app.ts";

const NOTHING = {
  ...{ ts: 1, windDirection: null, windMs: null, gustMs: null, tempC: null, rain1hMm: null, rain24hMm: null },
  ...{ rainTodayMm: null, humidity: null, pressureHpa: null, luminosityWm2: null, snowMm: null },
};
const STILL = { wx: null, altitudeM: null, speedKmh: null, course: null, placedAt: null };

Deno.test("a weather station shows its weather, a balloon its height, a car its speed, and who measures nothing shows nothing", () => {
  const names = (values: ReturnType<typeof currentValues>) => values.map(({ name }) => name);
  const wx = { ...NOTHING, tempC: 0, windMs: 3, windDirection: 90, gustMs: 7.5, humidity: 81, rain24hMm: 4 };
  const weather = currentValues({ ...STILL, wx });
  assert.deepEqual(names(weather), ["temp", "wind", "rain", "humidity"]);
  assert.equal(weather[0]!.value, "0 °C");
  assert.match(weather[1]!.more!, /^\S+, .*7\.5 m\/s$/);
  assert.deepEqual(
    currentValues({ ...STILL, wx: { ...wx, windMs: 0 } })[1]!.more,
    weather[1]!.more!.split(", ")[1],
  );
  assert.deepEqual(currentValues({ ...STILL, altitudeM: 12_340 }), [{ name: "altitude", value: "12,340 m" }]);
  assert.deepEqual(names(currentValues({ ...STILL, speedKmh: 52, course: 94 })), ["speed"]);
  assert.deepEqual(currentValues({ ...STILL, speedKmh: 0 }), []);
  assert.deepEqual(currentValues({ ...STILL, wx: NOTHING }), []);
});

Deno.test("marks that would lie over each other are one heap; those farther apart stay by themselves", () => {
  const at = (x: number, y: number, thing: string) => ({ x, y, thing });
  const heaps = heapsOf([at(0, 0, "a"), at(6, 7, "b"), at(10, 0, "c"), at(15, 0, "d")], 10);
  assert.deepEqual(heaps.map(({ things }) => things.join("")), ["ab", "cd"]);
});

Deno.test("a map's scale is the longest round length that fits, in the units of the reader", () => {
  // At the equator a world of 40,075,017 pixels has a metre a pixel.
  assert.equal(metresPerPixel(0, 40_075_017), 1);
  assert.ok(Math.abs(metresPerPixel(60, 40_075_017) - 0.5) < 1e-9);
  assert.deepEqual(scaleBar(1, 84), { text: "50 m", length: 50 });
  assert.deepEqual(scaleBar(1, 100), { text: "100 m", length: 100 });
  assert.deepEqual(scaleBar(30, 84), { text: "2 km", length: 2000 / 30 });
});

Deno.test("what is copied for a website leads to this instance, and a title breaks out of nothing", () => {
  assert.equal(
    badgeCode("https://club.example", "OE1ANA"),
    '<a href="https://club.example/u/OE1ANA"><img src="https://club.example/badge/OE1ANA.svg" alt="OE1ANA"></a>',
  );
  const framed = frameCode("https://club.example", { cache: "PRW3456" }, '"><script>');
  assert.match(
    framed,
    /^<iframe src="https:\/\/club\.example\/embed\?cache=PRW3456&amp;lang=en" title="&quot;>&lt;script>" /,
  );
});

appTest(
  "a feed reader that is given a page's address finds the page's feed, and the feed answers",
  {},
  async (app) => {
    for (
      const [page, feed] of Object.entries({
        "/": "/feeds/caches.xml",
        "/activity": "/feeds/activity.xml",
        "/ranks": "/feeds/leaderboard.xml",
        "/bbs": "/feeds/bulletins.xml",
        "/bbs/b/ALL": "/feeds/bulletins.xml",
        "/u/OE1ANA": "/feeds/u/OE1ANA.xml",
      })
    ) {
      const { text } = await app.visitor.get(page);
      assert.ok(text.includes(`<link rel="alternate" type="application/rss+xml" href="${feed}">`), page);
      assert.equal((await app.visitor.get(feed)).status, 200, feed);
    }
    assert.ok(!(await app.visitor.get("/map")).text.includes("rss+xml"));
  },
);
