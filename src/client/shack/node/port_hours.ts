/** A port's last 24 hours as bars, and the word for how it is. Pure. */

/** The packets of an hour that begins at this time (unix seconds). */
export interface PortHour {
  at: number;
  rx: number;
  tx: number;
}
const HOUR = 3600;
export const HOURS = 24;

/** The 24 hours up to and with the hour of `now`, oldest first; an hour without an entry has no packets. */
export function dayOf(hours: readonly PortHour[], now: number): PortHour[] {
  const known = new Map(hours.map((hour) => [hour.at, hour]));
  const last = now - now % HOUR;
  return [...Array(HOURS).keys()].map((i) => {
    const at = last - (HOURS - 1 - i) * HOUR;
    return known.get(at) ?? { at, rx: 0, tx: 0 };
  });
}

/** A port that has heard nothing for so many seconds is called quiet, and later silent. */
const QUIET_S = 600, SILENT_S = 2 * HOUR;
type PortWord = "hearing" | "quiet" | "silent";
/** The word for a port that heard something `ageS` seconds ago. */
export const wordOf = (ageS: number): PortWord =>
  ageS < QUIET_S ? "hearing" : ageS < SILENT_S ? "quiet" : "silent";
