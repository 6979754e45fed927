/**
 * Profiles and the activity feed: what finds add up to. The game's rules say what a find is worth; policy.ts says which finds
 * may be shown.
 */
import { baseCall, type Box, isRecent, type World } from "../../base/mod.ts";
import { HIDER_BADGES, type Period, PERIODS, rank, reaches, type Score } from "../../caches/mod.ts";
import type { ActivityRow, FinderSum, FindReads, RankedFind, Summed } from "./find_reads.ts";
import { type Found, foundOf, NOTHING } from "./found.ts";
import type { PeopleReads } from "../ports.ts";

// Rankings of persons and of receiving sites. Anybody may ask for them: each is made at most once a minute, of the
// sums that the game keeps of everybody's finds. All of a minute know the same logs.

type Metric = "points" | "finds";
interface Rank {
  rank: number;
  loggerCall: string;
  /** Of a visitor: the instance where they live. */
  home?: string;
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

interface BoardParts {
  world: World;
  finds: FindReads;
  people: PeopleReads;
  /** Least tier of a verified find where the cache does not say. */
  leastTrust: () => "A" | "B";
  /** Where a visitor lives; undefined for a member. */
  visitorHome: (account: number) => string | undefined;
  /** Whether visitors stand among members in rankings. */
  guestsAmong: () => boolean;
}

/** Who stands in a ranking: members, with visitors where they stand among them; or visitors alone. */
type Ranked = "all" | "guests";

/** One person's sums, and the most that they can come to: not every base call need be verified. */
interface Candidate {
  sums: FinderSum[];
  most: Score;
}

class Boards {
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

  leaderboard = (metric: Metric, period: Period, limit: number, ranked: Ranked = "all"): Rank[] =>
    this.#keep(`${metric} ${period} ${ranked} ${this.#parts.guestsAmong()}`, () => {
      return this.#rank(this.#parts.finds.sums(this.#which(period)), metric, ranked);
    }).slice(0, limit);

  /** Visitors by themselves; undefined where they stand among members. */
  guests = (metric: Metric, period: Period, limit: number): Rank[] | undefined =>
    this.#parts.guestsAmong() ? undefined : this.leaderboard(metric, period, limit, "guests");

  /**
   * The same in a box. Nobody has summed that up before: its finds are read strip by strip, with others' turns in between,
   * and one box after the other.
   */
  async leaderboardIn(box: Box, metric: Metric, period: Period, limit: number): Promise<Rank[]> {
    const name = `${metric} ${period} ${[box.minLon, box.minLat, box.maxLon, box.maxLat]}`;
    const ranks = this.#keep(name, () => {
      const which = this.#which(period);
      const made = this.#turn.then(async () => this.#rank(await this.#sumsIn(which, box), metric, "all"));
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
      .filter(({ igate }) => !people.holder(igate)?.hidden)
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

  #rank(all: readonly FinderSum[], metric: Metric, ranked: Ranked): Rank[] {
    const isMember = ({ account }: FinderSum) => account >= 0;
    const sums = ranked === "guests"
      ? all.filter((sum) => !isMember(sum))
      : this.#parts.guestsAmong()
      ? all
      : all.filter(isMember);
    const persons = this.#verified(candidates(sums), metric);
    return rank(persons, metric, RANKS_MOST).map(({ rank, call, home, finds, points }) => ({
      ...{ rank, finds, points, loggerCall: call },
      ...(home !== undefined && { home }),
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
      const home = this.#parts.visitorHome(sums[0]!.account);
      if (home !== undefined) {
        scores.push({ ...scoreOf(sums[0]!.base, sums), home });
        continue;
      }
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

interface PeopleParts extends BoardParts {
  instance: string;
}

/** As many caches as the last badge for hiding takes. */
const HIDES_MOST = Math.max(...HIDER_BADGES.map(([, takes]) => takes));

export class People {
  readonly #parts: PeopleParts;
  readonly boards: Boards;

  constructor(parts: PeopleParts) {
    this.#parts = parts;
    this.boards = new Boards(parts);
  }

  /** A page of the activity feed, as logs came, below an id. */
  activity(before: number, limit: number) {
    return this.#page(this.#parts.finds.activity(before, limit + 1), limit, ({ id }) => String(id));
  }

  /** A page of what a person logged, by the logs' own time; nothing for a call that nobody holds. */
  activityOf(call: string, before: { at: number; id: number }, limit: number) {
    const holder = this.#holder(call);
    const rows = holder ? this.#parts.finds.latestOf(holder.accountId, before, limit + 1) : [];
    return this.#page(rows, limit, ({ foundAt, id }) => `${foundAt}-${id}`);
  }

  /** `rows`: one more than the page holds, where there are more. */
  #page(rows: readonly ActivityRow[], limit: number, cursor: (row: ActivityRow) => string) {
    const hasMore = rows.length > limit;
    const shown = rows.slice(0, limit);
    return {
      activity: shown.map((row) => this.activityView(row)),
      nextCursor: hasMore ? cursor(shown.at(-1)!) : null,
      hasMore,
    };
  }

  activityView = (row: ActivityRow) => ({
    id: row.id,
    loggerCall: row.call,
    ...(row.home !== null && { loggerHome: row.home }),
    ts: row.foundAt,
    createdAt: row.createdAt,
    kind: row.kind,
    verified: row.kind === "found" && this.boards.isVerifiedFind(row),
    tier: row.tier,
    cacheId: row.cacheId,
    cacheCode: row.code,
    cacheTitle: row.title,
    cacheType: row.type,
  });

  /** What is public of a person, by any call of the base; zeros for a call that nobody holds, or a suspended person's. */
  profile(call: string) {
    const { finds: reads, people, instance } = this.#parts;
    const known = people.holder(call);
    const holder = known?.hidden ? undefined : known;
    const found = holder ? this.found(holder.accountId) : NOTHING;
    const hides = holder ? reads.firstHidesOf(holder.accountId, HIDES_MOST) : [];
    const badges = [
      ...found.badges,
      ...HIDER_BADGES.flatMap(([badge, takes]) => {
        const earned = hides[takes - 1];
        return earned !== undefined ? [{ badge, earnedAt: earned }] : [];
      }),
    ];
    const card = holder && people.card(holder.accountId);
    return {
      callsign: baseCall(call),
      homeInstance: people.home?.(call) ?? instance,
      accountVerified: holder !== undefined && people.isVerified(call),
      memorial: holder?.suspended === true,
      supporter: holder !== undefined && people.supporter(holder.accountId),
      finds: found.finds,
      points: found.points,
      firstFind: found.first,
      lastFind: found.last,
      hides: holder ? reads.hidesOf(holder.accountId) : 0,
      // A site needs no account: its board row and this number say the same.
      corroborations: known?.hidden ? 0 : reads.corroborationsOf(holder?.bases ?? [baseCall(call)]),
      byTier: found.byTier,
      byType: found.byType,
      badges,
      ...(card ? { profile: card } : {}),
    };
  }

  /** What a person's verified finds add up to, as it is kept. */
  found(account: number): Found {
    const { finds: reads } = this.#parts;
    return foundOf(reads.kept(account, this.boards.sure()), () => this.#verified(account));
  }

  *#verified(account: number): Generator<RankedFind> {
    for (const find of this.#parts.finds.oldestOf(account)) {
      if (this.boards.isVerifiedFind(find)) yield find;
    }
  }

  /** Whether somebody who is not suspended holds the call here. */
  isHere = (call: string): boolean => this.#holder(call) !== undefined;

  /** Place of a person in the ranking of all times by points. */
  rankOf(call: string): Rank | undefined {
    const bases = this.#holder(call)?.bases ?? [];
    return this.boards.leaderboard("points", "all", Infinity).find((row) =>
      row.home === undefined && bases.includes(row.loggerCall)
    );
  }

  #holder(call: string) {
    const holder = this.#parts.people.holder(call);
    return holder?.hidden ? undefined : holder;
  }
}
