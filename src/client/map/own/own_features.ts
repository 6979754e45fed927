/** Where the phone is, as drawn on the big map. Pure. */
import type { Reading } from "../../phone/position/reading.ts";
import type { Point } from "../../ui/places/arrow.ts";
import { say } from "../../ui/say.ts";
import type { CacheRow } from "../../phone/known/caches.ts";
import { nameOfCache } from "../../phone/known/in_parts.ts";
import { collection, type Feature, type Features, pointFeature } from "../features.ts";
import type { OwnPlace } from "./own_places.ts";

/** Metres in a degree of latitude. */
const DEGREE_M = 111_195;
/** Corners of the ring: so many look round. */
const CORNERS = 48;
/** Pixels that the ring's radius takes at most, and the zoom that is near enough to see streets. */
const MOST_RING = 100, NEAR = 14;
/** Metres in a pixel on the equator, where the map shows the whole world in 512 pixels. */
const PIXEL_M = 78_271.5;

const cosine = (lat: number): number => Math.max(0.01, Math.cos(lat * Math.PI / 180));

/** The ring within which the phone is, as far as it knows: it does not break at the date line. */
export function ringOf({ lat, lon, accuracyM }: Omit<Reading, "at">): [number, number][] {
  const high = accuracyM / DEGREE_M, wide = high / cosine(lat);
  return Array.from({ length: CORNERS + 1 }, (_, i): [number, number] => {
    const turn = (i % CORNERS) * 2 * Math.PI / CORNERS;
    return [lon + wide * Math.sin(turn), lat + high * Math.cos(turn)];
  });
}

/** Ring and dot. `old`: the phone was there some time ago. `heading`: where it points, degrees from north, where that is known. */
export const ownFeatures = (reading: Reading, old: boolean, heading: number | undefined): Feature[] => [
  { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [ringOf(reading)] } },
  pointFeature(reading, { old, ...(heading !== undefined && !old && { heading }) }),
];

/** The zoom to show a reading with: near, the whole ring in it, and not farther away than `zoom` without need. */
export function zoomFor({ lat, accuracyM }: Point & Pick<Reading, "accuracyM">, zoom: number): number {
  const fits = Math.log2(MOST_RING * PIXEL_M * cosine(lat) / Math.max(1, accuracyM));
  return Math.min(Math.max(zoom, NEAR), fits);
}

/** Solved coordinates and open stages; a press on one is a press on its cache. `rowOf`: the cache where the phone knows it. */
export const ownPlaceFeatures = (
  places: readonly OwnPlace[],
  rowOf: (code: string) => CacheRow | undefined,
): Features =>
  collection(places.map((place) => {
    const { code, stage } = place, row = rowOf(code), title = row?.title ?? code;
    return pointFeature(place, {
      ...{ kind: "cache", id: row ? nameOfCache(row) : code, code },
      title: stage === undefined ? title : `${title} · ${say("bead.stage", { n: stage })}`,
    });
  }));
