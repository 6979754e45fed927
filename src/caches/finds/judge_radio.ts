/** Tier A by radio: every hearing of every position of the logger, judged. Pure. */
import { baseCall, distanceM, type Place } from "../../base/mod.ts";
import type { Candidate, Evidence, Fix, Hearing } from "./evidence.ts";
import { NOWHERE, placeAt } from "./find_place.ts";
import { flawOfHearing } from "./hearing.ts";
import { AFTER_S, BEFORE_S, RADIUS_M } from "./tier_limits.ts";
import { metres, spell } from "./tier_words.ts";
import { flawOfTrack } from "./track.ts";

/** Candidates shown at most. */
const SHOWN = 12;

/** Every hearing of every fix, judged; the counted one first, then the nearest in space. */
export function judgeRadio(evidence: Evidence): Candidate[] {
  const judged: Candidate[] = [];
  for (const fix of evidence.fixes) {
    const at = placeAt(evidence.place, fix.at, evidence.logger);
    const flaw = flawOfFix(evidence, fix, at);
    const hearings = fix.hearings.length ? fix.hearings : [undefined];
    for (const hearing of flaw ? hearings.slice(0, 1) : hearings) {
      const reason = flaw ?? flawOfHearing(evidence.logger, fix, hearing) ?? flawOfTrack(evidence, fix);
      judged.push({
        kind: fix.via,
        at: fix.at,
        call: fix.call,
        lat: fix.lat,
        lon: fix.lon,
        ...(at && { distanceM: Math.round(distanceM(fix, at)) }),
        ...(hearing && hearing.site !== "" && { receiver: receiverOf(hearing) }),
        counted: reason === undefined,
        ...(reason !== undefined && { reason }),
      });
    }
  }
  const order = (one: Candidate) => (one.counted ? 0 : inWindow(evidence, one.at) ? 1 : 2);
  judged.sort((a, b) =>
    order(a) - order(b) || (a.distanceM ?? Infinity) - (b.distanceM ?? Infinity) || b.at - a.at
  );
  return judged.slice(0, SHOWN);
}

const receiverOf = ({ site, lat, lon }: Hearing) => ({
  site,
  ...(lat !== undefined && lon !== undefined && { lat, lon }),
});

export const inWindow = (evidence: Evidence, at: number): boolean =>
  at >= evidence.foundAt - BEFORE_S && at <= evidence.foundAt + AFTER_S;

/** What is wrong with the report itself, whoever heard it. */
function flawOfFix(evidence: Evidence, fix: Fix, place: Place | undefined): string | undefined {
  const { logger, foundAt } = evidence;
  if (baseCall(fix.call) !== baseCall(logger.call)) return `it is ${fix.call}'s, not the logger's`;
  if (fix.at < foundAt - BEFORE_S) {
    return `it is ${spell(foundAt - fix.at)} older than the find, more than 30 min`;
  }
  if (fix.at > foundAt + AFTER_S) return `it came ${spell(fix.at - foundAt)} after the find, more than 60 s`;
  if (!place) return NOWHERE;
  const away = distanceM(fix, place);
  if (away > RADIUS_M) return `it is ${metres(away)} away, more than ${RADIUS_M} m`;
  if (fix.ambiguityM > 0) return `its position is ambiguous by ${metres(fix.ambiguityM)}`;
  if (fix.commanded) return "this instance told a box to send it";
  return undefined;
}
