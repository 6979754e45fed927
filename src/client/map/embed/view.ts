/** What the embedded map shows: a middle in the Mercator projection, and how fine. Pure. */
import { latOf, mercator } from "../../ui/places/mercator.ts";
import type { Point } from "../../ui/places/arrow.ts";
import type { Bounds } from "../../ui/places/world_shapes.ts";

/** A place on the screen, or a size, in pixels. */
export interface Spot {
  x: number;
  y: number;
}

export interface View {
  /** The middle, in degrees of longitude and as `mercator()` gives latitudes. */
  lon: number;
  high: number;
  /** Degrees of longitude that a pixel takes. */
  perPixel: number;
  /** Of the drawing, in pixels. */
  size: Spot;
}

/** A view is at most the whole world wide, and at least this many degrees: 4 cm of the equator. */
const WIDEST = 360, NARROWEST = 3.6e-4;
/** So much wider than the box asked for. */
const ROOM = 1.1;

/** A view with all of a box in it. */
export function viewOf({ west, south, east, north }: Bounds, size: Spot): View {
  const top = mercator(north), bottom = mercator(south);
  const wide = Math.max(east - west, (top - bottom) * size.x / size.y, NARROWEST) * ROOM;
  return { lon: (west + east) / 2, high: (top + bottom) / 2, perPixel: wide / size.x, size };
}

/** Where a place is drawn. */
export const spotOf = ({ lon, high, perPixel, size }: View, at: Point): Spot => ({
  x: size.x / 2 + (at.lon - lon) / perPixel,
  y: size.y / 2 - (mercator(at.lat) - high) / perPixel,
});

/** The box that is shown. */
export function boundsOf({ lon, high, perPixel, size }: View): Bounds {
  const wide = perPixel * size.x / 2, tall = perPixel * size.y / 2;
  return { west: lon - wide, east: lon + wide, south: latOf(high - tall), north: latOf(high + tall) };
}

/** Latitude of the middle. */
export const middle = ({ high }: View): number => latOf(high);

/** The same place under the same spot, so many times as wide. */
export function zoomed(view: View, times: number, at: Spot): View {
  const { lon, high, perPixel, size } = view;
  const wide = Math.min(WIDEST, Math.max(NARROWEST, perPixel * times * size.x));
  const dx = at.x - size.x / 2, dy = size.y / 2 - at.y, next = wide / size.x;
  return { lon: lon + dx * (perPixel - next), high: high + dy * (perPixel - next), perPixel: next, size };
}

/** Drawn along by so many pixels. */
export const dragged = (view: View, dx: number, dy: number): View => ({
  ...view,
  lon: view.lon - dx * view.perPixel,
  high: view.high + dy * view.perPixel,
});
