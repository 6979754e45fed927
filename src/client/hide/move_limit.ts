/** How far a cache of one's own may be moved, as a drawing: the circle that the gateway allows, and the place in it. Pure. */
import { distanceM, type Point } from "../nearby/arrow.ts";
import { moved } from "./coordinates.ts";

/** What the gateway tells the owner. Without a find nothing is pinned, and it may go anywhere. */
export interface Move {
  limitM: number | null;
  pinned: Point | null;
}

/** Metres beyond what is allowed; 0 where it is allowed. */
export function beyond({ limitM, pinned }: Move, place: Point): number {
  if (limitM === null || pinned === null) return 0;
  // A centimetre is the resolution of what is sent.
  return Math.max(0, distanceM(pinned, place) - limitM - 0.01);
}

/** Drawing of `size` units a side around a middle: metres for each unit, and where things lie. */
export interface Ground {
  middle: Point;
  metres: number;
  size: number;
}

/** Room around the circle, or around the place where there is none, metres. */
const LEAST_M = 60;

export function groundOf({ limitM, pinned }: Move, place: Point, size: number): Ground {
  const middle = pinned ?? place;
  const reach = Math.max(LEAST_M, limitM !== null && pinned ? limitM : 0, distanceM(middle, place)) * 1.25;
  return { middle, metres: 2 * reach / size, size };
}

/** Where a place lies on the drawing. */
export function onGround({ middle, metres, size }: Ground, { lat, lon }: Point): { x: number; y: number } {
  const east = (lon - middle.lon) * 111_195 * Math.max(0.01, Math.cos(middle.lat * Math.PI / 180));
  const north = (lat - middle.lat) * 111_195;
  return { x: size / 2 + east / metres, y: size / 2 - north / metres };
}

/** The place of a point of the drawing. */
export const placeAt = ({ middle, metres, size }: Ground, { x, y }: { x: number; y: number }): Point =>
  moved(middle, (size / 2 - y) * metres, (x - size / 2) * metres);
