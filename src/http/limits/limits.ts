/** Rate limits: declared at routes and in services, counted in memory (they start anew with the process). */
import { failures } from "../../base/mod.ts";
import { networkOf } from "./network.ts";
import type { Incoming } from "../incoming.ts";
import { type Window, Windows } from "./windows.ts";

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

const per = (value: number | (() => number)): number => typeof value === "function" ? value() : value;

/** Counts uses in fixed windows that begin with the first use. Number and size are bounded, whatever strangers send. */
export class Limits {
  /** By name: no limit makes room for itself by forgetting what another one has counted. */
  readonly #limits = new Map<string, Windows>();

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
