/** The built-in map, read: coasts, borders and names of countries, and what of them lies in a box. Pure. */

import { Unpacked } from "./unpacked.ts";

/** Degrees. A box over the date line is two boxes. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}
/** A line or a closed ring: longitude, latitude, longitude, latitude … */
export interface Line extends Bounds {
  points: Float64Array;
}
export interface CountryName {
  name: string;
  lon: number;
  lat: number;
  /** Square degrees of its largest part: the larger one is named first. */
  area: number;
}
export interface World {
  /** Rings of land; a lake is a ring within a ring. */
  land: Line[];
  borders: Line[];
  names: CountryName[];
}

/** Reads what `tools/app/world.ts` packs. */
export function readWorld(bytes: Uint8Array): World {
  const from = new Unpacked(bytes);
  const steps = from.whole();
  const arcs = from.list(() => {
    let x = 0, y = 0;
    return from.list(() => [(x += from.signed()) / steps, (y += from.signed()) / steps] as const);
  });
  const land = from.list(() => {
    const ring = from.list(() => from.signed());
    // Each arc begins where the one before ends.
    return lineOf(onwards(ring.flatMap((arc, at) => {
      const points = arc < 0 ? arcs[~arc]!.toReversed() : arcs[arc]!;
      return at === 0 ? points : points.slice(1);
    })));
  });
  const borders = from.list(() => lineOf(onwards(arcs[from.whole()]!)));
  const names = (JSON.parse(from.text()) as [string, number, number, number][])
    .map(([name, lon, lat, area]) => ({ name, lon, lat, area }));
  return { land, borders, names };
}

type Pair = readonly [lon: number, lat: number];

/**
 * A line that crosses the date line goes on beyond 180 degrees, so that its points are neighbours there too; a ring that comes
 * back a whole turn away goes round a pole, and is closed over it.
 */
function onwards(points: readonly Pair[]): Pair[] {
  let turns = 0, before = points[0]?.[0] ?? 0;
  const line = points.map(([lon, lat]): Pair => {
    turns += lon - before > 180 ? -360 : lon - before < -180 ? 360 : 0;
    before = lon;
    return [lon + turns, lat];
  });
  const first = line[0], last = line.at(-1);
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return line;
  const pole = last[1] < 0 ? -90 : 90;
  return [...line, [last[0], pole], [first[0], pole], first];
}

export function lineOf(points: readonly (readonly [number, number])[]): Line {
  const line: Line = {
    points: new Float64Array(points.length * 2),
    west: 180,
    east: -180,
    south: 90,
    north: -90,
  };
  points.forEach(([lon, lat], at) => {
    line.points[at * 2] = lon;
    line.points[at * 2 + 1] = lat;
    line.west = Math.min(line.west, lon);
    line.east = Math.max(line.east, lon);
    line.south = Math.min(line.south, lat);
    line.north = Math.max(line.north, lat);
  });
  return line;
}

const meets = (a: Bounds, b: Bounds): boolean =>
  a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;

/** Borders that meet the box, whole. */
export const bordersIn = (world: World, box: Bounds): Float64Array[] =>
  world.borders.filter((line) => meets(line, box)).map(({ points }) => points);

/** Rings of land in the box, cut off at its edges. */
export const landIn = (world: World, box: Bounds): Float64Array[] =>
  world.land.flatMap((ring) =>
    // What goes on beyond 180 degrees lies on the other side as well.
    [0, -360, 360].flatMap((turn) => {
      const there = { ...box, west: box.west - turn, east: box.east - turn };
      if (!meets(ring, there)) return [];
      const part = cut(ring, there);
      return [turn === 0 ? part : part.map((value, at) => at % 2 === 0 ? value + turn : value)];
    })
  ).filter((ring) => ring.length >= 6);

/** Sutherland and Hodgman: what of a ring lies on the right side of each edge, one edge after the other. */
function cut(ring: Line, { west, south, east, north }: Bounds): Float64Array {
  let points: ArrayLike<number> = ring.points;
  // Axis (0 longitude, 1 latitude), the edge's value, and on which side the box lies.
  for (const [axis, edge, side] of [[0, west, 1], [0, east, -1], [1, south, 1], [1, north, -1]] as const) {
    const kept: number[] = [];
    for (let at = 0; at < points.length; at += 2) {
      const next = (at + 2) % points.length;
      const here = [points[at]!, points[at + 1]!] as const,
        there = [points[next]!, points[next + 1]!] as const;
      const inside = (here[axis] - edge) * side >= 0, insideNext = (there[axis] - edge) * side >= 0;
      if (inside) kept.push(...here);
      if (inside !== insideNext) {
        const part = (edge - here[axis]) / (there[axis] - here[axis]);
        kept.push(here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part);
      }
    }
    points = kept;
  }
  return Float64Array.from(points);
}
