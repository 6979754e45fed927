/** Favourites, watches, ratings; what badges take, and the windows of rankings. */
import type { Tx } from "../../db/mod.ts";
import { mayRate } from "../views/detail.ts";
import { gameFailure } from "../errors.ts";
import { type Actor, asViewer } from "../acting.ts";
import type { Game } from "../game.ts";
import type { Tier } from "../rules/evidence.ts";
import { ratingView } from "../views/cache_view.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { interestOf } from "../tables/interest.ts";
import { socialRows, type Switch } from "../tables/social_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { seenCache } from "../views/find_cache.ts";

const DAY_S = 86_400;
/** Windows of rankings, seconds. */
export const PERIODS = { all: Infinity, year: 365 * DAY_S, month: 30 * DAY_S } as const;
export type Period = keyof typeof PERIODS;

/** Sets or flips a favourite or a watch; gives the state and how many have it. */
export function toggle(game: Game, actor: Actor, ref: string, what: "favorite" | "watch", wish?: boolean) {
  const account = actor.person.accountId;
  const seen = seenCache(game, ref, asViewer(actor));
  const social = socialRows(game);
  const pair = { account, cache: seen.id };
  return game.db.write((tx: Tx) => {
    const at = game.world.now();
    if (what === "favorite") {
      if (seen.ownerAccount === account) throw gameFailure.own_favorite();
      const on = wish ?? social.favorite(pair) === undefined;
      if (on) social.addFavorite(tx, { ...pair, at });
      else social.dropFavorite(tx, pair);
      cacheRows(game).recount(tx, { id: seen.id });
      packRows(game).changed(tx, seen);
      return { on, count: cacheRows(game).byId({ id: seen.id })!.favorites };
    }
    const on = wish ?? social.watch(pair) === undefined;
    if (on) social.addWatch(tx, { ...pair, at });
    else social.dropWatch(tx, pair);
    return { on, count: social.watchers({ cache: seen.id }).length };
  });
}

/** Rates a cache from 1 to 5 stars; one rating a person, the last counts. */
export function rateCache(game: Game, actor: Actor, ref: string, stars: number) {
  const account = actor.person.accountId;
  const { id } = seenCache(game, ref, asViewer(actor));
  return game.db.write((tx) => {
    const row = cacheRows(game).byId({ id })!;
    if (!mayRate(game, row, account)) throw gameFailure.cannot_rate({ policy: row.ratingPolicy });
    socialRows(game).rate(tx, { account, cache: id, stars, at: game.world.now() });
    cacheRows(game).recount(tx, { id });
    packRows(game).changed(tx, row);
    const now = cacheRows(game).byId({ id })!;
    return { rating: { ...ratingView(now), mine: stars, policy: now.ratingPolicy, canRate: true } };
  });
}

/** Switches announcements or near-cache messages; announcing needs a verified call. */
export function setSwitch(
  game: Game,
  who: { account: number; call: string },
  name: Switch,
  on: boolean,
) {
  if (on && !game.accounts.isVerified(who.call)) throw gameFailure.not_verified({ verified: false });
  return game.db.write((tx) => {
    socialRows(game).setSwitch[name](tx, { account: who.account, on });
    tx.after(() => interestOf(game).forget());
    return { on };
  });
}

/** Badges: what each takes, and which types or tiers count. */
export const BADGES: {
  badge: string;
  takes: number;
  of: (find: { tier: Tier | null; type: string }) => boolean;
}[] = [
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
export const HIDER_BADGES = [["hider", 1], ["cache-architect", 5], ["cache-master", 20]] as const;
