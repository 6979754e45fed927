/**
 * Whether the host's clock can be believed: a host without a battery-backed clock starts in 1970, and a time server or a
 * GPS receiver gone wrong may set any clock years ahead for a minute.
 */

/** A correct clock never shows an earlier time than this program's own date: 2026-01-01, unix seconds. */
const PROGRAM_DATE = 1_767_225_600;

/** Whether a time is none from before the clock was set. Unix seconds. */
export const isClockSet = (now: number): boolean => now >= PROGRAM_DATE;

/**
 * What was heard may come so long after it was, seconds: boxes keep it as long, and a find stays open for it (API "Caches,
 * logs, media"). All that waits for it, keeps it or answers about it goes by this one time.
 */
export const LATE_S = 7 * 86_400;

/** What the clock is worth: `unset` before this program's own date, `jumped` while it disagrees with the time that has passed. */
export const CLOCK_STATES = ["ok", "unset", "jumped"] as const;
export type ClockState = typeof CLOCK_STATES[number];

const HOUR_MS = 3_600_000, DAY_MS = 24 * HOUR_MS;
/**
 * After a longer time off, in seconds, the clock has to prove itself first. A gateway may well be off over a winter, so no
 * shorter time tells anything.
 */
const LONGEST_OFF_S = 400 * 86_400;

/**
 * Holds the wall clock against the steady one, which nobody sets. Where they part by more than a day the time is not known
 * until they have agreed for an hour or the operator says that it is right: what is pruned, expired or signed under a
 * wrong time cannot be taken back. Looking is enough to notice: whoever is about to judge a time asks here first.
 */
export class ClockWatch {
  /** Wall minus steady clock, in milliseconds, when it was last looked at. */
  #apart: number | undefined;
  /** Steady time of the last jump; absent where there was none, or it is over. */
  #jumpedMs: number | undefined;

  constructor(readonly nowMs: () => number, readonly elapsedMs: () => number) {}

  /** Holds the two clocks against each other now. */
  state(): ClockState {
    const now = this.nowMs(), steady = this.elapsedMs();
    if (!isClockSet(now / 1000)) return "unset";
    const apart = now - steady;
    // Small steps are followed, so that many of them in many months are no jump.
    const moved = this.#apart !== undefined && Math.abs(apart - this.#apart) > DAY_MS;
    this.#apart = apart;
    if (moved) this.#jumpedMs = steady;
    else if (this.#jumpedMs !== undefined && steady - this.#jumpedMs >= HOUR_MS) this.#jumpedMs = undefined;
    return this.#jumpedMs === undefined ? "ok" : "jumped";
  }

  /** Whether ages may be judged and times signed now. Until then nothing is pruned, expired, pulled or signed. */
  isKnown(): boolean {
    return this.state() === "ok";
  }

  /**
   * The program starts, and a known time was last seen at `seen` (unix seconds). A clock that lies before that, or further
   * ahead than any host is off, has jumped meanwhile.
   */
  startAfter(seen: number): void {
    const now = this.nowMs() / 1000;
    if (this.state() === "ok" && (now < seen - DAY_MS / 1000 || now > seen + LONGEST_OFF_S)) {
      this.#jumpedMs = this.elapsedMs();
    }
  }

  /** The operator has looked: the time is right. */
  confirm(): void {
    this.state();
    this.#jumpedMs = undefined;
  }
}

/**
 * Whether something was at most so many seconds ago. What lies ahead was noted while this host's clock was wrong, and is
 * not: it would stay recent until that time comes. Unix seconds.
 */
export const isRecent = (at: number, now: number, seconds: number): boolean =>
  at <= now && now - at < seconds;

/** Waits, or until `stop`. */
export function wait(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop.addEventListener("abort", done);
  });
}
