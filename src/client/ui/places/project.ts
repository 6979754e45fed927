/** Puts places onto a flat drawing: the Mercator projection of the box around them. Pure. */
import type { Point } from "./arrow.ts";
import { latOf, mercator } from "./mercator.ts";

/** A drawing of a box, in pixels. */
export interface Projection {
  at(point: Point): { x: number; y: number };
  width: number;
  height: number;
  /** The box drawn, degrees. */
  west: number;
  east: number;
  south: number;
  north: number;
}

/** The box has at least this size, in degrees, so that a single cache has some land around it. */
const LEAST = 0.01;
/** Width of the empty border, as a part of the whole width. */
const EDGE = 0.08;

/** Parts of a drawing that something else lies over, in pixels from its upper and lower edge. */
export interface Covered {
  above: number;
  below: number;
}

/** Nothing lies over it. */
export const FREE: Covered = { above: 0, below: 0 };

/**
 * A projection with which all points fit into a drawing of this size, in pixels, and into what is free of it. `least`: how
 * wide the box is at least, in degrees.
 */
export function projectionOf(
  points: readonly Point[],
  width: number,
  height: number,
  least = LEAST,
  { above, below } = FREE,
): Projection {
  const lons = points.map(({ lon }) => lon), ys = points.map(({ lat }) => mercator(lat));
  const midX = (Math.min(...lons) + Math.max(...lons)) / 2, midY = (Math.min(...ys) + Math.max(...ys)) / 2;
  const wide = Math.max(least, Math.max(...lons) - Math.min(...lons));
  const high = Math.max(least, Math.max(...ys) - Math.min(...ys));
  const free = height - above - below, middle = above + free / 2;
  const perPixel = Math.max(wide / width, high / free) / (1 - 2 * EDGE);
  return {
    at: ({ lat, lon }) => ({
      x: round(width / 2 + (lon - midX) / perPixel),
      y: round(middle - (mercator(lat) - midY) / perPixel),
    }),
    width,
    height,
    west: midX - width / 2 * perPixel,
    east: midX + width / 2 * perPixel,
    south: latOf(midY - (height - middle) * perPixel),
    north: latOf(midY + middle * perPixel),
  };
}

/** The place at a point of the drawing. */
export function placeOn(
  { west, east, south, north, width, height }: Projection,
  x: number,
  y: number,
): Point {
  const top = mercator(north), bottom = mercator(south);
  return { lat: latOf(top - y / height * (top - bottom)), lon: west + x / width * (east - west) };
}

/** To a tenth of a pixel: a finer drawing would only be longer. */
export const round = (value: number): number => Math.round(value * 10) / 10;
