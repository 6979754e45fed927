/** Boxes of federation: `S,W,N,E` in degrees, west greater than east across the antimeridian. Never the map's boxes. */
const E7 = 10_000_000;
const PART = /^-?\d{1,3}(\.\d{1,7})?$/;

/** A region in units of 10^-7 degree, as coordinates travel. */
export interface Region {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** Reads `S,W,N,E`: up to three integer and seven decimal digits each, on the globe, S not above N. */
export function readRegion(text: string): Region | undefined {
  const parts = text.split(",");
  if (parts.length !== 4 || !parts.every((part) => PART.test(part))) return undefined;
  const [south, west, north, east] = parts.map((part) => Math.round(Number(part) * E7)) as [
    number,
    number,
    number,
    number,
  ];
  const fits = south <= north && Math.abs(south) <= 90 * E7 && Math.abs(north) <= 90 * E7 &&
    Math.abs(west) <= 180 * E7 && Math.abs(east) <= 180 * E7;
  return fits ? { south, west, north, east } : undefined;
}

/** The one text of a region; empty for the whole earth. */
export const regionText = (region: Region | undefined): string =>
  region ? [region.south, region.west, region.north, region.east].map((part) => part / E7).join(",") : "";

/** Whether a place (in units of 10^-7 degree) lies in the region, edges included. */
export function regionHas(region: Region, latE7: number, lonE7: number): boolean {
  if (latE7 < region.south || latE7 > region.north) return false;
  return region.west <= region.east
    ? lonE7 >= region.west && lonE7 <= region.east
    : lonE7 >= region.west || lonE7 <= region.east;
}

/** Whether `inner` lies inside `outer`; `undefined` is the whole earth. */
export function regionCovers(outer: Region | undefined, inner: Region | undefined): boolean {
  if (outer === undefined) return true;
  if (inner === undefined || inner.south < outer.south || inner.north > outer.north) return false;
  const width = (region: Region) => (region.east - region.west + 360 * E7) % (360 * E7);
  // A box of the full circle is written -180..180: its width is not 0.
  if (outer.west === -180 * E7 && outer.east === 180 * E7) return true;
  if (inner.west === -180 * E7 && inner.east === 180 * E7) return false;
  const offset = (inner.west - outer.west + 360 * E7) % (360 * E7);
  return offset + width(inner) <= width(outer);
}
