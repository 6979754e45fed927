/** Drawings of the app: where things lie on them. */
import assert from "node:assert/strict";
import { drawingOf } from "../../src/client/log/evidence.ts";
import { graticule, projectionOf } from "../../src/client/map/project.ts";
import { bearing, distanceM, pointOf } from "../../src/client/nearby/arrow.ts";
import { minutes } from "../../src/client/nearby/degrees.ts";

const PLACE = { lat: 48.2, lon: 16.37 };
const NORTH_M = 111_195 / 1000; // metres of a thousandth of a degree, on the mean sphere

Deno.test("distance and bearing, as a second formula gives them", () => {
  assert.ok(Math.abs(distanceM(PLACE, { ...PLACE, lat: 48.201 }) - NORTH_M) < 0.1);
  const east = distanceM(PLACE, { ...PLACE, lon: 16.371 });
  assert.ok(Math.abs(east - NORTH_M * Math.cos(48.2 * Math.PI / 180)) < 0.1);
  assert.equal(Math.round(bearing(PLACE, { ...PLACE, lat: 48.3 })), 0);
  assert.equal(Math.round(bearing(PLACE, { ...PLACE, lon: 16.38 })), 90);
  assert.equal(Math.round(bearing(PLACE, { ...PLACE, lat: 48 })), 180);
  assert.deepEqual([0, 22, 23, 90, 337, 338].map(pointOf), ["N", "N", "NE", "E", "NW", "N"]);
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

Deno.test("a map holds its points with an edge, north is up, and one point alone is not all of it", () => {
  const points = [PLACE, { lat: 48.4, lon: 16.9 }];
  const map = projectionOf(points, 600, 260);
  const [low, high] = points.map((point) => map.at(point)) as [
    { x: number; y: number },
    { x: number; y: number },
  ];
  assert.ok(low.x < high.x && low.y > high.y);
  for (const { x, y } of [low, high]) assert.ok(x > 20 && x < 580 && y > 10 && y < 250, `${x} ${y}`);
  const names = graticule(map).map(({ name }) => name);
  assert.deepEqual(names, ["16.5° E", "17° E"]);
  const near = graticule(projectionOf([PLACE, { lat: 48.23, lon: 16.39 }], 600, 260)).map(({ name }) => name);
  assert.ok(near.includes("16.4° E") && near.includes("48.2° N"), near.join());
  const alone = projectionOf([PLACE], 600, 260);
  assert.deepEqual(alone.at(PLACE), { x: 300, y: 130 });
  assert.ok(alone.east - alone.west < 0.1);
});

Deno.test("coordinates in degrees and minutes: rounded once, never sixty minutes", () => {
  assert.equal(minutes(48.2, "N", "S", 2), "N 48° 12.000'");
  assert.equal(minutes(-16.37, "E", "W", 3), "W 016° 22.200'");
  assert.equal(minutes(47.9999999, "N", "S", 2), "N 48° 00.000'");
});
