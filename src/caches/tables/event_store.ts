/** Who will come to a meeting. */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

type Guest = { cache: number; account: number };

const eventStore = (db: Database) => ({
  come: db.change<Guest & { at: number }>(
    "INSERT INTO event_guest (cache_id, account_id, at) VALUES (:cache, :account, :at) ON CONFLICT DO NOTHING",
  ),
  stay: db.change<Guest>("DELETE FROM event_guest WHERE cache_id = :cache AND account_id = :account"),
  comes: db.row<Guest, { at: number }>(
    "SELECT at FROM event_guest WHERE cache_id = :cache AND account_id = :account",
  ),
  /** Suspended people are not counted. */
  count: db.row<{ cache: number; now: number }, { n: number }>(
    `SELECT count(*) AS n FROM event_guest WHERE cache_id = :cache AND account_id NOT IN ${SUSPENDED_ACCOUNTS}`,
  ),
  /** Whoever said so first comes first. */
  guests: db.rows<{ cache: number; now: number; limit: number }, { account: number; at: number }>(
    `SELECT account_id AS account, at FROM event_guest
     WHERE cache_id = :cache AND account_id NOT IN ${SUSPENDED_ACCOUNTS} ORDER BY at, account_id LIMIT :limit`,
  ),
  /** Of one person, with the codes of the caches. */
  of: db.rows<{ account: number }, { code: string; at: number }>(
    `SELECT c.code, g.at FROM event_guest g JOIN cache c ON c.id = g.cache_id
     WHERE g.account_id = :account ORDER BY g.at, c.code`,
  ),
});

/** Who will come, by game. */
export const eventRows = perGame((game: Game) => eventStore(game.db));
