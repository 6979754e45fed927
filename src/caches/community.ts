/** Favourites, watches, ratings, rankings, the activity feed, search and what a profile counts. */
import type { Tx } from "../db/mod.ts";
import type { CacheRow } from "./cache_store.ts";
import { codeKey } from "./code.ts";
import { mayRate } from "./detail.ts";
import { gameFailure } from "./failures.ts";
import type { Actor, Game } from "./game.ts";
import type { ActivityRow, FindRow } from "./log_store.ts";
import { type Find, pointsOf, rank } from "./points.ts";
import { ratingView, reaches } from "./views.ts";
import { baseCall, type Box, inBox } from "../base/mod.ts";

const DAY_S = 86_400;
/** Windows of rankings, seconds. */
export const PERIODS = { all: Infinity, year: 365 * DAY_S, month: 30 * DAY_S } as const;
export type Period = keyof typeof PERIODS;

/** Sets or flips a favourite or a watch; gives the state and how many have it. */
export function toggle(game: Game, actor: Actor, ref: string, what: "favorite" | "watch", wish?: boolean) {
  const account = actor.person.accountId;
  const seen = game.seen(ref, { account, operator: actor.operator });
  return game.db.write((tx: Tx) => {
    const { social, world } = game;
    const at = world.now();
    if (what === "favorite") {
      if (seen.ownerAccount === account) throw gameFailure.own_favorite();
      const on = wish ?? !social.isFavorite(account, seen.id);
      social.setFavorite(tx, account, seen.id, on, at);
      game.caches.recount(tx, seen.id);
      return { on, count: game.caches.byId(seen.id)!.favorites };
    }
    const on = wish ?? !social.isWatching(account, seen.id);
    social.setWatch(tx, account, seen.id, on, at);
    return { on, count: social.watchersOf(seen.id).length };
  });
}

/** Rates a cache from 1 to 5 stars; one rating a person, the last counts. */
export function rateCache(game: Game, actor: Actor, ref: string, stars: number) {
  const account = actor.person.accountId;
  const { id } = game.seen(ref, { account, operator: actor.operator });
  return game.db.write((tx) => {
    const row = game.caches.byId(id)!;
    if (!mayRate(game, row, account)) throw gameFailure.cannot_rate({ policy: row.ratingPolicy });
    game.social.rate(tx, { account, cache: id, stars, at: game.world.now() });
    game.caches.recount(tx, id);
    const now = game.caches.byId(id)!;
    return { rating: { ...ratingView(now), mine: stars, policy: now.ratingPolicy, canRate: true } };
  });
}

const least = (game: Game, find: Pick<FindRow, "minTrust">) => find.minTrust ?? game.leastTrust;

/** Finds that rankings count: verified ones, of people whose call is control-verified. */
function ranked(game: Game, finds: readonly FindRow[]): Find[] {
  const verified = new Map<string, boolean>();
  const isVerified = (call: string) => {
    let known = verified.get(call);
    if (known === undefined) verified.set(call, known = game.accounts.isVerified(call));
    return known;
  };
  return finds.filter((find) => reaches(find, least(game, find)) && isVerified(baseCall(find.call)))
    .map(({ person, call, cache, tier, difficulty, terrain }) => ({
      person,
      call: baseCall(call),
      cache,
      tier,
      difficulty,
      terrain,
    }));
}

const since = (game: Game, period: Period): number =>
  PERIODS[period] === Infinity ? 0 : game.world.now() - PERIODS[period];

/** The ranking of persons by points or finds; in a box, by the caches that lie in it. */
export function leaderboard(
  game: Game,
  options: { metric: "points" | "finds"; period: Period; limit: number; box?: Box },
) {
  const { metric, period, limit, box } = options;
  const finds = game.logs.findsSince(since(game, period)).filter((find) =>
    !box || (find.lat !== null && find.lon !== null && inBox(box, { lat: find.lat, lon: find.lon }))
  );
  const rows = rank(ranked(game, finds), metric, limit);
  return { metric, period, leaderboard: rows.map(({ call, ...row }) => ({ ...row, loggerCall: call })) };
}

/** The receiving sites that made the most Tier A finds. */
export function corroborators(game: Game, period: Period, limit: number) {
  const rows = game.logs.corroborators(since(game, period), limit);
  return { period, corroborators: rows.map((row, i) => ({ rank: i + 1, ...row })) };
}

/** One line of the activity feed. */
export const activityView = (game: Game, row: ActivityRow) => ({
  id: row.id,
  loggerCall: row.call,
  ts: row.foundAt,
  createdAt: row.createdAt,
  kind: row.kind,
  verified: row.kind === "found" && reaches(row, least(game, row)),
  tier: row.tier,
  cacheId: row.cacheId,
  cacheCode: row.code,
  cacheTitle: row.title,
  cacheType: row.type,
});

/** The newest logs of listed caches; unlisted and removed ones are left out. */
export function activity(game: Game, before: number, limit: number, account?: number) {
  const rows = game.logs.activity(before, limit + 1, account);
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    activity: page.map((row) => activityView(game, row)),
    nextCursor: hasMore ? String(page.at(-1)!.id) : null,
    hasMore,
  };
}

/** Badges: what each takes, and which types or tiers count. */
const BADGES: { badge: string; takes: number; of: (find: FindRow) => boolean }[] = [
  { badge: "first-find", takes: 1, of: () => true },
  { badge: "finder-10", takes: 10, of: () => true },
  { badge: "finder-50", takes: 50, of: () => true },
  { badge: "finder-100", takes: 100, of: () => true },
  { badge: "finder-500", takes: 500, of: () => true },
  { badge: "rf-verified", takes: 1, of: (find) => find.tier === "A" },
  { badge: "summiteer", takes: 1, of: (find) => find.type === "sota" },
  { badge: "park-hunter", takes: 1, of: (find) => find.type === "pota" },
  { badge: "rover-hunter", takes: 1, of: (find) => find.type === "living" },
  { badge: "flora-fauna", takes: 1, of: (find) => find.type === "wwff" },
  { badge: "castle-hunter", takes: 1, of: (find) => find.type === "castle" },
  { badge: "bunker-hunter", takes: 1, of: (find) => find.type === "bunker" },
];
const HIDER_BADGES = [["hider", 1], ["cache-architect", 5], ["cache-master", 20]] as const;

/** What the game says of a person, by any call of the base; zeros for a call that nobody holds. */
export function gameProfile(game: Game, call: string) {
  const person = game.accounts.holder(call);
  const finds = person
    ? game.logs.findsOf(person.accountId).filter((find) => reaches(find, least(game, find)))
      .sort((a, b) => a.foundAt - b.foundAt)
    : [];
  const hides = person
    ? game.caches.byOwner(person.accountId)
      .filter((row) => row.status !== "draft" && row.removedAt === null && row.unlisted === 0)
    : [];
  const count = (of: (find: FindRow) => string) => {
    const counts: Record<string, number> = {};
    for (const find of finds) counts[of(find)] = (counts[of(find)] ?? 0) + 1;
    return counts;
  };
  const badges: { badge: string; earnedAt: number }[] = [];
  for (const { badge, takes, of } of BADGES) {
    const earned = finds.filter(of)[takes - 1];
    if (earned) badges.push({ badge, earnedAt: earned.foundAt });
  }
  const byAge = hides.toSorted((a, b) => a.createdAt - b.createdAt);
  for (const [badge, takes] of HIDER_BADGES) {
    const earned = byAge[takes - 1];
    if (earned) badges.push({ badge, earnedAt: earned.createdAt });
  }
  return {
    callsign: baseCall(call),
    homeInstance: game.instance,
    accountVerified: person !== undefined && game.accounts.isVerified(call),
    finds: finds.length,
    points: Math.round(finds.reduce((sum, find) => sum + pointsOf(find), 0)),
    firstFind: finds[0]?.foundAt ?? null,
    lastFind: finds.at(-1)?.foundAt ?? null,
    hides: hides.length,
    byTier: count((find) => find.tier ?? "none"),
    byType: count((find) => find.type),
    badges,
  };
}

/** Caches whose code begins with, or whose title holds, the text; codes first. Wildcards are literal. */
export function searchCaches(game: Game, text: string, limit: number): CacheRow[] {
  const q = text.trim();
  if (q.length < 2) return [];
  return game.caches.search(codeKey(q), q.toLowerCase(), limit);
}
