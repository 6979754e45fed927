/** Locator squares, for packs: the one of a place, and the next larger and smaller ones. Pure. */
import { boxOfLocator, locatorOf } from "../../../base/grid.ts";
import type { Point } from "./arrow.ts";

/** A box, in degrees. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** How many characters a locator has: field, square, subsquare, extended square. */
export const LENGTHS = [2, 4, 6, 8] as const;
export type Length = typeof LENGTHS[number];

/** How high the cells of each length are, degrees. */
const HEIGHTS = [10, 1, 1 / 24, 1 / 240] as const;

/** The locator of a place, in capitals, as packs are named. A map may be drawn beyond the date line: its edge counts then. */
export const squareAt = ({ lat, lon }: Point, length: Length): string =>
  locatorOf({ lat: Math.max(-90, lat), lon: Math.max(-180, lon) }, length).toUpperCase();

/** The box of a locator, in small or capital letters; `undefined` for any other text. */
export function boxOf(text: string): Box | undefined {
  const box = boxOfLocator(text);
  return box && { west: box.minLon, south: box.minLat, east: box.maxLon, north: box.maxLat };
}

/** The middle of a box. One whose west is greater than its east crosses the date line. */
export function centreOf({ south, west, north, east }: Box): Point {
  const lon = (west + east + (west > east ? 360 : 0)) / 2;
  return { lat: (south + north) / 2, lon: lon > 180 ? lon - 360 : lon };
}

/** The length of locators whose squares are as large as a box, or the next smaller ones. A box may be rounded a little. */
export const lengthFor = ({ south, north }: Box): Length =>
  LENGTHS.find((_, i) => HEIGHTS[i]! <= (north - south) * 1.01) ?? 8;

/** The square one step larger; `undefined` for a field, which is the largest. */
export const larger = (grid: string): string | undefined => grid.slice(0, -2) || undefined;

/** The square one step smaller at a place, or in the middle where the place lies outside; `undefined` for the smallest. */
export function smaller(grid: string, at: Point): string | undefined {
  const length = LENGTHS.find((one) => one > grid.length), box = boxOf(grid);
  if (!length || !box) return undefined;
  const inside = squareAt(at, length);
  return inside.startsWith(grid) ? inside : squareAt(centreOf(box), length);
}
