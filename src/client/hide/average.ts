/**
 * Where something is, from many readings of a phone's receiver: each counts by the square of its accuracy. Readings a second
 * apart share most of their error, so that the mean is never called better than half of the best one. Pure.
 */
import type { Point } from "../nearby/arrow.ts";

export interface Sum {
  /** Sums of the weights and of the weighted degrees. */
  readonly weight: number;
  readonly lat: number;
  readonly lon: number;
  readonly n: number;
  /** Metres, of the best reading. */
  readonly best: number;
}

export const NOTHING: Sum = { weight: 0, lat: 0, lon: 0, n: 0, best: Infinity };

/** Receivers call themselves perfect now and then. */
const LEAST_M = 1;
/** A reading that is so many times worse than the best one is not used. */
const TOO_BAD = 4;

/** Takes a reading in; what came before is forgotten where a much better one comes. */
export function take(sum: Sum, { lat, lon, accuracyM }: Point & { accuracyM: number }): Sum {
  const error = Math.max(LEAST_M, accuracyM);
  if (error > TOO_BAD * sum.best) return sum;
  const before = sum.best > TOO_BAD * error ? NOTHING : sum;
  const weight = 1 / error ** 2;
  // Around the date line a mean of degrees would be on the far side of the Earth.
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

/** The mean and what it is good to; `undefined` before the first reading. */
export function meanOf({ weight, lat, lon, n, best }: Sum): (Point & { accuracyM: number }) | undefined {
  if (n === 0) return undefined;
  const east = lon / weight;
  return {
    lat: lat / weight,
    lon: east - Math.round(east / 360) * 360,
    accuracyM: Math.max(best / 2, Math.sqrt(1 / weight)),
  };
}

/** Good enough to find a box by, metres, and how many readings that takes at least. */
export const GOOD_M = 4;
const LEAST_READINGS = 5;

/** Readings, one a second, that are still missing to `GOOD_M`; 0 where it is as good as it gets. */
export function secondsLeft(sum: Sum): number {
  if (sum.n === 0) return 20;
  const goal = Math.max(GOOD_M, sum.best / 2);
  const each = sum.weight / sum.n;
  const missing = Math.ceil((1 / goal ** 2 - sum.weight) / each);
  return Math.min(60, Math.max(LEAST_READINGS - sum.n, missing, 0));
}
