/** Locator squares, for packs: the one of a place, and the next larger and smaller ones. Pure. */
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

/** Width of the cells in units of 1e-7 degrees of longitude, so that all are whole numbers; a cell is half as high. */
const SCALE = 10_000_000;
const WIDTHS = [20 * SCALE, 2 * SCALE, SCALE / 12, SCALE / 120] as const;
const LOCATOR = /^[A-R]{2}([0-9]{2}([A-X]{2}([0-9]{2})?)?)?$/;
/** Character code of the first letter or digit of each pair. */
const FIRST = [65, 48, 65, 48] as const;

/** The locator of a place, in capitals, as packs are named. */
export function squareAt({ lat, lon }: Point, length: Length): string {
  let east = Math.max(0, Math.min(Math.round((lon + 180) * SCALE), 360 * SCALE - 1));
  let north = Math.max(0, Math.min(Math.round((lat + 90) * SCALE), 180 * SCALE - 1));
  let text = "";
  for (let pair = 0; pair < length / 2; pair++) {
    const width = WIDTHS[pair]!;
    const column = Math.floor(east / width), row = Math.floor(north / (width / 2));
    east -= column * width;
    north -= row * width / 2;
    text += String.fromCharCode(FIRST[pair]! + column, FIRST[pair]! + row);
  }
  return text;
}

/** The box of a locator, in small or capital letters; `undefined` for any other text. */
export function boxOf(text: string): Box | undefined {
  const grid = text.trim().toUpperCase();
  if (!LOCATOR.test(grid)) return undefined;
  let west = 0, south = 0, width = 0;
  for (let pair = 0; pair < grid.length / 2; pair++) {
    width = WIDTHS[pair]!;
    west += (grid.charCodeAt(pair * 2) - FIRST[pair]!) * width;
    south += (grid.charCodeAt(pair * 2 + 1) - FIRST[pair]!) * width / 2;
  }
  return {
    west: west / SCALE - 180,
    south: south / SCALE - 90,
    east: (west + width) / SCALE - 180,
    north: (south + width / 2) / SCALE - 90,
  };
}

/** The middle of a box. One whose west is greater than its east crosses the date line. */
export function centreOf({ south, west, north, east }: Box): Point {
  const lon = (west + east + (west > east ? 360 : 0)) / 2;
  return { lat: (south + north) / 2, lon: lon > 180 ? lon - 360 : lon };
}

/** The length of locators whose squares are as large as a box, or the next smaller ones. A box may be rounded a little. */
export const lengthFor = ({ south, north }: Box): Length =>
  LENGTHS.find((_, i) => WIDTHS[i]! / 2 <= (north - south) * SCALE * 1.01) ?? 8;

/** The square one step larger; `undefined` for a field, which is the largest. */
export const larger = (grid: string): string | undefined => grid.slice(0, -2) || undefined;

/** The square one step smaller at a place, or in the middle where the place lies outside; `undefined` for the smallest. */
export function smaller(grid: string, at: Point): string | undefined {
  const length = LENGTHS.find((one) => one > grid.length), box = boxOf(grid);
  if (!length || !box) return undefined;
  const inside = squareAt(at, length);
  return inside.startsWith(grid) ? inside : squareAt(centreOf(box), length);
}
