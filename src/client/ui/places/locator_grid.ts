/**
 * The locator grid as a map's texture: lines as fine as they can be read, ticks at their tenths as on a ruler, a name in each
 * cell, and eight places where one looks close. Pure.
 */
import { mercator } from "./mercator.ts";
import { type Length, squareAt } from "./squares.ts";
import type { Bounds } from "./world_shapes.ts";

/** Width of a cell in degrees of longitude, by the number of characters of its name; it is half as high. */
export const CELL: Readonly<Record<Length, number>> = { 2: 20, 4: 2, 6: 1 / 12, 8: 1 / 120 };
/** Cells are so many pixels wide at least: else their names would not fit in them. */
const ROOM = 88;
/** Each cell's edges have so many ticks. */
const TICKS = 10;

/** A line from south to north (`lon`) or from west to east (`lat`). */
export type GridLine = { lon: number; lat?: never } | { lat: number; lon?: never };

/** A name, at the north-western corner of its cell; of a fine cell its last two digits alone, at the south-western one. */
interface GridName {
  name: string;
  lat: number;
  lon: number;
}

interface LocatorGrid {
  lines: GridLine[];
  /** Tenths along a line: `along` tells which way the line runs. */
  ticks: { lat: number; lon: number; along: "lon" | "lat" }[];
  names: GridName[];
  /** Of eight places, where there is room for them; the coarse lines are not among them. */
  fine: { lines: GridLine[]; names: GridName[] };
}

/** How many characters the names have that can be read where a degree of longitude takes so many pixels. */
export const finenessAt = (perDegree: number): Length =>
  ([6, 4] as const).find((length) => CELL[length] * perDegree >= ROOM) ?? 2;

const steps = (from: number, to: number, step: number, origin: number): number[] => {
  const list: number[] = [];
  const first = Math.floor((from + origin) / step + 1e-6), last = Math.ceil((to + origin) / step - 1e-6);
  for (let at = first; at <= last; at++) list.push(at);
  return list;
};

/** The grid of a box, drawn so that a degree of longitude takes `perDegree` pixels. */
export function locatorGrid(box: Bounds, perDegree: number): LocatorGrid {
  const west = Math.max(-180, box.west), east = Math.min(180, box.east);
  const south = Math.max(-90, box.south), north = Math.min(90, box.north);
  const length = finenessAt(perDegree), wide = CELL[length], high = wide / 2;
  const columns = steps(west, east, wide, 180), rows = steps(south, north, high, 90);
  const lonOf = (column: number) => column * wide - 180, latOf = (row: number) => row * high - 90;
  const inside = (lat: number, lon: number) =>
    lat > south && lat < north && lon > west && lon < east && Math.abs(mercator(lat)) < 180;
  const ticks: LocatorGrid["ticks"] = [], names: GridName[] = [];
  for (const column of columns) {
    for (const row of rows) {
      for (let tick = 0; tick < TICKS; tick++) {
        const lat = latOf(row) + tick * high / TICKS, lon = lonOf(column) + tick * wide / TICKS;
        if (inside(lat, lonOf(column))) ticks.push({ lat, lon: lonOf(column), along: "lon" });
        if (inside(latOf(row), lon)) ticks.push({ lat: latOf(row), lon, along: "lat" });
      }
      const middle = { lat: latOf(row) + high / 2, lon: lonOf(column) + wide / 2 };
      if (middle.lat > 90 || middle.lon > 180) continue;
      const name = squareAt(middle, length);
      names.push({ name: readable(name), lat: latOf(row + 1), lon: lonOf(column) });
    }
  }
  return {
    lines: [
      ...columns.map((column) => ({ lon: lonOf(column) })),
      ...rows.map((row) => ({ lat: latOf(row) })),
    ],
    ticks: ticks.length > 4000 ? [] : ticks,
    names,
    fine: length === 6 && CELL[8] * perDegree >= ROOM ? fineOf({ west, south, east, north }) : NONE,
  };
}

const NONE = { lines: [], names: [] };

/** Extended squares: ten by ten in each subsquare. */
function fineOf({ west, south, east, north }: Bounds): LocatorGrid["fine"] {
  const wide = CELL[8], high = wide / 2;
  const columns = steps(west, east, wide, 180), rows = steps(south, north, high, 90);
  return {
    lines: [
      ...columns.filter((one) => one % TICKS !== 0).map((one) => ({ lon: one * wide - 180 })),
      ...rows.filter((one) => one % TICKS !== 0).map((one) => ({ lat: one * high - 90 })),
    ],
    names: columns.flatMap((column) =>
      rows.map((row) => ({
        name: `${column % TICKS}${row % TICKS}`,
        lat: row * high - 90,
        lon: column * wide - 180,
      }))
    ),
  };
}

/** A locator as people write it, with small letters at the end: `JN88ee`. */
export const readable = (name: string): string => name.slice(0, 4) + name.slice(4).toLowerCase();
