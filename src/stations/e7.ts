/** Coordinates as they are kept: whole numbers of 1e-7 degree, which take half the room of fractions. */
import type { Box } from "../base/mod.ts";

const E7 = 10_000_000;
export const toE7 = (degrees: number): number => Math.round(degrees * E7);
export const fromE7 = (e7: number): number => e7 / E7;

/** A bounding box as parameters of a statement. */
export const boxE7 = (box: Box) => ({
  minLat: toE7(box.minLat),
  maxLat: toE7(box.maxLat),
  minLon: toE7(box.minLon),
  maxLon: toE7(box.maxLon),
});
/** Parameters that `boxE7` gives. */
export interface BoxE7 {
  minLat: number;
  maxLat: number;
  minLon: number;
  maxLon: number;
}

export const WORLD_BOX: Box = { minLat: -90, minLon: -180, maxLat: 90, maxLon: 180 };
