/** How far a cache of one's own may be moved: the circle that the gateway allows, for a drawing. Pure. */
import { distanceM, type Point } from "./arrow.ts";
import { moved } from "./coordinates.ts";

/** What the gateway allows: `limitM` metres around `pinned`. Before the first find the cache may be moved anywhere. */
export interface Move {
  limitM: number | null;
  pinned: Point | null;
}

/** By how many metres a place lies outside of the limit; 0 where it is allowed. */
export function beyond({ limitM, pinned }: Move, place: Point): number {
  if (limitM === null || pinned === null) return 0;
  // Coordinates are sent to the centimetre.
  return Math.max(0, distanceM(pinned, place) - limitM - 0.01);
}

/** A square drawing with sides of `size` units: the place in its middle, and how many metres a unit is. */
export interface Drawing {
  middle: Point;
  metres: number;
  size: number;
}

/** The drawing shows at least so many metres around its middle. */
const LEAST_M = 60;

/** The drawing that has room for the limit and for `place`. */
export function drawingOf({ limitM, pinned }: Move, place: Point, size: number): Drawing {
  const middle = pinned ?? place;
  const reach = Math.max(LEAST_M, limitM !== null && pinned ? limitM : 0, distanceM(middle, place)) * 1.25;
  return { middle, metres: 2 * reach / size, size };
}

/** The point of the drawing for a place. */
export function onDrawing({ middle, metres, size }: Drawing, { lat, lon }: Point): { x: number; y: number } {
  const east = (lon - middle.lon) * 111_195 * Math.max(0.01, Math.cos(middle.lat * Math.PI / 180));
  const north = (lat - middle.lat) * 111_195;
  return { x: size / 2 + east / metres, y: size / 2 - north / metres };
}

/** The place for a point of the drawing. */
export const placeAt = ({ middle, metres, size }: Drawing, { x, y }: { x: number; y: number }): Point =>
  moved(middle, (size / 2 - y) * metres, (x - size / 2) * metres);

/** How far apart rings are drawn, and how many of them fit: round numbers, three or four to the edge. */
export function ringsOf({ metres, size }: Drawing): readonly number[] {
  const reach = metres * size / 2, power = 10 ** Math.floor(Math.log10(reach / 3));
  const step = [5, 2, 1].map((n) => n * power).find((one) => one <= reach / 3)!;
  return Array.from({ length: Math.floor(reach / step) }, (_, at) => (at + 1) * step);
}
