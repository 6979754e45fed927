/** Which time a log gets: the one its device signed in the field, or that of its arrival. Pure. API "Caches, logs, media". */

import { LATE_S } from "../../base/mod.ts";

/** A signature may be this far ahead of our clock, seconds. */
export const AHEAD_S = 60;
/** ... and this far back: as long as positions are kept, or no tier could be scored (API "Limits", Retention). */
export const BACK_S = LATE_S;

export type FieldTimeRejected = "future" | "too_old" | "before_cache" | "before_key" | "unsigned";

interface FieldTime {
  /** Arrival, unix seconds. */
  now: number;
  cacheCreatedAt: number;
  /** The signature's time and when its key was registered; absent for an unsigned log. */
  signed?: { at: number; keyAddedAt: number };
  /** Whether the log says that it was written without a network. */
  offline: boolean;
}

/** The time used, never later than arrival, and why the field's own time was not taken. */
export function fieldTime(
  { now, cacheCreatedAt, signed, offline }: FieldTime,
): { foundAt: number; rejected?: FieldTimeRejected } {
  if (!signed) return offline ? { foundAt: now, rejected: "unsigned" } : { foundAt: now };
  const rejected = signed.at > now + AHEAD_S
    ? "future"
    : signed.at < now - BACK_S
    ? "too_old"
    : signed.at < cacheCreatedAt
    ? "before_cache"
    : signed.at < signed.keyAddedAt
    ? "before_key"
    : undefined;
  return rejected ? { foundAt: now, rejected } : { foundAt: Math.min(signed.at, now) };
}
