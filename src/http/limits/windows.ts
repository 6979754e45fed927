/**
 * The windows of one limit. A count that runs is never forgotten for another one's sake: where there is no room for a
 * window of its own, a newcomer shares one with other newcomers, and is refused when that one is used up.
 */
import { sha256Hex } from "../../base/mod.ts";
import { networksAround } from "./network.ts";

export interface Window {
  used: number;
  /** Unix seconds at which counting starts anew. */
  ends: number;
}

/** Windows of their own that one limit keeps at most: some 3 MB. */
const MOST = 16_384;
/** Windows that may be kept before ended ones are swept out; a sweep takes well under a millisecond. */
const SWEEP_AT = 1024;
/** Windows that newcomers share when there are so many. */
const SHARED = 1024;
/** Longest name, in characters, under which uses are counted as it is; a longer one is replaced by its digest. */
const LONGEST_NAME = 100;
/** Windows of their own inside an IPv6 network, by its length. A provider gives one customer a /64 to a /48. */
const MOST_INSIDE: Readonly<Record<string, number>> = { "/64": 64, "/48": 64, "/32": 1024 };

/** Names that begin with a line break are ours: nobody's name does, since longer texts than one line are digests. */
const OURS = "\n";

export class Windows {
  readonly #windows = new Map<string, Window>();
  /** How many windows lie in each IPv6 network. */
  readonly #inside = new Map<string, number>();
  #salt: string | undefined;
  #own = 0;
  #sweptAt = -Infinity;
  #sweepAt = SWEEP_AT;

  /** `random` draws a text by which nobody outside can choose a name that shares a window with another one's. */
  constructor(readonly random: () => string) {}

  get size(): number {
    return this.#windows.size;
  }

  /**
   * The window in which uses by `who` are counted now; made where there is none. A window that would end later than one
   * that began now, since an operator has shortened them, begins anew.
   */
  of(who: string, now: number, seconds: number): Window {
    const name = who.length > LONGEST_NAME || who.includes("\n") ? sha256Hex(who) : who;
    const own = this.#windows.get(name);
    if (own && own.ends > now && own.ends <= now + seconds) return own;
    if (own) this.#remove(name);
    const shared = this.#full(name, now);
    if (shared === undefined) return this.#begin(name, now, seconds);
    const known = this.#windows.get(shared);
    if (known && known.ends > now && known.ends <= now + seconds) return known;
    return this.#begin(shared, now, seconds);
  }

  /** The name of the window to share, where there is no room for one more of `name`'s own. */
  #full(name: string, now: number): string | undefined {
    const around = networksAround(name);
    const found = () => {
      // The narrowest first: a crowded /64 is counted as one, and leaves its /48 alone.
      const crowded = around.find((one) => this.#insideOf(one) >= MOST_INSIDE[one.slice(one.indexOf("/"))]!);
      if (crowded !== undefined) return OURS + crowded;
      if (this.#own < MOST) return undefined;
      return OURS + parseInt(sha256Hex((this.#salt ??= this.random()) + name).slice(0, 8), 16) % SHARED;
    };
    const shared = found();
    // One look through all of them a second is enough, however many come.
    if (shared === undefined || this.#sweptAt === now) return shared;
    this.#sweep(now);
    return found();
  }

  #insideOf = (network: string): number => this.#inside.get(network) ?? 0;

  #begin(name: string, now: number, seconds: number): Window {
    const window = { used: 0, ends: now + seconds };
    this.#windows.set(name, window);
    if (!name.startsWith(OURS)) this.#count(name, 1);
    if (this.#windows.size > this.#sweepAt) this.#sweep(now);
    return window;
  }

  #remove(name: string): void {
    this.#windows.delete(name);
    if (!name.startsWith(OURS)) this.#count(name, -1);
  }

  #count(name: string, more: 1 | -1): void {
    this.#own += more;
    for (const network of networksAround(name)) {
      const inside = this.#insideOf(network) + more;
      if (inside > 0) this.#inside.set(network, inside);
      else this.#inside.delete(network);
    }
  }

  /** Lets go of what has ended. */
  #sweep(now: number): void {
    this.#sweptAt = now;
    for (const [name, window] of this.#windows) if (window.ends <= now) this.#remove(name);
    this.#sweepAt = Math.max(SWEEP_AT, 2 * this.#windows.size);
  }
}
