/** Geometry on the WGS 84 ellipsoid, by GeographicLib: projection, distance, middle, and where two bearings meet. Pure. */
import geodesic from "geographiclib-geodesic";
import type { Point } from "../../../ui/places/arrow.ts";

const EARTH = (geodesic as unknown as Library).Geodesic.WGS84;
/** What is used of it: the direct and the inverse problem. */
interface Library {
  Geodesic: {
    WGS84: {
      Direct(lat: number, lon: number, azimuth: number, metres: number): { lat2: number; lon2: number };
      Inverse(lat: number, lon: number, lat2: number, lon2: number): { s12: number; azi1: number };
    };
  };
}

/** The place so many metres away in a direction. */
export function projected({ lat, lon }: Point, bearing: number, metres: number): Point {
  const { lat2, lon2 } = EARTH.Direct(lat, lon, bearing, metres);
  return { lat: lat2, lon: lon2 };
}

/** Metres from one place to another, and the direction at the first, 0 to 360 degrees. */
export function way(from: Point, to: Point): { metres: number; bearing: number } {
  const { s12, azi1 } = EARTH.Inverse(from.lat, from.lon, to.lat, to.lon);
  return { metres: s12, bearing: (azi1 + 360) % 360 };
}

/** The place in the middle of all: of two it is halfway between them. */
export function middle(points: readonly Point[]): Point | undefined {
  if (points.length === 0) return undefined;
  if (points.length === 2) {
    const { metres, bearing } = way(points[0]!, points[1]!);
    return projected(points[0]!, bearing, metres / 2);
  }
  const sum = points.map(vectorOf).reduce((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
  return Math.hypot(...sum) < 1e-9 ? undefined : placeOf(sum);
}

/**
 * Where two bearings meet, ahead of both; `undefined` where they do not within 2,000 km. On the sphere first, then each step
 * moves along the first bearing by what the second one is missed by.
 */
export function meeting(a: Point, bearingA: number, b: Point, bearingB: number): Point | undefined {
  const [one, two] = [normalOf(a, bearingA), normalOf(b, bearingB)];
  const along = cross(one, two), size = Math.hypot(...along);
  if (size < 1e-9) return undefined;
  const ends = [placeOf(along), placeOf(along.map((part) => -part) as Vector)];
  const ahead = (from: Point, bearing: number, to: Point) =>
    Math.cos((way(from, to).bearing - bearing) * Math.PI / 180) > 0;
  let found = ends.find((end) =>
    ahead(a, bearingA, end) && ahead(b, bearingB, end) && way(a, end).metres < 2e6
  );
  for (let step = 0; found && step < 12; step++) {
    const { metres } = way(a, found), on = projected(a, bearingA, metres), miss = missed(b, bearingB, on);
    const further = missed(b, bearingB, projected(a, bearingA, metres + 1));
    if (Math.abs(further - miss) < 1e-12) break;
    found = projected(a, bearingA, metres - miss / (further - miss));
  }
  return found;
}

/** By how many degrees a place lies off a bearing. */
const missed = (from: Point, bearing: number, to: Point): number =>
  ((way(from, to).bearing - bearing + 540) % 360) - 180;

type Vector = [number, number, number];
const radians = (degrees: number) => degrees * Math.PI / 180;
const vectorOf = ({ lat, lon }: Point): Vector => [
  Math.cos(radians(lat)) * Math.cos(radians(lon)),
  Math.cos(radians(lat)) * Math.sin(radians(lon)),
  Math.sin(radians(lat)),
];
const placeOf = ([x, y, z]: Vector): Point => ({
  lat: Math.atan2(z, Math.hypot(x, y)) * 180 / Math.PI,
  lon: Math.atan2(y, x) * 180 / Math.PI,
});
const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [b * f - c * e, c * d - a * f, a * e - b * d];
function normalOf({ lat, lon }: Point, bearing: number): Vector {
  const t = radians(bearing), [la, lo] = [radians(lat), radians(lon)];
  const ahead: Vector = [
    -Math.sin(la) * Math.cos(lo) * Math.cos(t) - Math.sin(lo) * Math.sin(t),
    -Math.sin(la) * Math.sin(lo) * Math.cos(t) + Math.cos(lo) * Math.sin(t),
    Math.cos(la) * Math.cos(t),
  ];
  return cross(vectorOf({ lat, lon }), ahead);
}
