/**
 * Rankings, profiles and the activity feed: what finds add up to. The game's rules say what a find is worth;
 * policy.ts says which finds may be shown.
 */
import { baseCall, type Box, inBox, type World } from "../../base/mod.ts";
import { BADGES, HIDER_BADGES, type Period, PERIODS, pointsOf, rank, reaches } from "../../caches/mod.ts";
import type { ActivityRow, FindReads, RankedFind } from "./find_reads.ts";
import type { PeopleReads } from "../ports.ts";

export type Metric = "points" | "finds";
export interface Rank {
  rank: number;
  loggerCall: string;
  finds: number;
  points: number;
}

/** Rankings of everybody are made anew at most this often: they read every find. */
const RANKING_S = 60;
const RANKS_MOST = 500;
/** Receiving sites that are looked at for a board, at most. */
const SITES_MOST = 1000;

export interface PeopleParts {
  world: World;
  finds: FindReads;
  people: PeopleReads;
  instance: string;
  /** Least tier of a verified find where the cache does not say. */
  leastTrust: () => "A" | "B";
}

export class People {
  readonly #parts: PeopleParts;
  readonly #made = new Map<string, { at: number; ranks: Rank[]; lastFinds: Map<string, number> }>();

  constructor(parts: PeopleParts) {
    this.#parts = parts;
  }

  /** Whether a find is verified: its tier reaches the cache's minimum, or the instance's. */
  isVerifiedFind = (find: Pick<RankedFind, "tier" | "minTrust" | "corroboratedBy">): boolean =>
    reaches(find, find.minTrust ?? this.#parts.leastTrust());

  leaderboard(metric: Metric, period: Period, limit: number, box?: Box): Rank[] {
    return (box ? this.#rank(metric, period, box) : this.#cached(metric, period)).ranks.slice(0, limit);
  }

  /** When each ranked person last found something, by base call. */
  lastFinds(metric: Metric, period: Period): Map<string, number> {
    return this.#cached(metric, period).lastFinds;
  }

  /**
   * Receiving sites by the Tier A finds that they made, each under its own SSID; a profile sums those of its base calls.
   * Sites of suspended people are on neither.
   */
  corroborators(period: Period, limit: number) {
    return this.#parts.finds.corroborators(this.#since(period), SITES_MOST)
      .filter(({ igate }) => !this.#parts.people.holder(igate)?.suspended)
      .slice(0, limit)
      .map((row, i) => ({ rank: i + 1, ...row }));
  }

  /** A page of the activity feed below an id; of one person where given, nothing for a call that nobody holds. */
  activity(before: number, limit: number, call?: string) {
    const holder = call === undefined ? undefined : this.#holder(call);
    if (call !== undefined && !holder) return { activity: [], nextCursor: null, hasMore: false };
    const rows = this.#parts.finds.activity(before, limit + 1, holder?.accountId);
    const hasMore = rows.length > limit;
    const shown = rows.slice(0, limit);
    return {
      activity: shown.map((row) => this.activityView(row)),
      nextCursor: hasMore ? String(shown.at(-1)!.id) : null,
      hasMore,
    };
  }

  activityView = (row: ActivityRow) => ({
    id: row.id,
    loggerCall: row.call,
    ts: row.foundAt,
    createdAt: row.createdAt,
    kind: row.kind,
    verified: row.kind === "found" && this.isVerifiedFind(row),
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
    const holder = known?.suspended ? undefined : known;
    const finds = holder ? reads.of(holder.accountId).filter(this.isVerifiedFind) : [];
    const hides = holder ? reads.hidesOf(holder.accountId) : [];
    const count = (of: (find: RankedFind) => string) => {
      const counts: Record<string, number> = {};
      for (const find of finds) counts[of(find)] = (counts[of(find)] ?? 0) + 1;
      return counts;
    };
    const badges = [
      ...BADGES.flatMap(({ badge, takes, of }) => {
        const earned = finds.filter(of)[takes - 1];
        return earned ? [{ badge, earnedAt: earned.foundAt }] : [];
      }),
      ...HIDER_BADGES.flatMap(([badge, takes]) => {
        const earned = hides[takes - 1];
        return earned ? [{ badge, earnedAt: earned.createdAt }] : [];
      }),
    ];
    const card = holder && people.card(holder.accountId);
    return {
      callsign: baseCall(call),
      homeInstance: people.home?.(call) ?? instance,
      accountVerified: holder !== undefined && people.isVerified(call),
      supporter: holder !== undefined && people.supporter(holder.accountId),
      finds: finds.length,
      points: Math.round(finds.reduce((sum, find) => sum + pointsOf(find), 0)),
      firstFind: finds[0]?.foundAt ?? null,
      lastFind: finds.at(-1)?.foundAt ?? null,
      hides: hides.length,
      // A site needs no account: its board row and this number say the same.
      corroborations: known?.suspended ? 0 : reads.corroborationsOf(holder?.bases ?? [baseCall(call)]),
      byTier: count((find) => find.tier ?? "none"),
      byType: count((find) => find.type),
      badges,
      ...(card ? { profile: card } : {}),
    };
  }

  /** Whether somebody who is not suspended holds the call here. */
  isHere = (call: string): boolean => this.#holder(call) !== undefined;

  /** Place of a person in the ranking of all times by points. */
  rankOf(call: string): Rank | undefined {
    const bases = this.#holder(call)?.bases ?? [];
    return this.#cached("points", "all").ranks.find((row) => bases.includes(row.loggerCall));
  }

  #holder(call: string) {
    const holder = this.#parts.people.holder(call);
    return holder?.suspended ? undefined : holder;
  }

  #since = (period: Period): number =>
    PERIODS[period] === Infinity ? 0 : this.#parts.world.now() - PERIODS[period];

  #cached(metric: Metric, period: Period) {
    const key = `${metric} ${period}`;
    const now = this.#parts.world.now();
    const made = this.#made.get(key);
    if (made && made.at > now - RANKING_S) return made;
    const fresh = { at: now, ...this.#rank(metric, period) };
    this.#made.set(key, fresh);
    return fresh;
  }

  /** Verified finds of people whose call is control-verified, ranked. */
  #rank(metric: Metric, period: Period, box?: Box): { ranks: Rank[]; lastFinds: Map<string, number> } {
    const { finds, people } = this.#parts;
    const verified = new Map<string, boolean>();
    const isVerified = (base: string) => {
      let known = verified.get(base);
      if (known === undefined) verified.set(base, known = people.isVerified(base));
      return known;
    };
    const lastFinds = new Map<string, number>();
    const counted = finds.since(this.#since(period)).flatMap((find) => {
      const call = baseCall(find.call);
      if (box && (find.lat === null || find.lon === null || !inBox(box, { lat: find.lat, lon: find.lon }))) {
        return [];
      }
      if (!this.isVerifiedFind(find) || !isVerified(call)) return [];
      lastFinds.set(call, Math.max(lastFinds.get(call) ?? 0, find.foundAt));
      return [{ ...find, call }];
    });
    const ranks = rank(counted, metric, RANKS_MOST).map(({ call, ...row }) => ({ ...row, loggerCall: call }));
    return { ranks, lastFinds };
  }
}
