/**
 * How coarse a question and its answer are (FED "Events", Corroboration; FED "Limits"). Pure.
 *
 * Whatever is answered follows from cells and buckets alone: the cell of the place that was asked about, the cell in which
 * the station was heard, the ten minutes in which that was. So however many questions somebody asks, of whatever places,
 * radii and times, no answer depends on more than these, and together they cannot tell more.
 */
import { distanceM, type Place } from "../../base/mod.ts";

/** The grid that places asked about are snapped to, in 1e-7 degree: 0.005 degree. */
const GRID_E7 = 50_000;
/** Half the diagonal of its largest cell, in metres: so far may snapping move a place. */
export const SLACK_M = Math.ceil(0.0025 * Math.SQRT2 * 111_320);
/** Distances are told in steps of so many metres, upwards. */
export const BUCKET_M = 100;
/** Times are told in steps of so many seconds, downwards. */
export const BUCKET_S = 600;
/** Radii outside of these are answered as the nearest. */
const LEAST_RADIUS_M = 150, MOST_RADIUS_M = 1000;
/** Buckets of the longest window that is looked at: one hour. */
const MOST_BUCKETS = 6;
/** A degree of latitude, and of longitude at the equator. */
const DEGREE_M = 111_195;
/** Station cells are so many 1e-7 degrees high: a little more than a distance bucket. */
const CELL_E7 = 10_000;
/** Half the diagonal of the largest station cell: a bucket high, at most two buckets wide (next to a pole). */
export const CELL_SLACK_M = 115;

interface PlaceE7 {
  latE7: number;
  lonE7: number;
}

/** A place of degrees in whole 1e-7 degrees, as the wire has it. */
export const toE7 = ({ lat, lon }: Place): PlaceE7 => ({
  latE7: Math.round(lat * 1e7),
  lonE7: Math.round(lon * 1e7),
});
export const fromE7 = ({ latE7, lonE7 }: PlaceE7): Place => ({ lat: latE7 / 1e7, lon: lonE7 / 1e7 });

const HALF_EARTH_E7 = 1_800_000_000;
const middle = (value: number, step: number): number => Math.floor(value / step) * step + step / 2;
/** 180 east is 180 west. */
const lonOf = (lonE7: number): number => lonE7 >= HALF_EARTH_E7 ? lonE7 - 2 * HALF_EARTH_E7 : lonE7;

/** The middle of the grid's cell that holds a place. A middle stays where it is. */
export const snapped = ({ latE7, lonE7 }: PlaceE7): PlaceE7 => ({
  latE7: middle(Math.min(latE7, 900_000_000 - 1), GRID_E7),
  lonE7: middle(lonOf(lonE7), GRID_E7),
});

/** The middle of the cell in which a station is taken to have been: at least a distance bucket high and wide. */
export function cellOf({ latE7, lonE7 }: PlaceE7): PlaceE7 {
  const lat = middle(Math.min(latE7, 900_000_000 - 1), CELL_E7);
  const turnM = 360 * DEGREE_M * Math.cos(lat / 1e7 * Math.PI / 180);
  // A whole number of cells to the turn; next to a pole it is one.
  const wide = 2 * HALF_EARTH_E7 / Math.max(1, Math.floor(turnM / BUCKET_M));
  const nth = Math.floor((lonOf(lonE7) + HALF_EARTH_E7) / wide);
  return { latE7: lat, lonE7: Math.round((nth + 0.5) * wide) - HALF_EARTH_E7 };
}

/** How far a station was from the middle of a cell asked about, in metres: from cell to cell, up to the next bucket. */
export function coarseDistanceM(asked: PlaceE7, heard: PlaceE7): number {
  const apart = distanceM(fromE7(snapped(asked)), fromE7(cellOf(heard)));
  return Math.max(1, Math.ceil(apart / BUCKET_M)) * BUCKET_M;
}

/** The radius within which an answerer looks: what was asked, within bounds, and what snapping may have moved. */
export const lookRadiusM = (radiusM: number): number =>
  Math.min(MOST_RADIUS_M, Math.max(LEAST_RADIUS_M, radiusM)) + SLACK_M;

/** The start of the ten minutes that hold a time. */
export const bucketOf = (at: number): number => Math.floor(at / BUCKET_S) * BUCKET_S;

/** Whole buckets of time: from the start of the first to the start of the last. */
interface Window {
  first: number;
  last: number;
}

/** The buckets that an answerer looks at: of what was asked the last hour, and nothing that lies ahead. */
export function windowOf(since: number, until: number, now: number): Window {
  const last = bucketOf(Math.min(until, now));
  return { first: Math.max(bucketOf(since), last - (MOST_BUCKETS - 1) * BUCKET_S), last };
}

/** Whether a time lies in one of its buckets. */
export const isInWindow = ({ first, last }: Window, at: number): boolean =>
  bucketOf(at) >= first && bucketOf(at) <= last;
