/**
 * The built-in map: Natural Earth's coasts and borders, packed small. Coordinates are whole steps from the point before,
 * numbers take as few bytes as they need, and a coast that two countries share is there once.
 */
import { countryCode } from "./countries.ts";
import { Packed } from "./packed.ts";

/** As much of TopoJSON as is read here. */
interface Topology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: Record<"countries" | "land", { geometries: Geometry[] }>;
}
interface Geometry {
  type: string;
  arcs: number[][] | number[][][];
  properties?: { name?: string };
}

export type Scale = "110m" | "50m" | "10m";
/** Steps to a degree: 110m is drawn for 1:110 million, where a step is less than a hair. */
const STEPS: Record<Scale, number> = { "110m": 200, "50m": 500, "10m": 1000 };

/** The built-in map at that scale, as `src/client/ui/places/world_shapes.ts` reads it. */
export async function packedWorld(scale: Scale): Promise<Uint8Array> {
  // Not a literal: the checker would read megabytes of data for their type.
  const data = `world-atlas/countries-${scale}.json`;
  const { default: topology } = await import(data, { with: { type: "json" } }) as { default: Topology };
  return pack(topology, STEPS[scale]);
}

function pack({ transform, arcs, objects }: Topology, steps: number): Uint8Array {
  const out = new Packed();
  out.whole(steps);
  const lines = arcs.map((arc) => pointsOf(arc, transform, steps));
  out.whole(lines.length);
  for (const line of lines) {
    out.whole(line.length);
    let [x, y] = [0, 0];
    for (const [nextX, nextY] of line) {
      out.signed(nextX - x);
      out.signed(nextY - y);
      [x, y] = [nextX, nextY];
    }
  }
  const rings = objects.land.geometries.flatMap(ringsOf);
  out.whole(rings.length);
  for (const ring of rings) {
    out.whole(ring.length);
    for (const arc of ring) out.signed(arc);
  }
  const shore = new Set(rings.flat().map(arcOf));
  const borders = lines.map((_, arc) => arc).filter((arc) => !shore.has(arc));
  out.whole(borders.length);
  for (const arc of borders) out.whole(arc);
  out.text(JSON.stringify(objects.countries.geometries.flatMap((country) => nameOf(country, lines, steps))));
  return out.bytes();
}

/** An arc's points as whole steps; those that fall together are one. */
function pointsOf(
  arc: readonly (readonly [number, number])[],
  { scale, translate }: Topology["transform"],
  steps: number,
): [number, number][] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [dx, dy] of arc) {
    x += dx;
    y += dy;
    const point: [number, number] = [
      Math.round((x * scale[0] + translate[0]) * steps),
      Math.round((y * scale[1] + translate[1]) * steps),
    ];
    const last = points.at(-1);
    if (!last || last[0] !== point[0] || last[1] !== point[1]) points.push(point);
  }
  return points;
}

const ringsOf = ({ type, arcs }: Geometry): number[][] =>
  type === "Polygon" ? arcs as number[][] : (arcs as number[][][]).flat();
/** TopoJSON counts an arc that is walked backwards as `~arc`. */
const arcOf = (arc: number): number => arc < 0 ? ~arc : arc;

/** A country's code or name, the middle of its largest part, and how large that is, in square degrees. */
function nameOf(country: Geometry, lines: [number, number][][], steps: number): unknown[] {
  const name = country.properties?.name;
  if (!name || !country.arcs) return [];
  const outer = country.type === "Polygon"
    ? [(country.arcs as number[][])[0]!]
    : (country.arcs as number[][][]).map((polygon) => polygon[0]!);
  const [largest] = outer.map((ring) => middleOf(ring, lines, steps)).sort((a, b) => b.area - a.area);
  const round = (value: number) => Math.round(value / steps * 100) / 100;
  const area = Math.round(largest!.area / steps ** 2 * 10) / 10;
  return [[countryCode(name), round(largest!.x), round(largest!.y), area]];
}

/** Area and centre of gravity of a ring, in steps (shoelace formula). */
function middleOf(ring: readonly number[], lines: [number, number][][], steps: number) {
  let turns = 0, before = 0;
  const points = ring.flatMap((arc) => arc < 0 ? lines[~arc]!.toReversed() : lines[arc]!)
    .map(([x, y], at): [number, number] => {
      // Over the date line a country goes on beyond 180 degrees.
      if (at > 0 && Math.abs(x - before) > 180 * steps) turns += x < before ? 360 * steps : -360 * steps;
      before = x;
      return [x + turns, y];
    });
  let area = 0, x = 0, y = 0;
  points.forEach(([x1, y1], at) => {
    const [x2, y2] = points[(at + 1) % points.length]!;
    const cross = x1 * y2 - x2 * y1;
    area += cross / 2;
    x += (x1 + x2) * cross / 6;
    y += (y1 + y2) * cross / 6;
  });
  if (area === 0) return { area: 0, x: points[0]![0], y: points[0]![1] };
  return { area: Math.abs(area), x: x / area, y: y / area };
}
