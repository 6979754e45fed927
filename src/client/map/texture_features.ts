/** The texture of the big map as GeoJSON: the locator grid with its ticks and names, rings of distance, and towns by their size. Pure. */
import type { Point } from "../ui/places/arrow.ts";
import { type GridLine, locatorGrid } from "../ui/places/locator_grid.ts";
import { metresPerPixel } from "../ui/places/mercator.ts";
import { radiusM, type Town } from "../ui/places/towns.ts";
import { isInside, type View } from "../ui/places/view.ts";
import type { Bounds } from "../ui/places/world_shapes.ts";
import { sayDistance } from "../ui/times.ts";
import { collection, type Feature, type Features, pointFeature } from "./features.ts";
import { ringOf } from "./own/own_features.ts";
import { ringsFor } from "./rings.ts";

/** The grid is drawn so much beyond the view on each side, as a part of its size: it is there while the map is dragged. */
const BEYOND = 0.6;
/** How far a tick reaches to each side, in pixels. */
const TICK = 3;
/** Width of the world at zoom 0, in pixels. */
const WORLD = 512;
/** Mercator's edge. */
const MOST_LAT = 85;

const perDegree = ({ zoom }: View): number => WORLD * 2 ** zoom / 360;
const around = ({ west, south, east, north }: Bounds): Bounds => {
  const wide = (east - west) * BEYOND, high = (north - south) * BEYOND;
  return {
    west: west - wide,
    east: east + wide,
    south: Math.max(-MOST_LAT, south - high),
    north: Math.min(MOST_LAT, north + high),
  };
};

/** Lines, ticks and names of the grid that suits a view. */
export function gridFeatures(view: View): Features {
  const box = around(view.bounds), each = perDegree(view);
  const { lines, ticks, names, fine } = locatorGrid(box, each);
  const drawn = (of: readonly GridLine[]) =>
    of.map(({ lat, lon }): [number, number][] =>
      lat === undefined ? [[lon!, box.south], [lon!, box.north]] : [[box.west, lat], [box.east, lat]]
    );
  return collection([
    manyLines("line", drawn(lines)),
    manyLines("fine", drawn(fine.lines)),
    manyLines(
      "tick",
      ticks.map(({ lat, lon, along }): [number, number][] => {
        const east = along === "lon" ? TICK / each : 0;
        const north = along === "lat" ? TICK / each * Math.cos(lat * Math.PI / 180) : 0;
        return [[lon - east, lat - north], [lon + east, lat + north]];
      }),
    ),
    ...names.map(({ name, lat, lon }) => pointFeature({ lat, lon }, { part: "name", name })),
    ...fine.names.map(({ name, lat, lon }) => pointFeature({ lat, lon }, { part: "fine-name", name })),
  ]);
}

const manyLines = (part: string, coordinates: [number, number][][]): Feature => ({
  type: "Feature",
  properties: { part },
  geometry: { type: "MultiLineString", coordinates },
});

/** Around which place rings are drawn: where the phone is, if that is in view; else the last one, while it is in view. */
export function ringPlace(view: View, own: Point | undefined, last: Point | undefined): Point {
  return [own, last].find((place) => place && isInside(view.bounds, place)) ?? view.centre;
}

/** Rings of round distances, each with its distance at the north-east; none where the map is not close. */
export function ringFeatures({ zoom }: View, place: Point, room: number): Features {
  const rings = ringsFor(metresPerPixel(place.lat, WORLD * 2 ** zoom), room);
  return collection(rings.flatMap((metres) => {
    const ring = ringOf({ ...place, accuracyM: metres }), at = ring[ring.length >> 3]!;
    return [
      {
        type: "Feature" as const,
        properties: {},
        geometry: { type: "LineString" as const, coordinates: ring },
      },
      pointFeature({ lon: at[0], lat: at[1] }, { name: sayDistance(metres) }),
    ];
  }));
}

/** How far a town's edge goes in and out, as parts of its radius: in two, three, five … lobes. */
const LOBES = [[2, 0.16], [3, 0.14], [5, 0.1], [8, 0.06]] as const;

/**
 * The edge of a town on which as many people have room. A disc would look like what a transmitter covers: towns grow along
 * their roads, each in its own way, and always in the same.
 */
function edgeOf(town: Town): [number, number][] {
  const ring = ringOf({ ...town, accuracyM: radiusM(town) });
  return ring.map(([lon, lat], at): [number, number] => {
    const turn = at % (ring.length - 1) * 2 * Math.PI / (ring.length - 1);
    const far = LOBES.reduce(
      (sum, [lobes, part]) => sum + part * Math.sin(lobes * turn + lobes * 40 * (town.lon + 1.7 * town.lat)),
      1,
    );
    return [town.lon + (lon - town.lon) * far, town.lat + (lat - town.lat) * far];
  });
}

/** Towns by their size: a texture, and no outline. */
export const areaFeatures = (towns: readonly Town[]): Features =>
  collection(towns.map((town): Feature => ({
    type: "Feature",
    properties: {},
    geometry: { type: "Polygon", coordinates: [edgeOf(town)] },
  })));
