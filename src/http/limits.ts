/** Rate limits: declared at routes and in services, counted in memory (they start anew with the process). */
import { failures, sha256Hex } from "../base/mod.ts";
import { networkOf } from "./address.ts";
import type { Incoming } from "./incoming.ts";

export const limitFailure = failures({ rate_limited: ["limited", "Too many requests; try again later"] });

/** A limit of `points` in `seconds`. Routes that share a name share the count. */
export interface Limit<Who = unknown> {
  name: string;
  /** A function where an operator may change it at runtime. */
  points: number | (() => number);
  seconds: number | (() => number);
  /**
   * For whom uses are counted: by default the client's network (IPv6 by /64). `undefined` counts nothing. Never the
   * path as it was written: one thing has many spellings, and a stranger may send long ones.
   */
  per?: (
    input: { who: Who; incoming: Incoming; params: Record<string, string> },
  ) => string | undefined;
  /** Public members of the refusal beside `retryAfter`. */
  details?: () => Record<string, unknown>;
}

const per = (value: number | (() => number)): number => typeof value === "function" ? value() : value;

interface Window {
  used: number;
  /** Unix seconds at which counting starts anew. */
  ends: number;
}

/** Windows that may be kept before ended ones are swept out; a sweep takes well under a millisecond. */
const SWEEP_AT = 4096;
/** Windows kept at most, some 10 MB: above that the oldest is forgotten, and its count begins again. */
const MOST_WINDOWS = 65_536;
/** Longest name, in characters, under which uses are counted as it is; a longer one is replaced by its digest. */
const LONGEST_KEY = 100;

/** Counts uses in fixed windows that begin with the first use. Number and size are bounded, whatever strangers send. */
export class Limits {
  readonly #windows = new Map<string, Window>();
  #sweepAt = SWEEP_AT;

  constructor(readonly now: () => number) {}

  /** Counts one use by `who`; throws 429 with `retryAfter` seconds when there is none left. A refusal counts nothing. */
  use(limit: Limit<never>, who: string, cost = 1): void {
    const [points, seconds, now] = [per(limit.points), per(limit.seconds), this.now()];
    const key = `${limit.name}\n${who.length > LONGEST_KEY ? sha256Hex(who) : who}`;
    let window = this.#windows.get(key);
    // An operator may shorten the window: then the old one ends when the new one would.
    if (!window || window.ends <= now || window.ends > now + seconds) {
      window = { used: 0, ends: now + seconds };
      this.#windows.delete(key); // so that it stands last: the oldest is the first
      this.#windows.set(key, window);
      if (this.#windows.size > this.#sweepAt) this.#sweep(now);
    }
    if (window.used + cost > points) {
      const retryAfter = Math.max(1, window.ends - now);
      throw limitFailure.rate_limited({
        ...limit.details?.(),
        limit: points,
        windowSec: seconds,
        retryAfter,
      });
    }
    window.used += cost;
  }

  /** Counts one request under a route's limit. */
  useFor<Who>(limit: Limit<Who>, who: Who, incoming: Incoming, params: Record<string, string>): void {
    const counted = limit.per ? limit.per({ who, incoming, params }) : networkOf(incoming.client);
    if (counted !== undefined) this.use(limit as Limit<never>, counted);
  }

  #sweep(now: number): void {
    for (const [key, window] of this.#windows) if (window.ends <= now) this.#windows.delete(key);
    if (this.#windows.size > MOST_WINDOWS) {
      // An eighth at a time, so that not every further one costs a sweep.
      const leaving = [...this.#windows.keys()].slice(0, this.#windows.size - MOST_WINDOWS * 7 / 8);
      for (const key of leaving) this.#windows.delete(key);
    }
    this.#sweepAt = Math.max(SWEEP_AT, Math.min(this.#windows.size * 2, MOST_WINDOWS));
  }

  /** How many are counted at the moment. */
  get size(): number {
    return this.#windows.size;
  }
}

/** Numbers of the read API's throttle, as the operator has set them. */
export interface ReadRates {
  windowSec(): number;
  anonymous(): number;
  keyed(): number;
}

/** The read API's throttle: per network without a key, per key with one (API "Public read API"). */
export function readLimits(rates: ReadRates): Limit<{ apiKey: { id: number } | undefined }>[] {
  return [
    {
      name: "read",
      points: rates.anonymous,
      seconds: rates.windowSec,
      per: ({ who, incoming }) => who.apiKey ? undefined : networkOf(incoming.client),
      details: () => ({ tier: "anon" }),
    },
    {
      name: "read-keyed",
      points: rates.keyed,
      seconds: rates.windowSec,
      per: ({ who }) => who.apiKey ? `key ${who.apiKey.id}` : undefined,
      details: () => ({ tier: "keyed" }),
    },
  ];
}
