/** Recommendations of finders. Which of them count, and the number beside each cache, are kept by migration 0672. */
import type { Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

/** A recommendation, with its cache as it is now. */
interface GivenRow {
  cacheId: number;
  code: string;
  title: string;
  at: number;
  /** 0 while the giver has fewer finds than it takes, or the find of this cache does not stand. */
  counts: number;
}

function recommendationStore(db: Database) {
  return {
    add: db.change<{ account: number; cache: number; at: number }>(
      `INSERT INTO recommendation (account_id, cache_id, at) VALUES (:account, :cache, :at) ON CONFLICT DO NOTHING`,
    ),
    drop: db.change<{ account: number; cache: number }>(
      "DELETE FROM recommendation WHERE account_id = :account AND cache_id = :cache",
    ),
    one: db.row<{ account: number; cache: number }, { at: number; counts: number }>(
      "SELECT at, counts FROM recommendation WHERE account_id = :account AND cache_id = :cache",
    ),
    /** The oldest first. */
    of: db.rows<{ account: number }, GivenRow>(
      `SELECT c.id AS cacheId, c.code, c.title, r.at, r.counts FROM recommendation r JOIN cache c ON c.id = r.cache_id
       WHERE r.account_id = :account ORDER BY r.at, r.cache_id`,
    ),
    allowed: db.row<{ account: number }, { n: number }>(
      "SELECT n FROM recommendation_allowance WHERE account = :account",
    ),
    /** Says whether Tier B is enough for a find that counts; whoever gave some is settled anew where that changes. */
    setRule: db.change<{ sure: 0 | 1 }>("UPDATE recommendation_rule SET sure = :sure WHERE sure <> :sure"),
    /** Persons some of whose recommendations are not counted as they should be. */
    wrong: db.rows<{ from: number; to: number }, { account: number }>(
      `SELECT DISTINCT account_id AS account FROM recommendation_due
       WHERE account_id BETWEEN :from AND :to AND counts <> counted`,
    ),
    settle: db.change<{ account: number }>("INSERT INTO recommendation_settled VALUES (:account)"),
  };
}

/** The recommendations of the game. */
export const recommendationRows = perGame((game: Game) => recommendationStore(game.db));
