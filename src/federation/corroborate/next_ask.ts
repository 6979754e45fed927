/** When peers that were not reached are asked again, and until when anybody is (FED "Limits"). Pure. */
import { LATE_S } from "../../base/mod.ts";
import { BUCKET_S } from "./coarsen.ts";
import type { Case } from "./store.ts";

const HOUR_S = 3600, DAY_S = 24 * HOUR_S;
/** Nobody answers about a window that ended so long ago. */
export const OLDEST_S = LATE_S;
/**
 * When peers that were not reached are asked again, after they were asked first. FED "Limits" ended that after 72 hours, when
 * a find was judged once; since it stays open for a week (API "Caches, logs, media") they are asked for as long as
 * they would answer: a line that is down for days is no answer, and a peer's box may deliver as late as our own.
 */
const AGAIN_S = [
  HOUR_S,
  6 * HOUR_S,
  ...[1, 2, 3, 4, 5, 6].map((days) => days * DAY_S),
  7 * DAY_S - 2 * HOUR_S,
];
/** So long after the find no peer is asked again: an hour before nobody would answer. */
const LAST_S = OLDEST_S - HOUR_S;
/** No case is asked about again later than so long after it was due. */
export const LAST_AGAIN_S = AGAIN_S.at(-1)! + HOUR_S;
/** The last moment at which anybody is asked. The window's last bucket begins a minute after the find at the latest. */
export const lastAsk = ({ question }: Case): number => question.until - BUCKET_S - 60 + LAST_S;

/** When peers that were not reached are asked next; null for never. */
export function nextAsk(one: Case, now: number): number | null {
  const times = AGAIN_S.map((after) => one.askedAt + after);
  return times.find((at) => at > now && at <= lastAsk(one)) ?? null;
}
