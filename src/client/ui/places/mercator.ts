/** The Mercator projection, in degrees of longitude at the equator. Pure. */

/** It has no poles: latitudes end here. */
const MOST_LAT = 85;

/** A latitude in the projection. */
export const mercator = (lat: number): number =>
  Math.log(Math.tan(Math.PI / 4 + Math.max(-MOST_LAT, Math.min(MOST_LAT, lat)) * Math.PI / 360)) * 180 /
  Math.PI;

/** The latitude of a place in the projection. */
export const latOf = (y: number): number => Math.atan(Math.exp(y * Math.PI / 180)) * 360 / Math.PI - 90;

const EQUATOR_M = 40_075_017;
/** Metres a pixel, of a map on which the whole equator takes `world` pixels. */
export const metresPerPixel = (lat: number, world: number): number =>
  EQUATOR_M * Math.cos(lat * Math.PI / 180) / world;
