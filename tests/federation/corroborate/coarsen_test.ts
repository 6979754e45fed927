/** What questions and answers are coarsened to (FED "Events", Corroboration; FED "Limits"). */
import assert from "node:assert/strict";
import { distanceM } from "../../../src/base/mod.ts";
import {
  BUCKET_M,
  CELL_SLACK_M,
  cellOf,
  coarseDistanceM,
  fromE7,
  isInWindow,
  lookRadiusM,
  SLACK_M,
  snapped,
  toE7,
  windowOf,
} from "../../../src/federation/corroborate/coarsen.ts";
import { seeded } from "../../wire/test_data.ts";

const CORNERS = [-90, -45, 0, 48.2, 89.9999, 90].flatMap((lat) =>
  [-180, -0.0000001, 0, 16.3, 179.9999999, 180].map((lon) => ({ lat, lon }))
);

Deno.test("a place is snapped to the middle of its 0.005 degree cell, and stays there", () => {
  assert.deepEqual(fromE7(snapped(toE7({ lat: 48.2083, lon: 16.3731 }))), { lat: 48.2075, lon: 16.3725 });
  assert.deepEqual(fromE7(snapped(toE7({ lat: -0.001, lon: -0.001 }))), { lat: -0.0025, lon: -0.0025 });
  assert.deepEqual(snapped(toE7({ lat: 48.2, lon: 180 })), snapped(toE7({ lat: 48.2, lon: -180 })));
  for (const place of CORNERS) {
    const middle = snapped(toE7(place));
    assert.deepEqual(snapped(middle), middle);
    assert.ok(Math.abs(middle.latE7) < 900_000_000 && Math.abs(middle.lonE7) < 1_800_000_000);
    assert.ok(distanceM(fromE7(middle), place) <= SLACK_M, JSON.stringify(place));
  }
  assert.equal(SLACK_M, 394);
});

Deno.test("a station's cell is at least a distance bucket high and wide, and its middle never far", () => {
  const draw = seeded(7);
  for (let i = 0; i < 2000; i++) {
    const place = { lat: (draw() - 0.5) * 178, lon: (draw() - 0.5) * 360 };
    const middle = cellOf(toE7(place));
    assert.deepEqual(cellOf(middle), middle);
    assert.ok(distanceM(fromE7(middle), place) <= CELL_SLACK_M, JSON.stringify(place));
    // Places less than a quarter of a bucket around the middle are in the same cell.
    for (const [north, east] of [[45, 0], [-45, 0], [0, 45], [0, -45]] as const) {
      const { lat, lon } = fromE7(middle);
      const near = {
        lat: lat + north / 111_195,
        lon: lon + east / 111_195 / Math.cos(lat * Math.PI / 180),
      };
      if (Math.abs(near.lon) < 180) assert.deepEqual(cellOf(toE7(near)), middle);
    }
  }
  for (const place of CORNERS) assert.deepEqual(cellOf(cellOf(toE7(place))), cellOf(toE7(place)));
});

Deno.test("a distance is told from cell to cell, in hundreds of metres, never as nought", () => {
  const asked = toE7({ lat: 48.2083, lon: 16.3731 });
  const at = (lat: number, lon: number) => coarseDistanceM(asked, toE7({ lat, lon }));
  assert.equal(at(48.2075, 16.3725), BUCKET_M);
  assert.equal(at(48.2075, 16.3729), BUCKET_M, "the same cell of the station");
  assert.equal(at(48.2125, 16.3725), 600, "556 m north");
  assert.equal(coarseDistanceM(snapped(asked), toE7({ lat: 48.2125, lon: 16.3725 })), 600);
});

Deno.test("the radius is held between 150 and 1000 m, and widened by what snapping may have moved", () => {
  assert.deepEqual([0, 149, 150, 700, 1000, 1001, 100_000].map(lookRadiusM), [
    544,
    544,
    544,
    1094,
    1394,
    1394,
    1394,
  ]);
});

Deno.test("a window is whole buckets: the last hour of what was asked, nothing that lies ahead", () => {
  const now = 1_780_315_500; // 300 s into its bucket
  assert.deepEqual(windowOf(now - 1800, now + 60, now), { first: 1_780_313_400, last: 1_780_315_200 });
  assert.deepEqual(windowOf(0, now, now), { first: 1_780_315_200 - 3000, last: 1_780_315_200 });
  assert.deepEqual(windowOf(now - 7200, now - 3600, now), { first: 1_780_308_600, last: 1_780_311_600 });
  const { first, last } = windowOf(now + 600, now + 1200, now);
  assert.ok(first > last, "ahead of now there is nothing");
  const window = windowOf(now - 1800, now, now);
  assert.deepEqual(
    [window.first - 1, window.first, window.last + 599, window.last + 600].map((at) =>
      isInWindow(window, at)
    ),
    [false, true, true, false],
  );
});
