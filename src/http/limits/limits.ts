/** Rate limits: declared at routes and in services, counted in memory (they start anew with the process). */
import { failures, sha256Hex } from "../../base/mod.ts";
import { networkOf, networksAround } from "./network.ts";
import type { Incoming } from "../incoming.ts";

// The windows of one limit. A count that runs is never forgotten for another one's sake: where there is no room for a
// window of its own, a newcomer shares one with other newcomers, and is refused when that one is used up.

interface Window {
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

class Windows {
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

export const limitFailure = failures({
  rate_limited: ["limited", {
    limit: "number",
    windowSec: "number",
    retryAfter: "number",
    tier: "string",
  }],
});

/** A limit of `points` in `seconds`. Routes that share a name share the count. */
export interface Limit<Who = unknown> {
  name: string;
  /** A function where an operator may change it at runtime. */
  points: number | (() => number);
  seconds: number | (() => number);
  /**
   * For whom uses are counted: by default the client's network (IPv6 by /64). `undefined` counts nothing. Whoever asks,
   * never what is asked for: a path can name things without number that do not exist, and whoever is locked out of a
   * thing because a stranger guessed at it has done nothing.
   */
  per?: (input: { who: Who; incoming: Incoming }) => string | undefined;
  /** Public members of the refusal beside `retryAfter`. */
  details?: () => { tier?: string };
}

/** When somebody may ask again for a turn, seconds. */
const TURN_S = 10;
/** Whoever has had a turn for so long, seconds, makes room for the next: a slow reader locks nobody out. */
const TURN_MOST_S = 60;

/** Requests for what is not there, by a network, or by a member wherever they are. */
const GUESSES: Limit<never> = { name: "guesses", points: 300, seconds: 60 };

const per = (value: number | (() => number)): number => typeof value === "function" ? value() : value;

/** Counts uses in fixed windows that begin with the first use. Number and size are bounded, whatever strangers send. */
export class Limits {
  /** By name: no limit makes room for itself by forgetting what another one has counted. */
  readonly #limits = new Map<string, Windows>();
  /** Who has a turn now, by what it is for. */
  readonly #turns = new Map<string, Map<string, { since: number }>>();

  /** `random` draws a text that nobody can guess. */
  constructor(readonly now: () => number, readonly random: () => string = () => "") {}

  /** Counts one use by `who`; throws 429 with `retryAfter` seconds when there is none left. A refusal counts nothing. */
  use(limit: Limit<never>, who: string, cost = 1): void {
    this.#room(limit, who, cost).used += cost;
  }

  /** Counts one request under a route's limits: under all of them, or where one refuses under none. */
  useFor<Who>(
    limits: readonly Limit<Who>[],
    who: Who,
    incoming: Incoming,
  ): void {
    const windows: Window[] = [];
    for (const limit of limits) {
      const counted = limit.per ? limit.per({ who, incoming }) : networkOf(incoming.client);
      if (counted !== undefined) windows.push(this.#room(limit as Limit<never>, counted, 1));
    }
    for (const window of windows) window.used++;
  }

  /**
   * The window in which an asker's guesses are counted, with room for one more; throws 429 where there is none. For what
   * anybody may see who knows its name: whoever asks for names that nothing has is guessing.
   */
  guesses(who: string): Window {
    return this.#room(GUESSES, who, 1);
  }

  /**
   * A turn at what costs much for long: one at a time for whoever asks, few for all. Throws 429 where none is free; what it
   * gives ends the turn, called once or more.
   */
  turn(what: string, who: string, most: number): () => void {
    const held = this.#turns.get(what) ?? new Map<string, { since: number }>(), now = this.now();
    this.#turns.set(what, held);
    if (held.size >= most) {
      for (const [other, { since }] of held) {
        if (other !== who && now - since > TURN_MOST_S) held.delete(other);
      }
    }
    if (held.has(who) || held.size >= most) {
      throw limitFailure.rate_limited({
        limit: held.has(who) ? 1 : most,
        windowSec: TURN_S,
        retryAfter: TURN_S,
      });
    }
    const turn = { since: now };
    held.set(who, turn);
    return () => {
      if (held.get(who) === turn) held.delete(who);
    };
  }

  /** The window that has room for a use of this cost; throws 429 where it has none. */
  #room(limit: Limit<never>, who: string, cost: number): Window {
    const [points, seconds, now] = [per(limit.points), per(limit.seconds), this.now()];
    const window = this.#windowsOf(limit.name).of(who, now, seconds);
    if (window.used + cost <= points) return window;
    const retryAfter = Math.max(1, window.ends - now);
    throw limitFailure.rate_limited({
      ...limit.details?.(),
      limit: points,
      windowSec: seconds,
      retryAfter,
    });
  }

  #windowsOf(name: string): Windows {
    let windows = this.#limits.get(name);
    if (!windows) this.#limits.set(name, windows = new Windows(this.random));
    return windows;
  }

  /** How many windows are kept at the moment. */
  get size(): number {
    return [...this.#limits.values()].reduce((sum, { size }) => sum + size, 0);
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
