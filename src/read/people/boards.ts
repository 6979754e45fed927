/**
 * Rankings of persons and of receiving sites. Anybody may ask for them: each is made at most once a minute, of the sums that
 * the game keeps of everybody's finds. All of a minute know the same logs.
 */
import { type Box, isRecent, type World } from "../../base/mod.ts";
import { type Period, PERIODS, rank, reaches, type Score } from "../../caches/mod.ts";
import type { FinderSum, FindReads, RankedFind, Summed } from "./find_reads.ts";
import type { PeopleReads } from "../ports.ts";

type Metric = "points" | "finds";
export interface Rank {
  rank: number;
  loggerCall: string;
  finds: number;
  points: number;
}

/** Seconds for which rankings are kept. */
const KEPT_S = 60;
/** Rankings and times that are kept at most: strangers choose the boxes. */
const KEPT_MOST = 200;
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

/** One person's sums, and the most that they can come to: not every base call need be verified. */
interface Candidate {
  sums: FinderSum[];
  most: Score;
}

export class Boards {
  readonly #parts: BoardParts;
  /** Rankings that were made at `#at`, by name; later logs than `#newest` are in none of them. */
  readonly #kept = new Map<string, unknown>();
  #at = -Infinity;
  #newest = 0;
  /** The last box that is being summed up. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: BoardParts) {
    this.#parts = parts;
  }

  /** Whether a find is verified: its tier reaches the cache's minimum, or the instance's. */
  isVerifiedFind = (find: Pick<RankedFind, "tier" | "minTrust" | "corroboratedBy">): boolean =>
    reaches(find, find.minTrust ?? this.#parts.leastTrust());

  leaderboard = (metric: Metric, period: Period, limit: number): Rank[] =>
    this.#keep(`${metric} ${period}`, () => {
      return this.#rank(this.#parts.finds.sums(this.#which(period)), metric);
    }).slice(0, limit);

  /**
   * The same in a box. Nobody has summed that up before: its finds are read strip by strip, with others' turns in between,
   * and one box after the other.
   */
  async leaderboardIn(box: Box, metric: Metric, period: Period, limit: number): Promise<Rank[]> {
    const name = `${metric} ${period} ${[box.minLon, box.minLat, box.maxLon, box.maxLat]}`;
    const ranks = this.#keep(name, () => {
      const which = this.#which(period);
      const made = this.#turn.then(async () => this.#rank(await this.#sumsIn(which, box), metric));
      this.#turn = made.catch(() => {}); // whoever asked for it is told
      return made;
    });
    return (await ranks).slice(0, limit);
  }

  async #sumsIn(which: Summed, box: Box): Promise<FinderSum[]> {
    const sums = new Map<string, FinderSum>();
    for (const strip of this.#parts.finds.sumsIn(which, box)) {
      for (const { account, base, finds, halves } of strip) {
        const name = `${account} ${base}`, sum = sums.get(name) ?? { account, base, finds: 0, halves: 0 };
        sums.set(name, { ...sum, finds: sum.finds + finds, halves: sum.halves + halves });
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    return [...sums.values()];
  }

  /** When somebody last found something under a base call; 0 for never. */
  lastFind = (base: string): number =>
    this.#keep(`last ${base}`, () => this.#parts.finds.lastOf(base, this.sure()));

  /**
   * Receiving sites by the Tier A finds that they made, each under its own SSID; a profile sums those of its base calls.
   * Sites of suspended people are on neither.
   */
  corroborators(period: Period, limit: number) {
    const { finds, people } = this.#parts;
    return this.#keep(`sites ${period}`, () => finds.corroborators(period, this.#since(period), SITES_MOST))
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
      this.#newest = this.#parts.finds.newest();
    }
    if (this.#kept.has(name)) return this.#kept.get(name) as T;
    const made = make();
    if (this.#kept.size < KEPT_MOST) this.#kept.set(name, made);
    return made;
  }

  #since = (period: Period): number =>
    PERIODS[period] === Infinity ? 0 : this.#parts.world.now() - PERIODS[period];

  /** Which finds count here: where Tier B is not enough, only those that count anywhere. */
  sure = (): 0 | 1 => this.#parts.leastTrust() === "A" ? 1 : 0;

  #which = (period: Period): Summed => ({
    period,
    since: this.#since(period),
    sure: this.sure(),
    newest: this.#newest,
  });

  #rank(sums: readonly FinderSum[], metric: Metric): Rank[] {
    const persons = this.#verified(candidates(sums), metric);
    return rank(persons, metric, RANKS_MOST).map(({ rank, call, finds, points }) => ({
      rank,
      finds,
      points,
      loggerCall: call,
    }));
  }

  /**
   * What counts of each: finds under calls that are control-verified. Whoever could not come among the first however much
   * of it counts is not looked at.
   */
  #verified(all: Candidate[], metric: Metric): Score[] {
    const { finds, people } = this.#parts;
    const isBetter = (a: Score, b: Score) =>
      a[metric] > b[metric] || (a[metric] === b[metric] && a.points > b.points);
    all.sort((a, b) => isBetter(a.most, b.most) ? -1 : isBetter(b.most, a.most) ? 1 : 0);
    const scores: Score[] = [];
    for (const { sums, most } of all) {
      if (
        scores.length >= RANKS_MOST && scores.filter((score) => isBetter(score, most)).length >= RANKS_MOST
      ) break;
      const counted = sums.filter(({ base }) => people.isVerified(base));
      if (counted.length === 0) continue;
      const first = counted.length === 1
        ? undefined
        : finds.basesOf(counted[0]!.account, this.sure()).find((base) =>
          counted.some((sum) => sum.base === base)
        );
      scores.push(scoreOf(first ?? counted[0]!.base, counted));
    }
    return scores;
  }
}

const scoreOf = (call: string, sums: readonly FinderSum[]): Score => ({
  call,
  finds: sums.reduce((n, { finds }) => n + finds, 0),
  points: Math.round(sums.reduce((n, { halves }) => n + halves, 0) / 2),
});

function candidates(sums: readonly FinderSum[]): Candidate[] {
  const byPerson = Map.groupBy(sums, ({ account }) => account);
  return [...byPerson.values()].map((sums) => ({ sums, most: scoreOf("", sums) }));
}
