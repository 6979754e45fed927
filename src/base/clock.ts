/** Whether the host's clock can be believed: a host without a battery-backed clock starts in 1970. */

/** A correct clock never shows an earlier time than this program's own date: 2026-01-01, unix seconds. */
const PROGRAM_DATE = 1_767_225_600;

/** Until the clock is set nothing is signed, judged by age, pulled or dropped. `now` in unix seconds. */
export const isClockSet = (now: number): boolean => now >= PROGRAM_DATE;

/**
 * Whether something was at most so many seconds ago. What lies ahead was noted while this host's clock was wrong, and is
 * not: it would stay recent until that time comes. Unix seconds.
 */
export const isRecent = (at: number, now: number, seconds: number): boolean =>
  at <= now && now - at < seconds;
