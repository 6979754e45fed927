/** The order of a list's caches: what moving one makes of it, how long the way is then, and where on a map it lies. Pure. */
import { distanceM, type Point } from "../../../ui/places/arrow.ts";

/** The codes with one of them at another place; beyond an end it is at that end. */
export function movedTo(codes: readonly string[], code: string, to: number): readonly string[] {
  const from = codes.indexOf(code), at = Math.max(0, Math.min(codes.length - 1, to));
  return from < 0 || from === at ? codes : codes.toSpliced(from, 1).toSpliced(at, 0, code);
}

/** Metres from the first to the last, one after the other; those whose place is not known are passed by. */
export const wayM = (points: readonly Point[]): number =>
  points.reduce((sum, point, n) => n === 0 ? 0 : sum + distanceM(points[n - 1]!, point), 0);

/** The nearest view in which all of them are seen on a phone, as the map's address says it; `undefined` without a point. */
export function mapHash(points: readonly Point[]): string | undefined {
  if (points.length === 0) return undefined;
  const lats = points.map(({ lat }) => lat), lons = points.map(({ lon }) => lon);
  const [south, north, west, east] = [
    ...[Math.min(...lats), Math.max(...lats)],
    ...[Math.min(...lons), Math.max(...lons)],
  ] as [number, number, number, number];
  // The world is 512 pixels wide at zoom 0, and a phone shows 300 of them in each direction beside its bars.
  const high = (north - south) / Math.max(0.1, Math.cos((north + south) / 2 * Math.PI / 180));
  const span = Math.max(east - west, high, 1e-9);
  const zoom = Math.max(1, Math.min(15, Math.floor(Math.log2(300 / 512 * 360 / span) * 10) / 10));
  return `#${zoom}/${((south + north) / 2).toFixed(5)}/${((west + east) / 2).toFixed(5)}`;
}
