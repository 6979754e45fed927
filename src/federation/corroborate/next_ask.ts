/** When peers that were not reached are asked again, and until when anybody is (FED "Limits"). Pure. */
import { BUCKET_S } from "./coarsen.ts";
import type { Case } from "./store.ts";

const HOUR_S = 3600;
/** When peers that were not reached are asked again, after they were asked first. */
const AGAIN_S = [HOUR_S, 6 * HOUR_S, 24 * HOUR_S];
/** So long after the find no peer is asked again. */
const LAST_S = 72 * HOUR_S;
/** No case is asked about again later than so long after it was due. */
export const LAST_AGAIN_S = AGAIN_S.at(-1)! + HOUR_S;
/** Nobody answers about a window that ended so long ago. */
export const OLDEST_S = 7 * 86_400;

/** The last moment at which anybody is asked. The window's last bucket begins a minute after the find at the latest. */
export const lastAsk = ({ question }: Case): number => question.until - BUCKET_S - 60 + LAST_S;

/** When peers that were not reached are asked next; null for never. */
export function nextAsk(one: Case, now: number): number | null {
  const times = AGAIN_S.map((after) => one.askedAt + after);
  return times.find((at) => at > now && at <= lastAsk(one)) ?? null;
}
