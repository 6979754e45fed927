/** Reads the built-in map (coasts, borders, names of countries), and cuts out what lies in a box. Pure. */

import { Unpacked } from "./unpacked.ts";

/** A box in degrees. A box across the date line is two boxes. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}
/** A line or a closed ring and the box around it. `points`: longitude, latitude, longitude, latitude … */
export interface Line extends Bounds {
  points: Float64Array;
}
/** A country's name and where to write it. */
export interface CountryName {
  /** Two letters of ISO 3166-1; where there are none, its English name. */
  name: string;
  lon: number;
  lat: number;
  /** Area of its largest part in square degrees: larger countries are named first. */
  area: number;
}
/** The whole built-in map. */
export interface World {
  /** Rings of land; a lake is a ring within a ring. */
  land: Line[];
  borders: Line[];
  names: CountryName[];
}

/** Reads the file that `tools/app/world.ts` makes. */
export function readWorld(bytes: Uint8Array): World {
  const from = new Unpacked(bytes);
  const steps = from.whole();
  const arcs = from.list(() => {
    let x = 0, y = 0;
    return from.list(() => [(x += from.signed()) / steps, (y += from.signed()) / steps] as const);
  });
  const land = from.list(() => {
    const ring = from.list(() => from.signed());
    // Each arc of a ring begins where the one before ends.
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
 * A line across the date line is continued beyond 180 degrees, so that following points stay close to each other. A ring
 * that ends 360 degrees from its beginning goes around a pole, and is closed across it.
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

/** A line from pairs of longitude and latitude, with the box around it. */
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

/** The borders that touch the box; they are not cut off. */
export const bordersIn = (world: World, box: Bounds): Float64Array[] =>
  world.borders.filter((line) => meets(line, box)).map(({ points }) => points);

/** The land within the box, cut off at its edges. */
export const landIn = (world: World, box: Bounds): Float64Array[] =>
  world.land.flatMap((ring) =>
    // A ring that is continued beyond 180 degrees also lies on the other side of the map.
    [0, -360, 360].flatMap((turn) => {
      const there = { ...box, west: box.west - turn, east: box.east - turn };
      if (!meets(ring, there)) return [];
      const part = cut(ring, there);
      return [turn === 0 ? part : part.map((value, at) => at % 2 === 0 ? value + turn : value)];
    })
  ).filter((ring) => ring.length >= 6);

/** Cuts a ring off at the edges of a box, one edge after the other (Sutherland and Hodgman). */
function cut(ring: Line, { west, south, east, north }: Bounds): Float64Array {
  let points: ArrayLike<number> = ring.points;
  // For each edge: the axis (0 longitude, 1 latitude), its degrees, and on which side of it the box is.
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
