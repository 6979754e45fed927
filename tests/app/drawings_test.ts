/** Drawings of the app: where things lie on them. */
import assert from "node:assert/strict";
import { drawingOf, onBar } from "../../src/client/evidence/evidence.ts";
import { placed, rimOf } from "../../src/client/evidence/evidence_labels.ts";
import { projectionOf } from "../../src/client/ui/places/project.ts";
import { locatorGrid } from "../../src/client/ui/places/locator_grid.ts";
import { bearing, distanceM, pointOf } from "../../src/client/ui/places/arrow.ts";
import { minutes } from "../../src/client/ui/places/degrees.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const NORTH_M = 111_195 / 1000; // metres of a thousandth of a degree, on the mean sphere

Deno.test("distance and bearing, as a second formula gives them", () => {
  assert.ok(Math.abs(distanceM(PLACE, { ...PLACE, lat: 48.201 }) - NORTH_M) < 0.1);
  const east = distanceM(PLACE, { ...PLACE, lon: 16.371 });
  assert.ok(Math.abs(east - NORTH_M * Math.cos(48.2 * Math.PI / 180)) < 0.1);
  assert.equal(Math.round(bearing(PLACE, { ...PLACE, lat: 48.3 })), 0);
  assert.equal(Math.round(bearing(PLACE, { ...PLACE, lon: 16.38 })), 90);
  assert.equal(Math.round(bearing(PLACE, { ...PLACE, lat: 48 })), 180);
  assert.deepEqual([0, 22, 23, 90, 337, 338].map(pointOf), [0, 0, 1, 2, 7, 0]);
});

Deno.test("evidence lies to its side of the cache, in proportion; what is far is in the list alone", () => {
  const one = { kind: "rf", counted: true };
  const { ring, marks, times } = drawingOf(PLACE, 10_000, [
    { ...one, at: 10_000, lat: 48.203, lon: 16.37 },
    { ...one, at: 8200, lat: 48.2, lon: 16.37 },
    { ...one, at: 8199 },
    { ...one, at: 10_061, lat: 49, lon: 16.37 },
  ], 300);
  // 333.6 m is the furthest: with a fifth of room it lies at 5/6 of the half, straight up.
  assert.deepEqual(marks.map(({ x, y }) => [x, y]), [[150, 25], [150, 150]]);
  assert.ok(Math.abs(ring - 150 * 125 / (3 * NORTH_M)) < 0.1);
  assert.deepEqual(times.map(({ at }) => Math.round(at * 1860)), [1800, 0]);
});

Deno.test("evidence: lines lead to receivers, a reading has its accuracy, a neighbour's word is a ring, a track its speed", () => {
  const at = (metresNorth: number) => ({ lat: PLACE.lat + metresNorth / 111_195, lon: PLACE.lon });
  const report = { kind: "rf", call: "OE1ABC-7", counted: true };
  const { ring, marks, halos, legs } = drawingOf(PLACE, 10_000, [
    { ...report, at: 9900, ...at(100), receiver: { site: "OE1XYZ-10", ...at(9000) } },
    { ...report, at: 9800, ...at(-100), receiver: { site: "OE1XYZ-10" }, counted: false },
    { ...report, call: "OE1ABC-9", at: 9850, ...at(20), receiver: { site: "OE2XYZ-10", ...at(120) } },
    { kind: "device", at: 10_000, ...at(10), accuracyM: 75, counted: false },
    { kind: "peers", at: 9700, ...at(0), fromM: 100, distanceM: 300, counted: false },
  ], 300);
  const unit = 150 / 360;
  assert.ok(Math.abs(ring - 150 * unit) < 0.01, "the farther circle of a neighbour's word fits");
  assert.deepEqual(marks.map(({ n }) => n), [1, 2, 3, 4]);
  assert.deepEqual(marks[0]!.line, { x: 150, y: -3600 });
  assert.equal(marks[1]!.line, undefined);
  assert.deepEqual(marks[2]!.line, { x: 150, y: 100 });
  assert.equal(marks[3]!.accuracy, 75 * unit);
  assert.deepEqual(halos.map(({ x, y, inner, outer }) => [x, y, Math.round(inner), Math.round(outer)]), [[
    150,
    150,
    42,
    125,
  ]]);
  // 200 m in 100 s; the other station is no part of the track.
  assert.deepEqual(legs.map(({ kmh }) => kmh), [7]);
});

Deno.test("evidence: a receiver outside of the drawing has an arrow at the rim in its direction, one within has none", () => {
  const middle = { x: 150, y: 150 };
  assert.deepEqual(rimOf(middle, { x: 150, y: -3600 }, 300), { x: 150, y: 5, turn: -90 });
  assert.deepEqual(rimOf(middle, { x: 4000, y: 150 }, 300), { x: 295, y: 150, turn: 0 });
  assert.deepEqual(rimOf(middle, { x: -850, y: 1150 }, 300), { x: 5, y: 295, turn: 135 });
  // The nearer rim is met first.
  assert.deepEqual(rimOf({ x: 250, y: 150 }, { x: 350, y: 350 }, 300), { x: 295, y: 240, turn: 63 });
  assert.equal(rimOf(middle, { x: 294, y: 150 }, 300), undefined);
  assert.equal(rimOf(middle, middle, 300), undefined);
});

Deno.test("evidence: texts do not cover each other, a mark or the edge; what finds no room is left out, what is long is cut", () => {
  const at = (text: string, x: number, y: number, side: "start" | "end" | "middle" = "start") => ({
    ...{ text, x, y, side },
  });
  const one = placed([at("1 · 10:02", 159, 154)], [{ x: 150, y: 150 }], 320);
  assert.deepEqual(one, [{ text: "1 · 10:02", x: 159, y: 154 }]);
  const twin = placed([at("same", 100, 100), at("same", 100, 100), at("same", 100, 100)], [], 320);
  assert.deepEqual(twin.map(({ y }) => y), [100, 113, 87]);
  // Beside the right rim a text moves inwards, and at the top downwards.
  const [edge] = placed([at("0123456789", 318, 2)], [], 320);
  assert.deepEqual(edge, { text: "0123456789", x: 320 - 3 - 58, y: 15 });
  const [cut] = placed([at("a".repeat(100), 160, 160, "middle")], [], 320);
  assert.deepEqual([cut!.text.length, cut!.text.at(-1)], [54, "…"]);
  assert.ok(cut!.x >= 3 && cut!.x + 54 * 5.8 <= 317, String(cut!.x));
  assert.equal(placed(Array.from({ length: 20 }, () => at("same", 100, 100)), [], 320).length, 7);
  assert.deepEqual(placed([at("on a mark", 145, 150)], [{ x: 150, y: 150 }], 320).map(({ y }) => y), [137]);
  assert.deepEqual(
    placed([at("ends", 200, 100, "end"), at("mid", 200, 50, "middle")], [], 320).map(({ x }) =>
      Math.round(x * 10)
    ),
    [1768, 1913],
  );
});

Deno.test("evidence: the time bar begins half an hour before the find and ends a minute after; places lie as on a map", () => {
  assert.deepEqual([onBar(-1800), onBar(60)], [0, 1]);
  assert.ok(Math.abs(onBar(0) - 30 / 31) < 1e-9);
  const { view } = drawingOf(PLACE, 10_000, [], 320);
  // 150 m and a fifth of room to each side.
  const north = PLACE.lat + 180 / 111_195;
  assert.ok(Math.abs(view.north - north) < 1e-9 && Math.abs(view.north + view.south - 2 * PLACE.lat) < 1e-9);
  const { x, y } = view.at({ lat: north, lon: PLACE.lon });
  assert.deepEqual([x, Math.abs(y)], [160, 0]);
  assert.ok(Math.abs(view.at({ lat: PLACE.lat, lon: view.east }).x - 320) < 0.2);
  assert.ok(Math.abs(view.at({ lat: PLACE.lat, lon: view.west }).x) < 0.2);
});

Deno.test("a map holds its points with an edge, north is up, and one point alone is not all of it", () => {
  const points = [PLACE, { lat: 48.4, lon: 16.9 }];
  const map = projectionOf(points, 600, 260);
  const [low, high] = points.map((point) => map.at(point)) as [
    { x: number; y: number },
    { x: number; y: number },
  ];
  assert.ok(low.x < high.x && low.y > high.y);
  for (const { x, y } of [low, high]) assert.ok(x > 20 && x < 580 && y > 10 && y < 250, `${x} ${y}`);
  // Something may lie over a part of it: all points are in what is free.
  const under = projectionOf(points, 600, 260, undefined, { above: 100, below: 20 });
  for (const point of points) {
    const { y } = under.at(point);
    assert.ok(y > 100 && y < 240, `${y}`);
  }
  assert.ok(Math.abs(under.at({ lat: under.north, lon: 16 }).y) < 0.2);
  assert.ok(Math.abs(under.at({ lat: under.south, lon: 16 }).y - 260) < 0.2);
  const alone = projectionOf([PLACE], 600, 260);
  assert.deepEqual(alone.at(PLACE), { x: 300, y: 130 });
  assert.ok(alone.east - alone.west < 0.1);
});

Deno.test("the locator grid is a ruler: lines with ticks at tenths, names at corners, eight places where one looks close", () => {
  const box = { west: 16.2, south: 48.15, east: 16.5, north: 48.3 };
  const grid = locatorGrid(box, 2000);
  assert.ok(grid.lines.some(({ lon }) => lon && Math.abs(lon - (16 + 4 / 12)) < 1e-9));
  const ee = grid.names.find(({ name }) => name === "JN88ee")!;
  assert.ok(
    Math.abs(ee.lon - (16 + 4 / 12)) < 1e-9 && Math.abs(ee.lat - (48 + 5 / 24)) < 1e-9,
    "its north-western corner",
  );
  for (const { lat, lon } of grid.ticks) {
    assert.ok(lat > box.south && lat < box.north && lon > box.west && lon < box.east);
  }
  assert.equal(grid.fine.lines.length, 0);
  assert.deepEqual(locatorGrid(box, 100).names[0]!.name, "JN88");
  // Close: the last two digits, in the order of a locator.
  const near = locatorGrid({ west: 16.36, south: 48.2, east: 16.38, north: 48.21 }, 20_000);
  const named = near.fine.names.find(({ lat, lon }) =>
    Math.abs(lon - 16.366666) < 1e-3 && Math.abs(lat - 48.204166) < 1e-3
  );
  assert.equal(named?.name, "49");
  // Beyond the ends of the world there is nothing.
  for (const { lat, lon } of locatorGrid({ west: -200, south: -95, east: 200, north: 95 }, 3).names) {
    assert.ok(lat <= 90 && lat >= -80 && lon >= -180 && lon < 180, `${lat} ${lon}`);
  }
});

Deno.test("coordinates in degrees and minutes: rounded once, never sixty minutes", () => {
  assert.equal(minutes(48.2, "N", "S", 2), "N 48° 12.000'");
  assert.equal(minutes(-16.37, "E", "W", 3), "W 016° 22.200'");
  assert.equal(minutes(47.9999999, "N", "S", 2), "N 48° 00.000'");
});
