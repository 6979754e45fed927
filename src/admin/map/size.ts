/**
 * How large the map of a region would be, roughly: known before anybody fetches it. Pure. Vector tiles of OpenStreetMap to
 * zoom 15 take 1 to 15 kB for each square kilometre of land, wild country the least, towns the most (the whole world: some
 * 130 GB); each zoom less takes half.
 */

/** Mean radius of the earth, in km. */
const EARTH_KM = 6371;
/** Bytes of a square kilometre down to zoom 15: hardly anybody there; villages and towns. */
const LEAST = 1_000, MOST = 15_000, DEEPEST = 15;
/** Directories, and the zooms that show the whole region at once. */
const BASE = 1_000_000;
/** Zooms that are told: roads between towns; streets; footpaths; every house. */
const ZOOMS = [10, 12, 14, 15] as const;

/** Square kilometres of a box in degrees. */
const areaKm2 = ([south, west, north, east]: readonly [number, number, number, number]): number => {
  const sine = (degrees: number) => Math.sin(degrees * Math.PI / 180);
  const wide = (east - west + 360) % 360 || 360;
  return EARTH_KM ** 2 * (sine(north) - sine(south)) * wide * Math.PI / 180;
};

/** For each zoom that a map may go down to: between how many bytes it would take. */
export const sizesOf = (
  box: readonly [number, number, number, number],
): { zoom: number; least: number; most: number }[] => {
  const area = areaKm2(box);
  const of = (each: number, zoom: number) => Math.round(BASE + area * each / 2 ** (DEEPEST - zoom));
  return ZOOMS.map((zoom) => ({ zoom, least: of(LEAST, zoom), most: of(MOST, zoom) }));
};
