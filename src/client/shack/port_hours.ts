/** A port's day as 24 bars, and the word for how it is. Pure. */

export interface PortHour {
  at: number;
  rx: number;
  tx: number;
}
const HOUR = 3600;
export const HOURS = 24;

/** The 24 hours that end with the one of `now`, oldest first; hours that nothing is known of are empty. */
export function dayOf(hours: readonly PortHour[], now: number): PortHour[] {
  const known = new Map(hours.map((hour) => [hour.at, hour]));
  const last = now - now % HOUR;
  return [...Array(HOURS).keys()].map((i) => {
    const at = last - (HOURS - 1 - i) * HOUR;
    return known.get(at) ?? { at, rx: 0, tx: 0 };
  });
}

/** Seconds after which a port that heard something is called quiet, and silent. */
const QUIET_S = 600, SILENT_S = 2 * HOUR;
export type PortWord = "hearing" | "quiet" | "silent";
export const wordOf = (ageS: number): PortWord =>
  ageS < QUIET_S ? "hearing" : ageS < SILENT_S ? "quiet" : "silent";
