/** What part of the world is looked at, and which boxes are asked for of the gateway. Pure. */
import type { Point } from "../nearby/arrow.ts";
import type { Bounds } from "./world_shapes.ts";

export interface View {
  centre: Point;
  /** As maplibre counts: 0 is the world in 512 pixels. */
  zoom: number;
  bounds: Bounds;
}

/** Beyond this width everything is asked for at once, in degrees. */
const WIDE = 20;

/**
 * The box that is asked for: a little larger than what is seen, at round degrees, so that neighbours ask for the same and
 * the gateway's answers can be kept by whoever stands between. `undefined`: everything.
 */
export function askedBox({ west, south, east, north }: Bounds): Bounds | undefined {
  const width = Math.max(east - west, north - south);
  if (width > WIDE || west < -180 || east > 180) return undefined;
  // Tenths of a degree where little is seen, whole ones elsewhere: counted in tenths, so that 0.3 stays 0.3.
  const tenths = width > 1 ? 10 : 1;
  const down = (value: number) => Math.floor(value * 10 / tenths) * tenths / 10;
  const up = (value: number) => Math.ceil(value * 10 / tenths) * tenths / 10;
  return {
    west: Math.max(-180, down(west)),
    south: Math.max(-90, down(south)),
    east: Math.min(180, up(east)),
    north: Math.min(90, up(north)),
  };
}

/** As a query takes it. */
export const bboxOf = (box: Bounds | undefined): string =>
  box ? `bbox=${[box.west, box.south, box.east, box.north].join(",")}` : "";

export const isInside = ({ west, south, east, north }: Bounds, { lat, lon }: Point): boolean =>
  lat >= south && lat <= north && lon >= west && lon <= east;

/** A view that shows all the points, in a window of this size in pixels; `undefined` without points. */
export function viewOf(
  points: readonly Point[],
  width: number,
  height: number,
): Omit<View, "bounds"> | undefined {
  if (points.length === 0) return undefined;
  const lats = points.map(({ lat }) => lat), lons = points.map(({ lon }) => lon);
  const south = least(lats), north = most(lats), west = least(lons), east = most(lons);
  const y = (lat: number) => Math.log(Math.tan(Math.PI / 4 + lat * Math.PI / 360)) * 180 / Math.PI;
  const wide = Math.max(0.02, east - west), high = Math.max(0.02, y(north) - y(south));
  const perPixel = Math.max(wide / (width * 0.8), high / (height * 0.8));
  return {
    centre: { lat: (south + north) / 2, lon: (west + east) / 2 },
    zoom: Math.max(0, Math.min(13, Math.log2(360 / 512 / perPixel))),
  };
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
