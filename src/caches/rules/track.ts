/** Whether a station can have been where a report of it says: by how fast it would have had to go. Pure. */
import { distanceM, type Told } from "../../base/mod.ts";
import type { Evidence, Fix } from "./evidence.ts";
import { isAttested } from "./hearing.ts";
import { MAX_SPEED_KMH } from "./tier_limits.ts";
import { words } from "./tier_words.ts";

/** Speed in km/h; under one second counts as one second. */
export const speedKmh = (metresApart: number, seconds: number): number =>
  metresApart / Math.max(1, seconds) * 3.6;

/**
 * Whether the same station could have been at each other place where it was heard. Of the same SSID only: the home
 * station of a person who is out with a handheld stays at home. A position that nobody attested counts neither for
 * nor against: anybody can write one.
 */
export function flawOfTrack(evidence: Evidence, fix: Fix): Told | undefined {
  let fastest = 0, gap = 0;
  for (const other of evidence.fixes) {
    if (other === fix || other.call !== fix.call || other.commanded || !isAttested(other)) continue;
    const apart = Math.abs(other.at - fix.at);
    const kmh = speedKmh(Math.max(0, distanceM(fix, other) - other.ambiguityM), apart);
    if (kmh > fastest) [fastest, gap] = [kmh, apart];
  }
  if (fastest <= MAX_SPEED_KMH) return undefined;
  return words("too_fast", { gapS: gap, kmh: Math.round(fastest), most: MAX_SPEED_KMH });
}
