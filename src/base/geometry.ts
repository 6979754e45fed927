/** Places on the earth. Pure. WGS 84 decimal degrees in, metres out. */

export interface Place {
  lat: number;
  lon: number;
}

/** A box as the public API writes it: minLon, minLat, maxLon, maxLat (API "Public read API"). */
export interface Box {
  minLon: number;
  minLat: number;
  maxLon: number;
  maxLat: number;
}

const RADIANS = Math.PI / 180;
/** Mean earth radius in metres (IUGG). */
const EARTH_M = 6_371_008.8;

/** Great-circle distance in metres on the mean sphere; at most 0.5 % off the geodesic. */
export function distanceM(a: Place, b: Place): number {
  const halfLat = Math.sin((b.lat - a.lat) * RADIANS / 2);
  const halfLon = Math.sin((b.lon - a.lon) * RADIANS / 2);
  const h = halfLat * halfLat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * halfLon * halfLon;
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** In which direction one sets out from one place to another, whole degrees from north by east. */
export function bearing(from: Place, to: Place): number {
  const lon = (to.lon - from.lon) * RADIANS, a = from.lat * RADIANS, b = to.lat * RADIANS;
  const east = Math.sin(lon) * Math.cos(b);
  const north = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(lon);
  return (Math.round(Math.atan2(east, north) / RADIANS) + 360) % 360;
}

/** Whether both are finite and on the globe. */
export const isPlace = (lat: number, lon: number): boolean =>
  Number.isFinite(lat) && Number.isFinite(lon) && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;

/** The longest text of a box: four numbers as JavaScript prints them, at most 25 characters each, and room for blanks. */
export const BOX_TEXT_MAX = 120;
/** A number below 1000 as JavaScript prints it: `16.35`, `15.850000000000001`, `1e-7`. */
const DECIMAL = /^-?\d{1,3}(?:\.\d{1,25})?(?:e-\d{1,3})?$/;

/**
 * Reads `minLon,minLat,maxLon,maxLat`. `undefined` for anything that is not four decimal numbers in order, on the
 * globe, or larger than `maxDegrees` a side (20 in the public API). Never used for federation boxes (S,W,N,E).
 */
export function parseBox(text: string, maxDegrees = 20): Box | undefined {
  if (text.length > BOX_TEXT_MAX) return undefined;
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length !== 4 || !parts.every((part) => DECIMAL.test(part))) return undefined;
  return boxOf(parts.map(Number), maxDegrees);
}

/** A box out of its four numbers, under the same rules as its text. */
export function boxOf(numbers: readonly number[], maxDegrees: number): Box | undefined {
  if (numbers.length !== 4) return undefined;
  const [minLon, minLat, maxLon, maxLat] = numbers as [number, number, number, number];
  if (!isPlace(minLat, minLon) || !isPlace(maxLat, maxLon) || minLon > maxLon || minLat > maxLat) {
    return undefined;
  }
  if (maxLon - minLon > maxDegrees || maxLat - minLat > maxDegrees) return undefined;
  return { minLon, minLat, maxLon, maxLat };
}

/** Whether the place lies in the box, edges included. */
export const inBox = (box: Box, at: Place): boolean =>
  at.lon >= box.minLon && at.lon <= box.maxLon && at.lat >= box.minLat && at.lat <= box.maxLat;
