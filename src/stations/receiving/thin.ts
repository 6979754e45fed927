/** Which fixes are worth keeping: POS_MIN_MOVE_M and POS_MIN_INTERVAL_S (API "Limits"). Pure. */
import { distanceM } from "../../base/mod.ts";
import type { StoredFix } from "../tables/fix_store.ts";

interface ThinRule {
  /** Metres; 0 stores every fix. */
  minMoveM: number;
  /** Seconds; 0 stores every fix. */
  minIntervalS: number;
}

/**
 * Whether a fix adds enough to the last one stored: it has moved far enough, or enough time has passed. A fix older
 * than the last stored one (a batch that was held back) is measured like any other.
 */
export function worthStoring(fix: StoredFix, last: StoredFix | undefined, rule: ThinRule): boolean {
  if (last === undefined || rule.minMoveM === 0 || rule.minIntervalS === 0) return true;
  if (Math.abs(fix.at - last.at) >= rule.minIntervalS) return true;
  return distanceM(fix, last) >= rule.minMoveM;
}
