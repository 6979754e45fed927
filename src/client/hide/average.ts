/**
 * The mean of many readings of a phone's place; exact readings weigh more (one by the square of its accuracy). Readings a
 * second apart have most of their error in common, so the mean never claims to be better than half the best one. Pure.
 */
import type { Point } from "../ui/places/arrow.ts";

/** The readings so far. */
export interface Sum {
  /** Sums of the weights and of the weighted degrees. */
  readonly weight: number;
  readonly lat: number;
  readonly lon: number;
  readonly n: number;
  /** Accuracy of the best reading, metres. */
  readonly best: number;
}

/** No reading yet. */
export const NOTHING: Sum = { weight: 0, lat: 0, lon: 0, n: 0, best: Infinity };

/** An accuracy below this, in metres, is not believed: now and then a receiver claims 0. */
const LEAST_M = 1;
/** A reading is left out where its accuracy is so many times worse than the best. */
const TOO_BAD = 4;

/** Adds a reading. Where it is very much better than all before, those are dropped. */
export function take(sum: Sum, { lat, lon, accuracyM }: Point & { accuracyM: number }): Sum {
  const error = Math.max(LEAST_M, accuracyM);
  if (error > TOO_BAD * sum.best) return sum;
  const before = sum.best > TOO_BAD * error ? NOTHING : sum;
  const weight = 1 / error ** 2;
  // Near the date line, the mean of 179 and -179 degrees would lie on the other side of the Earth.
  const mean = before.n > 0 ? before.lon / before.weight : lon;
  const near = lon - Math.round((lon - mean) / 360) * 360;
  return {
    weight: before.weight + weight,
    lat: before.lat + weight * lat,
    lon: before.lon + weight * near,
    n: before.n + 1,
    best: Math.min(before.best, error),
  };
}

/** The mean place and its accuracy; `undefined` before the first reading. */
export function meanOf({ weight, lat, lon, n, best }: Sum): (Point & { accuracyM: number }) | undefined {
  if (n === 0) return undefined;
  const east = lon / weight;
  return {
    lat: lat / weight,
    lon: east - Math.round(east / 360) * 360,
    accuracyM: Math.max(best / 2, Math.sqrt(1 / weight)),
  };
}

/** An accuracy with which a box can be found, metres, and how many readings are taken at least. */
export const GOOD_M = 4;
const LEAST_READINGS = 5;

/** How many seconds it will still take, at one reading a second; 0 where it is good enough or gets no better. */
export function secondsLeft(sum: Sum): number {
  if (sum.n === 0) return 20;
  const goal = Math.max(GOOD_M, sum.best / 2);
  const each = sum.weight / sum.n;
  const missing = Math.ceil((1 / goal ** 2 - sum.weight) / each);
  return Math.min(60, Math.max(LEAST_READINGS - sum.n, missing, 0));
}
