/** Puts places onto a flat drawing: the Mercator projection of the box around them. Pure. */
import type { Point } from "./arrow.ts";
import { latOf, mercator } from "./mercator.ts";
import { sayPoint } from "./way_to.ts";
import { numberFormat } from "../times.ts";

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

/** A projection with which all points fit into a drawing of this size, in pixels, within a border of `edge` of its width. */
export function projectionOf(
  points: readonly Point[],
  width: number,
  height: number,
  edge = EDGE,
): Projection {
  const lons = points.map(({ lon }) => lon), ys = points.map(({ lat }) => mercator(lat));
  const midX = (Math.min(...lons) + Math.max(...lons)) / 2, midY = (Math.min(...ys) + Math.max(...ys)) / 2;
  const wide = Math.max(LEAST, Math.max(...lons) - Math.min(...lons));
  const high = Math.max(LEAST, Math.max(...ys) - Math.min(...ys));
  const perPixel = Math.max(wide / width, high / height) / (1 - 2 * edge);
  return {
    at: ({ lat, lon }) => ({
      x: round(width / 2 + (lon - midX) / perPixel),
      y: round(height / 2 - (mercator(lat) - midY) / perPixel),
    }),
    width,
    height,
    west: midX - width / 2 * perPixel,
    east: midX + width / 2 * perPixel,
    south: latOf(midY - height / 2 * perPixel),
    north: latOf(midY + height / 2 * perPixel),
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

/** A line of longitude or latitude on the drawing. */
interface GridLine {
  key: string;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  name: string;
}

/** The distances between lines to choose from, in degrees. */
const STEPS = [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 20, 45];

/** A few lines of longitude and latitude, at round degrees. */
export function graticule(projection: Projection): GridLine[] {
  const { west, east, south, north, width, height } = projection;
  const step = STEPS.find((one) => (east - west) / one <= 6) ?? 45;
  const lines: GridLine[] = [];
  for (let n = Math.ceil(west / step); n * step < east; n++) {
    const { x } = projection.at({ lat: 0, lon: n * step });
    lines.push({ key: `lon${n}`, x1: x, y1: 0, x2: x, y2: height, name: degrees(n * step, 90) });
  }
  for (let n = Math.ceil(south / step); n * step < north; n++) {
    const { y } = projection.at({ lat: n * step, lon: 0 });
    lines.push({ key: `lat${n}`, x1: 0, y1: y, x2: width, y2: y, name: degrees(n * step, 0) });
  }
  return lines;
}

/** As the reader writes it: `14.5° E`, in German `14,5° O`. `plus`: the direction of what is above zero, degrees from north. */
const degrees = (value: number, plus: number): string =>
  `${numberFormat({ maximumFractionDigits: 2 }).format(Math.abs(value))}° ${
    sayPoint(value < 0 ? plus + 180 : plus)
  }`;
