/** Distance and direction between two places, on a sphere: exact enough for walking and driving. Pure. */
import { distanceM, type Place } from "../../../base/geometry.ts";

export { distanceM };
export type { Place as Point };

const radians = (degrees: number): number => degrees * Math.PI / 180;

/** The direction in which the great circle begins: degrees from true north, 0 to 360. */
export function bearing(from: Place, to: Place): number {
  const lat1 = radians(from.lat), lat2 = radians(to.lat), east = radians(to.lon - from.lon);
  const y = Math.sin(east) * Math.cos(lat2);
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(east);
  return (Math.atan2(y, x) * 180 / Math.PI + 360) % 360;
}

/** The nearest of the eight points of the compass, counted from north clockwise: 0 to 7. */
export const pointOf = (degrees: number): number => Math.round(degrees / 45) % 8;

/** Rows sorted by their distance from a place, the nearest first. */
export function byDistance<Row extends Place>(rows: readonly Row[], from: Place): Row[] {
  const far = new Map(rows.map((row) => [row, distanceM(from, row)]));
  return rows.toSorted((a, b) => far.get(a)! - far.get(b)!);
}
