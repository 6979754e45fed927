/** How fast somebody goes, by where the phone was: what a walk of half a minute says, not the last step. Pure. */
import { distanceM } from "../../ui/places/arrow.ts";
import type { Reading } from "../position/reading.ts";

/** Readings of the last so many seconds; in fewer than the second number of them nobody can say. */
const SPAN_S = 30, LEAST_S = 4;
/** Slower than this somebody stands, kilometres an hour: readings wander by themselves. */
const STANDS_KMH = 1.5;

/** The readings to go by, with one more: the oldest first. */
export const paced = (before: readonly Reading[], reading: Reading): readonly Reading[] => [
  ...before.filter(({ at }) => reading.at - at <= SPAN_S && at < reading.at),
  reading,
];

/** Kilometres an hour; `undefined` where somebody stands, or nobody can say. */
export function paceOf(readings: readonly Reading[]): number | undefined {
  const from = readings[0], to = readings.at(-1);
  if (!from || !to || to.at - from.at < LEAST_S) return undefined;
  const far = distanceM(from, to), kmh = far / (to.at - from.at) * 3.6;
  // What lies within the readings' own error is no way.
  return far < Math.min(from.accuracyM, to.accuracyM) || kmh < STANDS_KMH ? undefined : kmh;
}
