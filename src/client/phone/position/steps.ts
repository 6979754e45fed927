/** How a list follows the phone: in steps, so that its rows stay under a finger. Pure. */
import { distanceM } from "../../ui/places/arrow.ts";
import type { Reading } from "./reading.ts";

/** A list is sorted anew after so many seconds at the earliest, and when nobody has touched the page for so many. */
const EVERY_S = 10, QUIET_S = 3;
/** And when the phone has moved by so many metres, or by as many as the reading may be wrong by, up to the second number. */
const STEP_M = 25, MOST_STEP_M = 100;

/**
 * Whether a list that is sorted from `shown` is sorted anew from `next`. `now`, `sorted` and `touched`: unix seconds, of
 * this moment, of when the list was sorted and of when the page was touched last.
 */
export function isStep(
  shown: Reading | undefined,
  next: Reading,
  { now, sorted, touched }: { now: number; sorted: number; touched: number },
): boolean {
  if (!shown) return true;
  if (now - sorted < EVERY_S || now - touched < QUIET_S) return false;
  return distanceM(shown, next) >= Math.max(STEP_M, Math.min(MOST_STEP_M, next.accuracyM));
}

const FOUR_DIGITS = 10_000;

/** What this phone remembers of a reading: to about ten metres. */
export const toRemember = ({ lat, lon, accuracyM, at }: Reading): Reading => ({
  lat: Math.round(lat * FOUR_DIGITS) / FOUR_DIGITS,
  lon: Math.round(lon * FOUR_DIGITS) / FOUR_DIGITS,
  accuracyM: Math.ceil(accuracyM),
  at,
});
