/** How much room the files of each account, of all newcomers and of all take. Triggers of the tables keep the sums. */
import type { Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";

const roomStore = (db: Database) => ({
  /** Bytes of all files. */
  used: db.row<Record<never, never>, { all: number }>(`SELECT bytes AS "all" FROM media_room WHERE id = 1`),
  /** How many files an account has. */
  files: db.row<{ account: number }, { files: number }>(
    "SELECT files FROM media_sum WHERE account_id = :account",
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
