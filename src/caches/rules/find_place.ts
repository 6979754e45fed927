/** Where a find has to happen. Pure. */
import { baseCall, type Place } from "../../base/mod.ts";
import type { FindPlace, Fix, Logger } from "./evidence.ts";
import { flawOfHearing } from "./hearing.ts";
import { LIVING_SKEW_S } from "./tier_limits.ts";
import { flawOfTrack } from "./track.ts";

/**
 * The place with those positions of its station alone that place a living cache: attested, or signed by the owner's own
 * device, and possible by what else was attested of the station. As with the finder's own place, the finder's own sites
 * and boxes do not count.
 */
export function placing(place: FindPlace, logger: Logger): FindPlace {
  if (place.kind === "fixed") return place;
  const isPlacing = (fix: Fix): boolean => {
    if (fix.call !== place.station || fix.ambiguityM > 0 || fix.commanded) return false;
    const signed = fix.signedByDevice && place.ownerBases.includes(baseCall(fix.call));
    return (signed || fix.hearings.some((hearing) => !flawOfHearing(logger, fix, hearing))) &&
      flawOfTrack(place.fixes, fix) === undefined;
  };
  return { ...place, fixes: place.fixes.filter(isPlacing) };
}

/** Where the find has to happen, at one time: of what `placing` left, the position nearest in time. */
export function placeThen(place: FindPlace, at: number): Place | undefined {
  if (place.kind === "fixed") return place;
  let nearest: Fix | undefined;
  for (const fix of place.fixes) {
    const gap = Math.abs(fix.at - at);
    if (gap <= LIVING_SKEW_S && (!nearest || gap < Math.abs(nearest.at - at))) nearest = fix;
  }
  return nearest;
}

/** The same of a place as it was gathered. */
export const placeAt = (place: FindPlace, at: number, logger: Logger): Place | undefined =>
  placeThen(placing(place, logger), at);
