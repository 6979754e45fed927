/** Whether a station can have been where a report of it says: by how fast it would have had to go. Pure. */
import { distanceM, type EnglishSentence } from "../../base/mod.ts";
import type { Fix } from "./evidence.ts";
import { attests, isAttested } from "./hearing.ts";
import { CLOCKS_S, MAX_SPEED_KMH } from "./tier_limits.ts";
import { words } from "./tier_words.ts";

/** Speed in km/h; under one second counts as one second. */
export const speedKmh = (metresApart: number, seconds: number): number =>
  metresApart / Math.max(1, seconds) * 3.6;

/** Who attested a position, by site and by what delivered it: a box has one clock for all that it hears. */
const receivers = (fix: Fix): string[] =>
  fix.hearings.filter((hearing) => attests(fix, hearing)).map(({ site, deliveredBy: by }) =>
    by.kind === "box" ? `box ${by.box}` : `site ${site}`
  );

/** How much more time than was measured may have gone by: none where one receiver heard both, so that one clock did. */
function slackS(a: Fix, b: Fix): number {
  const others = receivers(b);
  return receivers(a).some((one) => others.includes(one)) ? 0 : CLOCKS_S;
}

/**
 * Whether the same station could have been at each other place where it was heard. Of the same SSID only: the home
 * station of a person who is out with a handheld stays at home. A position that nobody attested counts neither for
 * nor against: anybody can write one.
 */
export function flawOfTrack(fixes: readonly Fix[], fix: Fix): EnglishSentence | undefined {
  let fastest = 0, metres = 0, gap = 0;
  for (const other of fixes) {
    if (other === fix || other.call !== fix.call || other.commanded || !isAttested(other)) continue;
    const apart = Math.abs(other.at - fix.at);
    const away = Math.max(0, distanceM(fix, other) - other.ambiguityM);
    const kmh = speedKmh(away, apart + slackS(fix, other));
    if (kmh > fastest) [fastest, metres, gap] = [kmh, away, apart];
  }
  if (fastest <= MAX_SPEED_KMH) return undefined;
  // As it was measured: whoever looks at both positions comes to the same.
  return words("too_fast", { gapS: gap, kmh: Math.round(speedKmh(metres, gap)), most: MAX_SPEED_KMH });
}
