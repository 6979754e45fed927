/** Caches, shapes and names as GeoJSON for the big map. Pure. */
import { cacheState } from "../marks/caches.ts";
import type { CacheRow, Mark } from "../phone/known/caches.ts";
import { nameOfCache } from "../phone/known/in_parts.ts";
import { kindOf } from "../ui/look/kinds.ts";
import type { Point } from "../ui/places/arrow.ts";
import { holds } from "../ui/places/view.ts";
import type { Bounds, CountryName, Line, World } from "../ui/places/world_shapes.ts";

type Position = [number, number];
/** A GeoJSON feature. */
export interface Feature {
  type: "Feature";
  id?: string | number;
  properties: Record<string, string | number | boolean>;
  geometry:
    | { type: "Point"; coordinates: Position }
    | { type: "LineString"; coordinates: Position[] }
    | { type: "MultiLineString"; coordinates: Position[][] }
    | { type: "Polygon"; coordinates: Position[][] };
}
export interface Features {
  type: "FeatureCollection";
  features: Feature[];
}
/** Features as data for a source of the map. */
export const collection = (features: Feature[]): Features => ({ type: "FeatureCollection", features });

/** A place as a feature. */
export const pointFeature = (
  { lat, lon }: { lat: number; lon: number },
  properties: Feature["properties"],
  id?: string,
): Feature => ({
  type: "Feature",
  ...(id !== undefined && { id }),
  properties,
  geometry: { type: "Point", coordinates: [lon, lat] },
});

/** A cache as a feature; its picture follows from type, status and `mark`. */
export const cacheFeature = (row: CacheRow, mark: Mark): Feature =>
  pointFeature(row, {
    id: nameOfCache(row),
    kind: "cache",
    code: row.code,
    title: row.title,
    icon: `cache-${kindOf(row.type)}-${cacheState(row.status, mark)}`,
  }, nameOfCache(row));

/** The points of a line, each by itself. */
export const pairs = (points: Float64Array): Position[] => {
  const list: Position[] = [];
  for (let at = 0; at < points.length; at += 2) list.push([points[at]!, points[at + 1]!]);
  return list;
};

/** Rings as polygons: a ring that runs the other way round and lies within the one before is a hole in it. */
export function polygonsOf(rings: readonly Line[]): Feature[] {
  const polygons: Position[][][] = [];
  let outer: Line | undefined;
  for (const ring of rings) {
    if (outer && areaOf(ring) > 0 && holds(outer, ring)) polygons.at(-1)!.push(pairs(ring.points));
    else {
      polygons.push([pairs(ring.points)]);
      outer = ring;
    }
  }
  return polygons.map((coordinates) => ({
    type: "Feature",
    properties: {},
    geometry: { type: "Polygon", coordinates },
  }));
}

export const landFeatures = ({ land }: Pick<World, "land">): Features => collection(polygonsOf(land));

/** The edge of the map: the world without the poles, where Mercator has no end. */
const WORLD_EDGE: Position[] = [[-180, -85.05], [180, -85.05], [180, 85.05], [-180, 85.05], [-180, -85.05]];

/** The sea as what is left of the world, and the coast as lines: until they are there, the map is land and not a sea. */
export function seaFeatures(world: Pick<World, "land">): Features {
  const land = landFeatures(world).features.map(({ geometry }) => geometry.coordinates as Position[][]);
  const polygon = (coordinates: Position[][]): Feature => ({
    type: "Feature",
    properties: {},
    geometry: { type: "Polygon", coordinates },
  });
  return collection([
    polygon([WORLD_EDGE, ...land.map(([shore]) => shore!)]),
    ...land.flatMap(([, ...waters]) => waters.map((one) => polygon([one]))),
    { type: "Feature", properties: {}, geometry: { type: "MultiLineString", coordinates: land.flat() } },
  ]);
}

/** Twice the area of a ring in square degrees; negative where it runs clockwise. */
function areaOf({ points }: Line): number {
  let sum = 0;
  for (let at = 0; at + 3 < points.length; at += 2) {
    sum += points[at]! * points[at + 3]! - points[at + 2]! * points[at + 1]!;
  }
  return sum;
}

export const lineFeatures = (lines: readonly Line[]): Features =>
  collection(lines.map(({ points }) => ({
    type: "Feature",
    properties: {},
    geometry: { type: "LineString", coordinates: pairs(points) },
  })));

/** Names of countries in the language `code`, as the browser knows them. */
export function nameFeatures(names: readonly CountryName[], code: string): Features {
  const known = new Intl.DisplayNames(code, { type: "region" });
  return collection(
    names.map(({ name, lon, lat, area }) =>
      pointFeature({ lat, lon }, { name: /^[A-Z]{2}$/.test(name) ? known.of(name)! : name, area })
    ),
  );
}

const ring = ({ west, south, east, north }: Bounds): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** A box as a polygon. */
export const boxFeature = (box: Bounds, properties: Feature["properties"] = {}): Feature => ({
  type: "Feature",
  properties,
  geometry: { type: "Polygon", coordinates: [ring(box)] },
});

/** The points of a ruler and the line through them. */
export const rulerFeatures = (points: readonly Point[]): Feature[] => [
  ...points.map((point) => pointFeature(point, {})),
  ...points.slice(1).map(({ lat, lon }, i): Feature => ({
    type: "Feature",
    properties: {},
    geometry: { type: "LineString", coordinates: [[points[i]!.lon, points[i]!.lat], [lon, lat]] },
  })),
];
