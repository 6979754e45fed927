/** How many messages of a tool are heard: at most 200 a second, after a first burst of as many. Pure but for its own count. */
const A_SECOND = 200;

export class Pace {
  #left = A_SECOND;
  #at: number;
  constructor(now: number) {
    this.#at = now;
  }
  /** Whether one more may be heard now, unix seconds with parts. A clock that was set back does not stop it for good. */
  take(now: number): boolean {
    this.#left = Math.min(A_SECOND, this.#left + Math.max(0, now - this.#at) * A_SECOND);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
