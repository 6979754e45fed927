/** Where a find has to happen. Pure. */
import { baseCall, type Place } from "../../base/mod.ts";
import type { FindPlace, Fix, Logger } from "./evidence.ts";
import { flawOfHearing } from "./hearing.ts";
import { LIVING_SKEW_S } from "./tier_limits.ts";

/**
 * Where the find has to happen, at one time. A living cache is where its station was: by an attested fix, or one
 * that the owner's own device signed, nearest in time. As with the finder's own place, the finder's own sites and
 * boxes do not count.
 */
export function placeAt(place: FindPlace, at: number, logger: Logger): Place | undefined {
  if (place.kind === "fixed") return place;
  let nearest: Fix | undefined;
  for (const fix of place.fixes) {
    const gap = Math.abs(fix.at - at);
    if (fix.call !== place.station || gap > LIVING_SKEW_S || fix.ambiguityM > 0 || fix.commanded) continue;
    const signed = fix.signedByDevice && place.ownerBases.includes(baseCall(fix.call));
    if (!signed && !fix.hearings.some((hearing) => !flawOfHearing(logger, fix, hearing))) continue;
    if (!nearest || gap < Math.abs(nearest.at - at)) nearest = fix;
  }
  return nearest;
}
