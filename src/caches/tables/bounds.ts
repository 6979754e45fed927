/** Boxes in the units of the map's R-trees. Pure. */
import type { Box } from "../../base/mod.ts";

/** Places are kept in 1e-7 degree, exactly; the R-tree's integers hold them. */
export const scaled = (degrees: number): number => Math.round(degrees * 1e7);

export type Bounds = {
  minLon: number;
  maxLon: number;
  minLat: number;
  maxLat: number;
};

/** A box of degrees in the units of the R-tree. */
export const boundsOf = (box: Box): Bounds => ({
  minLon: scaled(box.minLon),
  maxLon: scaled(box.maxLon),
  minLat: scaled(box.minLat),
  maxLat: scaled(box.maxLat),
});

// Points only: a point's two edges are equal, so one comparison a side is enough and the R-tree prunes by it.
export const INSIDE =
  "min_lon >= :minLon AND max_lon <= :maxLon AND min_lat >= :minLat AND max_lat <= :maxLat";
