/** Favourites, watches, ratings and the switches of a person. */
import type { Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

export type Switch = "announce" | "nearRadio" | "statistics";

/** A person and a cache. */
type Pair = { account: number; cache: number };
const PAIR = "account_id = :account AND cache_id = :cache";

/** The statements on all of these, by account and cache. */
function socialStore(db: Database) {
  const setSwitch = (column: string) =>
    db.change<{ account: number; on: boolean }>(
      `INSERT INTO game_switch (account_id, ${column}) VALUES (:account, :on)
       ON CONFLICT DO UPDATE SET ${column} = excluded.${column}`,
    );
  return {
    favorite: db.row<Pair, { at: number }>(`SELECT at FROM favorite WHERE ${PAIR}`),
    addFavorite: db.change<Pair & { at: number }>(
      "INSERT INTO favorite (account_id, cache_id, at) VALUES (:account, :cache, :at) ON CONFLICT DO NOTHING",
    ),
    dropFavorite: db.change<Pair>(`DELETE FROM favorite WHERE ${PAIR}`),
    watch: db.row<Pair, { at: number }>(`SELECT at FROM cache_watch WHERE ${PAIR}`),
    addWatch: db.change<Pair & { at: number }>(
      "INSERT INTO cache_watch (account_id, cache_id, at) VALUES (:account, :cache, :at) ON CONFLICT DO NOTHING",
    ),
    dropWatch: db.change<Pair>(`DELETE FROM cache_watch WHERE ${PAIR}`),
    watchers: db.rows<{ cache: number }, { account: number }>(
      "SELECT account_id AS account FROM cache_watch WHERE cache_id = :cache",
    ),
    rating: db.row<Pair, { stars: number }>(`SELECT stars FROM rating WHERE ${PAIR}`),
    rate: db.change<Pair & { stars: number; at: number }>(
      `INSERT INTO rating (account_id, cache_id, stars, at) VALUES (:account, :cache, :stars, :at)
       ON CONFLICT DO UPDATE SET stars = excluded.stars, at = excluded.at`,
    ),

    dropRating: db.change<Pair>(`DELETE FROM rating WHERE ${PAIR}`),

    /** 0 or 1 each; `undefined` where neither was ever set. */
    switches: db.row<{ account: number }, Record<Switch, number>>(
      "SELECT announce, near_radio AS nearRadio, statistics FROM game_switch WHERE account_id = :account",
    ),
    setSwitch: {
      announce: setSwitch("announce"),
      nearRadio: setSwitch("near_radio"),
      statistics: setSwitch("statistics"),
    },
    /** Accounts that want near-cache messages. */
    nearPersons: db.rows<Record<never, never>, { account: number }>(
      "SELECT account_id AS account FROM game_switch WHERE near_radio = 1",
    ),

    /** Everything of a person, the oldest first. */
    favoritesOf: db.rows<{ account: number }, { cacheId: number; at: number }>(
      "SELECT cache_id AS cacheId, at FROM favorite WHERE account_id = :account ORDER BY at",
    ),
    watchesOf: db.rows<{ account: number }, { cacheId: number; at: number }>(
      "SELECT cache_id AS cacheId, at FROM cache_watch WHERE account_id = :account ORDER BY at",
    ),
    ratingsOf: db.rows<{ account: number }, { cacheId: number; at: number; stars: number }>(
      "SELECT cache_id AS cacheId, at, stars FROM rating WHERE account_id = :account ORDER BY at",
    ),
    /** One statement for each table that holds something of a person. */
    forget: ["favorite", "cache_watch", "rating", "recommendation", "event_guest", "game_switch"].map((
      table,
    ) => db.change<{ account: number }>(`DELETE FROM ${table} WHERE account_id = :account`)),
  };
}

/** The favourites, watches, ratings and switches of the game. */
export const socialRows = perGame((game: Game) => socialStore(game.db));

/** Whether a person has a switch on; off by default. */
export const isOn = (game: Game, account: number, name: Switch): boolean =>
  socialRows(game).switches({ account })?.[name] === 1;
