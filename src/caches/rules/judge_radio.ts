/** Tier A by radio: every hearing of every position of the logger, judged. Pure. */
import { baseCall, distanceM, madeOf, type Place, type Told } from "../../base/mod.ts";
import type { Candidate, Evidence, Fix, Hearing } from "./evidence.ts";
import { placeAt } from "./find_place.ts";
import { flawOfHearing } from "./hearing.ts";
import { AFTER_S, BEFORE_S, RADIUS_M } from "./tier_limits.ts";
import { words } from "./tier_words.ts";
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
      const found = flaw ?? flawOfHearing(evidence.logger, fix, hearing) ?? flawOfTrack(evidence, fix);
      judged.push({
        kind: fix.via,
        at: fix.at,
        call: fix.call,
        lat: fix.lat,
        lon: fix.lon,
        ...(at && { distanceM: Math.round(distanceM(fix, at)) }),
        ...(hearing && hearing.site !== "" && { receiver: receiverOf(hearing) }),
        counted: found === undefined,
        ...(found && { reason: found.text, said: madeOf(found) }),
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
function flawOfFix(evidence: Evidence, fix: Fix, place: Place | undefined): Told | undefined {
  const { logger, foundAt } = evidence;
  if (baseCall(fix.call) !== baseCall(logger.call)) return words("other_call", { call: fix.call });
  if (fix.at < foundAt - BEFORE_S) return words("too_old", { ageS: foundAt - fix.at, mostS: BEFORE_S });
  if (fix.at > foundAt + AFTER_S) return words("too_late", { lateS: fix.at - foundAt, mostS: AFTER_S });
  if (!place) return words("nowhere");
  const away = distanceM(fix, place);
  if (away > RADIUS_M) return words("too_far", { awayM: away, mostM: RADIUS_M });
  if (fix.ambiguityM > 0) return words("ambiguous", { byM: fix.ambiguityM });
  if (fix.commanded) return words("commanded");
  return undefined;
}
