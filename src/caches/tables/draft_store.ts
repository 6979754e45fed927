/** Which drafts of phones have become which caches. */
import type { Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

function draftStore(db: Database) {
  return {
    of: db.row<{ account: number; draft: string }, { cache: number }>(
      "SELECT cache_id AS cache FROM hide_draft WHERE account_id = :account AND draft = :draft",
    ),
    keep: db.change<{ account: number; draft: string; cache: number }>(
      "INSERT INTO hide_draft (account_id, draft, cache_id) VALUES (:account, :draft, :cache)",
    ),
    forget: db.change<{ account: number }>("DELETE FROM hide_draft WHERE account_id = :account"),
  };
}

/** The drafts of the game. */
export const draftRows = perGame((game: Game) => draftStore(game.db));
