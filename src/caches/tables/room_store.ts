/** How much room the files of each account, of all newcomers and of all take. Triggers of the tables keep the sums. */
import type { Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

const roomStore = (db: Database) => ({
  /** Bytes of an account's files, of those of all newcomers, and of all. */
  used: db.row<{ account: number | null }, { account: number; newcomers: number; all: number }>(
    `SELECT coalesce((SELECT bytes FROM media_sum WHERE account_id = :account), 0) AS account,
       newcomer_bytes AS newcomers, bytes AS "all" FROM media_room WHERE id = 1`,
  ),
  /** Newcomers with files, who holds most first. */
  newcomers: db.rows<{ limit: number }, { account: number; bytes: number; files: number }>(
    `SELECT account_id AS account, bytes, files FROM media_sum WHERE newcomer = 1
     ORDER BY bytes DESC, account_id LIMIT :limit`,
  ),
  /** Notes before a file is added whether its account is a newcomer. */
  open: db.change<{ account: number; newcomer: 0 | 1 }>(
    `INSERT INTO media_sum (account_id, bytes, files, newcomer) VALUES (:account, 0, 0, :newcomer)
     ON CONFLICT (account_id) DO UPDATE SET newcomer = excluded.newcomer`,
  ),
  /** Notes of an account with files whether it is a newcomer. */
  setNewcomer: db.change<{ account: number; newcomer: 0 | 1 }>(
    "UPDATE media_sum SET newcomer = :newcomer WHERE account_id = :account AND newcomer <> :newcomer",
  ),
});

/** The sums of the game's files. */
export const roomRows = perGame((game: Game) => roomStore(game.db));
