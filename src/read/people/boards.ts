/**
 * Rankings of persons and of receiving sites. They sum up every find, and anybody may ask for them: what they are made of is
 * read at most once a minute, however many boxes and periods are asked for.
 */
import { baseCall, type Box, inBox, isRecent, type World } from "../../base/mod.ts";
import { type Period, PERIODS, rank, reaches } from "../../caches/mod.ts";
import type { FindReads, RankedFind } from "./find_reads.ts";
import type { PeopleReads } from "../ports.ts";

export type Metric = "points" | "finds";
export interface Rank {
  rank: number;
  loggerCall: string;
  finds: number;
  points: number;
}

/** Seconds for which the rows that rankings are made of are kept. */
const KEPT_S = 60;
const RANKS_MOST = 500;
/** Receiving sites that are looked at for a board, at most. */
const SITES_MOST = 1000;

export interface BoardParts {
  world: World;
  finds: FindReads;
  people: PeopleReads;
  /** Least tier of a verified find where the cache does not say. */
  leastTrust: () => "A" | "B";
}

interface Board {
  ranks: Rank[];
  /** When each person on it last found something, by base call. */
  lastFinds: Map<string, number>;
}

export class Boards {
  readonly #parts: BoardParts;
  /** Rows and rankings that were made at `#at`, by name. */
  readonly #kept = new Map<string, unknown>();
  #at = -Infinity;

  constructor(parts: BoardParts) {
    this.#parts = parts;
  }

  /** Whether a find is verified: its tier reaches the cache's minimum, or the instance's. */
  isVerifiedFind = (find: Pick<RankedFind, "tier" | "minTrust" | "corroboratedBy">): boolean =>
    reaches(find, find.minTrust ?? this.#parts.leastTrust());

  leaderboard(metric: Metric, period: Period, limit: number, box?: Box): Rank[] {
    return (box ? this.#rank(metric, period, box) : this.#board(metric, period)).ranks.slice(0, limit);
  }

  /** When each ranked person last found something, by base call. */
  lastFinds = (metric: Metric, period: Period): Map<string, number> => this.#board(metric, period).lastFinds;

  /**
   * Receiving sites by the Tier A finds that they made, each under its own SSID; a profile sums those of its base calls.
   * Sites of suspended people are on neither.
   */
  corroborators(period: Period, limit: number) {
    const { finds, people } = this.#parts;
    return this.#keep(`sites ${period}`, () => finds.corroborators(this.#since(period), SITES_MOST))
      .filter(({ igate }) => !people.holder(igate)?.suspended)
      .slice(0, limit)
      .map((row, i) => ({ rank: i + 1, ...row }));
  }

  /**
   * What is kept under this name, or made now. All of it is dropped together, so that boards agree with each other.
   */
  #keep<T>(name: string, make: () => T): T {
    const now = this.#parts.world.now();
    if (!isRecent(this.#at, now, KEPT_S)) {
      this.#kept.clear();
      this.#at = now;
    }
    if (!this.#kept.has(name)) this.#kept.set(name, make());
    return this.#kept.get(name) as T;
  }

  #since = (period: Period): number =>
    PERIODS[period] === Infinity ? 0 : this.#parts.world.now() - PERIODS[period];

  #board = (metric: Metric, period: Period): Board =>
    this.#keep(`${metric} ${period}`, () => this.#rank(metric, period));

  #rank(metric: Metric, period: Period, box?: Box): Board {
    const since = this.#since(period), lastFinds = new Map<string, number>();
    const counted = this.#verified().filter(({ foundAt, lat, lon }) =>
      foundAt >= since && (!box || (lat !== null && lon !== null && inBox(box, { lat, lon })))
    );
    for (const { call, foundAt } of counted) {
      lastFinds.set(call, Math.max(lastFinds.get(call) ?? 0, foundAt));
    }
    const ranks = rank(counted, metric, RANKS_MOST).map(({ call, ...row }) => ({ ...row, loggerCall: call }));
    return { ranks, lastFinds };
  }

  /** Verified finds of people whose call is control-verified, each under its base call. */
  #verified(): RankedFind[] {
    const { finds, people } = this.#parts;
    return this.#keep("finds", () => {
      const verified = new Map<string, boolean>();
      const isVerified = (base: string) => {
        let known = verified.get(base);
        if (known === undefined) verified.set(base, known = people.isVerified(base));
        return known;
      };
      return finds.all().flatMap((find) => {
        const call = baseCall(find.call);
        return this.isVerifiedFind(find) && isVerified(call) ? [{ ...find, call }] : [];
      });
    });
  }
}
