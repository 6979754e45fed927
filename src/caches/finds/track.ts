/** Whether a station can have been where a report of it says: by how fast it would have had to go. Pure. */
import { distanceM } from "../../base/mod.ts";
import type { Evidence, Fix } from "./evidence.ts";
import { spell } from "./tier_words.ts";
import { MAX_SPEED_KMH } from "./tier_limits.ts";

/** Speed in km/h; under one second counts as one second. */
export const speedKmh = (metresApart: number, seconds: number): number =>
  metresApart / Math.max(1, seconds) * 3.6;

/**
 * Whether the same station could have been at its other position nearest in time. Of the same SSID only: the home station
 * of a person who is out with a handheld stays at home.
 */
export function flawOfTrack(evidence: Evidence, fix: Fix): string | undefined {
  let gap = Infinity, speed = 0;
  for (const other of evidence.fixes) {
    if (other === fix || other.call !== fix.call || other.commanded) continue;
    const apart = Math.abs(other.at - fix.at);
    if (apart > gap) continue;
    const kmh = speedKmh(Math.max(0, distanceM(fix, other) - other.ambiguityM), apart);
    speed = apart < gap ? kmh : Math.max(speed, kmh);
    gap = apart;
  }
  if (speed <= MAX_SPEED_KMH) return undefined;
  return `another position ${spell(gap)} apart would need ${
    Math.round(speed)
  } km/h, more than ${MAX_SPEED_KMH}`;
}
