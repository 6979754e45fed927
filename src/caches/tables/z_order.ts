/** Keys of the map's rows: places that are near have keys that are mostly near, so that a box is read in few pages. Pure. */

/** Bits of each coordinate in a key: cells of about 19 by 38 m at the equator. */
const BITS = 20;
/** Keys of one cell; with 40 bits of place a key stays below 2^53. */
export const NEIGHBOURS = 4096;

/** Place along the Z-curve (Morton 1966), below 2^40. */
export function zOrder(lat: number, lon: number): number {
  const cells = 2 ** BITS;
  const row = Math.min(cells - 1, Math.floor((lat + 90) / 180 * cells));
  const column = Math.min(cells - 1, Math.floor((lon + 180) / 360 * cells));
  let key = 0;
  for (let bit = BITS - 1; bit >= 0; bit--) key = key * 4 + (row >> bit & 1) * 2 + (column >> bit & 1);
  return key;
}
