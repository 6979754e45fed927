/** Favourites, watches, ratings and the switches of a person. */
import type { Database, Tx } from "../../db/mod.ts";

export type Switch = "announce" | "nearRadio";

export class SocialStore {
  readonly #favorite;
  readonly #addFavorite;
  readonly #dropFavorite;
  readonly #watch;
  readonly #addWatch;
  readonly #dropWatch;
  readonly #watchers;
  readonly #rating;
  readonly #rate;
  readonly #switches;
  readonly #setAnnounce;
  readonly #setNear;
  readonly #nearPersons;
  readonly #forget;
  readonly #all;

  constructor(db: Database) {
    type Pair = { account: number; cache: number };
    const pair = "account_id = :account AND cache_id = :cache";
    this.#favorite = db.sql<Pair, { at: number }>(`SELECT at FROM favorite WHERE ${pair}`);
    this.#addFavorite = db.sql<Pair & { at: number }>(
      "INSERT INTO favorite (account_id, cache_id, at) VALUES (:account, :cache, :at) ON CONFLICT DO NOTHING",
    );
    this.#dropFavorite = db.sql<Pair>(`DELETE FROM favorite WHERE ${pair}`);
    this.#watch = db.sql<Pair, { at: number }>(`SELECT at FROM cache_watch WHERE ${pair}`);
    this.#addWatch = db.sql<Pair & { at: number }>(
      "INSERT INTO cache_watch (account_id, cache_id, at) VALUES (:account, :cache, :at) ON CONFLICT DO NOTHING",
    );
    this.#dropWatch = db.sql<Pair>(`DELETE FROM cache_watch WHERE ${pair}`);
    this.#watchers = db.sql<{ cache: number }, { account: number }>(
      "SELECT account_id AS account FROM cache_watch WHERE cache_id = :cache",
    );
    this.#rating = db.sql<Pair, { stars: number }>(`SELECT stars FROM rating WHERE ${pair}`);
    this.#rate = db.sql<Pair & { stars: number; at: number }>(
      `INSERT INTO rating (account_id, cache_id, stars, at) VALUES (:account, :cache, :stars, :at)
       ON CONFLICT DO UPDATE SET stars = excluded.stars, at = excluded.at`,
    );
    this.#switches = db.sql<{ account: number }, { announce: number; nearRadio: number }>(
      "SELECT announce, near_radio AS nearRadio FROM game_switch WHERE account_id = :account",
    );
    const set = (column: string) =>
      db.sql<{ account: number; on: boolean }>(
        `INSERT INTO game_switch (account_id, ${column}) VALUES (:account, :on)
         ON CONFLICT DO UPDATE SET ${column} = excluded.${column}`,
      );
    this.#setAnnounce = set("announce");
    this.#setNear = set("near_radio");
    this.#nearPersons = db.sql<never, { account: number }>(
      "SELECT account_id AS account FROM game_switch WHERE near_radio = 1",
    );
    this.#forget = ["favorite", "cache_watch", "rating", "game_switch"].map((table) =>
      db.sql<{ account: number }>(`DELETE FROM ${table} WHERE account_id = :account`)
    );
    this.#all = Object.fromEntries(
      ["favorite", "cache_watch", "rating"].map((table) => [
        table,
        db.sql<{ account: number }, { cacheId: number; at: number; stars?: number }>(
          `SELECT cache_id AS cacheId, at${table === "rating" ? ", stars" : ""} FROM ${table}
           WHERE account_id = :account ORDER BY at`,
        ),
      ]),
    );
  }

  isFavorite = (account: number, cache: number): boolean =>
    this.#favorite.get({ account, cache }) !== undefined;
  setFavorite(tx: Tx, account: number, cache: number, on: boolean, at: number): void {
    if (on) this.#addFavorite.run(tx, { account, cache, at });
    else this.#dropFavorite.run(tx, { account, cache });
  }
  isWatching = (account: number, cache: number): boolean => this.#watch.get({ account, cache }) !== undefined;
  setWatch(tx: Tx, account: number, cache: number, on: boolean, at: number): void {
    if (on) this.#addWatch.run(tx, { account, cache, at });
    else this.#dropWatch.run(tx, { account, cache });
  }
  watchersOf = (cache: number): number[] => this.#watchers.all({ cache }).map((row) => row.account);
  ratingOf = (account: number, cache: number): number | null =>
    this.#rating.get({ account, cache })?.stars ?? null;
  rate(tx: Tx, of: { account: number; cache: number; stars: number; at: number }): void {
    this.#rate.run(tx, of);
  }
  isOn = (account: number, name: Switch): boolean => this.#switches.get({ account })?.[name] === 1;
  setSwitch(tx: Tx, account: number, name: Switch, on: boolean): void {
    (name === "announce" ? this.#setAnnounce : this.#setNear).run(tx, { account, on });
  }
  /** Accounts that want near-cache messages. */
  nearPersons = (): number[] => this.#nearPersons.all().map((row) => row.account);
  /** Everything of a person, for his export. */
  allOf(account: number): Record<"favorites" | "watches" | "ratings", object[]> {
    const all = (table: string) => this.#all[table]!.all({ account });
    return { favorites: all("favorite"), watches: all("cache_watch"), ratings: all("rating") };
  }
  /** Caches that a person has as favourite or has rated. */
  cachesOf(account: number): number[] {
    const { favorites, ratings } = this.allOf(account) as Record<string, { cacheId: number }[]>;
    return [...new Set([...favorites!, ...ratings!].map((row) => row.cacheId))];
  }
  forget(tx: Tx, account: number): void {
    for (const statement of this.#forget) statement.run(tx, { account });
  }
}
