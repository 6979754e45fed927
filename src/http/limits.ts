/** Rate limits: declared at routes and in services, counted in memory (they start anew with the process). */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { failures } from "../base/mod.ts";
import { networkOf } from "./address.ts";
import type { Incoming } from "./incoming.ts";

export const limitFailure = failures({ rate_limited: ["limited", "Too many requests; try again later"] });

/** A limit of `points` in `seconds`. Routes that share a name share the count. */
export interface Limit<Who = unknown> {
  name: string;
  /** A function where an operator may change it at runtime. */
  points: number | (() => number);
  seconds: number | (() => number);
  /** What is counted: by default the client's network (IPv6 by /64). `undefined` counts nothing. */
  per?: (input: { who: Who; incoming: Incoming }) => string | undefined;
  /** Public members of the refusal beside `retryAfter`. */
  details?: () => Record<string, unknown>;
}

const per = (value: number | (() => number)): number => typeof value === "function" ? value() : value;

export class Limits {
  readonly #limiters = new Map<string, RateLimiterMemory>();

  #limiter(name: string, points: number, seconds: number): RateLimiterMemory {
    const key = `${name} ${points} ${seconds}`;
    let limiter = this.#limiters.get(key);
    if (!limiter) {
      this.#limiters.set(key, limiter = new RateLimiterMemory({ keyPrefix: key, points, duration: seconds }));
    }
    return limiter;
  }

  /** Counts one use by `who`; throws 429 with `retryAfter` seconds when there is none left. */
  async use(limit: Limit<never>, who: string, cost = 1): Promise<void> {
    const [points, seconds] = [per(limit.points), per(limit.seconds)];
    try {
      await this.#limiter(limit.name, points, seconds).consume(who, cost);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      const retryAfter = Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
      throw limitFailure.rate_limited({
        ...limit.details?.(),
        limit: points,
        windowSec: seconds,
        retryAfter,
      });
    }
  }

  /** Counts one request under a route's limit. */
  async useFor<Who>(limit: Limit<Who>, who: Who, incoming: Incoming): Promise<void> {
    const counted = limit.per ? limit.per({ who, incoming }) : networkOf(incoming.client);
    if (counted !== undefined) await this.use(limit as Limit<never>, counted);
  }
}
