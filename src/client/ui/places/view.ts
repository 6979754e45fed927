/** The part of the world that a map shows, and the box for which the gateway is asked. Pure. */
import { distanceM, type Point } from "./arrow.ts";
import { centreOf } from "./squares.ts";
import type { Bounds } from "./world_shapes.ts";

/** What a map shows. */
export interface View {
  centre: Point;
  /** Zoom as MapLibre counts it: at 0 the world is 512 pixels wide, and each step doubles that. */
  zoom: number;
  bounds: Bounds;
}

/** For a view wider than so many degrees, everything is asked for. */
const WIDE = 20;

/**
 * The box to ask the gateway for: a little larger than the view and at round degrees, so that people who look at the same
 * region ask for the same box, and caches on the way can answer. `undefined`: everything.
 */
export function askedBox({ west, south, east, north }: Bounds): Bounds | undefined {
  const width = Math.max(east - west, north - south);
  if (width > WIDE || west < -180 || east > 180) return undefined;
  // A small view is rounded to tenths of a degree, others to whole degrees. Counted in tenths, so that 0.3 stays exact.
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

/** The box as the API takes it. */
export const bboxOf = ({ west, south, east, north }: Bounds): string => [west, south, east, north].join(",");

/** Whether a place is in a box. */
export const isInside = ({ west, south, east, north }: Bounds, { lat, lon }: Point): boolean =>
  lat >= south && lat <= north && lon >= west && lon <= east;

/** Whether a box lies wholly in another one. */
export const holds = (outer: Bounds, inner: Bounds): boolean =>
  outer.west <= inner.west && outer.south <= inner.south && outer.east >= inner.east &&
  outer.north >= inner.north;

/** A view of this size in pixels that shows all points; `undefined` without points. */
export function viewOf(points: readonly Point[], width: number, height: number): ViewOfBox | undefined {
  if (points.length === 0) return undefined;
  const lats = points.map(({ lat }) => lat);
  return viewOfBox(
    { south: least(lats), north: most(lats), ...reach(points.map(({ lon }) => lon)) },
    width,
    height,
  );
}

/** Of so many points on, a few that lie far away do not decide what a map shows first. */
const MANY = 4;
/** The part of all points that is a neighbourhood, and how many times as far as it a point may lie to be shown with it. */
const MOST = 0.75, REACH = 2;

/** The points where most of them are: a club's caches around its town, without the three that were hidden on a holiday. */
export function whereMostAre<P extends Point>(points: readonly P[]): readonly P[] {
  if (points.length < MANY) return points;
  const middle = { lat: median(points.map(({ lat }) => lat)), lon: median(points.map(({ lon }) => lon)) };
  const far = points.map((point) => distanceM(middle, point));
  const near = far.toSorted((a, b) => a - b)[Math.ceil(points.length * MOST) - 1]!;
  return points.filter((_, i) => far[i]! <= near * REACH);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

type ViewOfBox = Omit<View, "bounds">;
/** A view of this size in pixels that shows a box; one whose west is greater than its east crosses the date line. */
export function viewOfBox(box: Bounds, width: number, height: number): ViewOfBox {
  const y = (lat: number) => Math.log(Math.tan(Math.PI / 4 + lat * Math.PI / 360)) * 180 / Math.PI;
  const wide = Math.max(0.02, box.east - box.west + (box.west > box.east ? 360 : 0));
  const high = Math.max(0.02, y(box.north) - y(box.south));
  const perPixel = Math.max(wide / (width * 0.8), high / (height * 0.8));
  return { centre: centreOf(box), zoom: Math.max(0, Math.min(13, Math.log2(360 / 512 / perPixel))) };
}

/** The narrower of the two ways round the world that has all of these longitudes; across the date line west is the greater. */
function reach(lons: readonly number[]): { west: number; east: number } {
  const west = least(lons), east = most(lons);
  const eastern = lons.filter((lon) => lon >= 0), western = lons.filter((lon) => lon < 0);
  const across = 360 + most(western) - least(eastern);
  return eastern.length > 0 && western.length > 0 && across < east - west
    ? { west: least(eastern), east: most(western) }
    : { west, east };
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
