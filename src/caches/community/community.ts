/** Favourites, watches, ratings; what badges take, and the windows of rankings. */
import type { Tx } from "../../db/mod.ts";
import { mayRate } from "../views/detail.ts";
import { gameFailure } from "../errors.ts";
import type { Actor, Game } from "../game.ts";
import type { Tier } from "../finds/evidence.ts";
import { ratingView } from "../views/views.ts";

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
      game.packs.changed(tx, seen);
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
    game.packs.changed(tx, row);
    const now = game.caches.byId(id)!;
    return { rating: { ...ratingView(now), mine: stars, policy: now.ratingPolicy, canRate: true } };
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
