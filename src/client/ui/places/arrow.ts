/** Distance and direction between two places, on a sphere: exact enough for walking and driving. Pure. */

/** A place, in degrees (WGS 84). */
export interface Point {
  lat: number;
  lon: number;
}

/** Mean radius of the Earth (IUGG), metres. */
const EARTH_M = 6_371_008.8;
const radians = (degrees: number): number => degrees * Math.PI / 180;

/** Metres along the great circle (haversine). */
export function distanceM(from: Point, to: Point): number {
  const north = radians(to.lat - from.lat) / 2, east = radians(to.lon - from.lon) / 2;
  const h = Math.sin(north) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(east) ** 2;
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The direction in which the great circle begins: degrees from true north, 0 to 360. */
export function bearing(from: Point, to: Point): number {
  const lat1 = radians(from.lat), lat2 = radians(to.lat), east = radians(to.lon - from.lon);
  const y = Math.sin(east) * Math.cos(lat2);
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(east);
  return (Math.atan2(y, x) * 180 / Math.PI + 360) % 360;
}

/** The nearest of the eight points of the compass, counted from north clockwise: 0 to 7. */
export const pointOf = (degrees: number): number => Math.round(degrees / 45) % 8;
