/** What an embedded map shows: boxes, places on it, zoom and drag. */
import assert from "node:assert/strict";
import {
  boundsOf,
  dragged,
  middle,
  spotOf,
  type View,
  viewOf,
  zoomed,
} from "../../src/client/map/embed/view.ts";

const SIZE = { x: 640, y: 480 };
const BOX = { west: 16, south: 48, east: 17, north: 49 };
const near = (a: number, b: number, by = 1e-6) => assert.ok(Math.abs(a - b) < by, `${a} is not ${b}`);

Deno.test("a box is in the middle with some room around it, in whichever direction it is longer", () => {
  const view = viewOf(BOX, SIZE), bounds = boundsOf(view);
  near(view.lon, 16.5);
  // A degree of latitude is drawn longer than one of longitude at 48 degrees: the height decides.
  const top = spotOf(view, { lat: 49, lon: 16.5 }), bottom = spotOf(view, { lat: 48, lon: 16.5 });
  near(top.x, 320);
  near(bottom.y - top.y, 480 / 1.1);
  assert.ok(bounds.west < 16 && bounds.east > 17 && bounds.south < 48 && bounds.north > 49);
  const wide = viewOf({ ...BOX, east: 36 }, SIZE);
  near(wide.perPixel * 640, 22);
  near(spotOf(wide, { lat: middle(wide), lon: 16 }).x, 640 * (1 - 1 / 1.1) / 2);
});

Deno.test("a zoom keeps what lies under the hand, between the whole world and four centimetres", () => {
  const view = viewOf(BOX, SIZE), at = { x: 100, y: 50 };
  const under = (one: View) => {
    const { west, east, north } = boundsOf(one);
    return [west + (east - west) * at.x / 640, spotOf(one, { lat: north, lon: 0 }).y];
  };
  const place = { lon: under(view)[0]!, lat: 48.6 };
  const before = spotOf(view, place), hand = { x: 100, y: before.y };
  for (const times of [0.5, 2, 0.01]) near(spotOf(zoomed(view, times, hand), place).y, before.y, 1e-3);
  for (const times of [0.5, 2, 0.01]) near(spotOf(zoomed(view, times, hand), place).x, 100, 1e-3);
  near(zoomed(view, 1e9, hand).perPixel * 640, 360);
  near(zoomed(view, 1e-9, hand).perPixel * 640, 3.6e-4, 1e-12);
});

Deno.test("a drag takes the land along", () => {
  const view = viewOf(BOX, SIZE), place = { lat: 48.3, lon: 16.2 };
  const from = spotOf(view, place), to = spotOf(dragged(view, 30, -20), place);
  near(to.x - from.x, 30);
  near(to.y - from.y, -20);
});
