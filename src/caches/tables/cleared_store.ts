/** Files that an operator cleared and may bring back for a day. */
import type { Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { MEDIA, type MediaRow } from "./media_store.ts";
import { perGame } from "../stores.ts";

/** One act of clearing. */
export interface ClearingRow {
  id: number;
  /** Unix seconds. */
  at: number;
  actor: string;
  accounts: number;
  files: number;
  bytes: number;
}

const SELECT = `SELECT ${MEDIA.select()} FROM cleared_media WHERE`;
const CLEARING = "SELECT id, at, actor, accounts, files, bytes FROM media_clearing";

const clearedStore = (db: Database) => ({
  byId: db.row<{ id: number }, ClearingRow>(`${CLEARING} WHERE id = :id`),
  /** Newest first. */
  since: db.rows<{ since: number }, ClearingRow>(`${CLEARING} WHERE at > :since ORDER BY id DESC`),
  before: db.rows<{ until: number }, ClearingRow>(`${CLEARING} WHERE at <= :until`),
  files: db.rows<{ clearing: number }, MediaRow>(
    `${SELECT} clearing_id = :clearing ORDER BY created_at, id`,
  ),
  ofAccount: db.rows<{ account: number }, MediaRow>(`${SELECT} account_id = :account`),

  open: db.change<Omit<ClearingRow, "id">>(
    `INSERT INTO media_clearing (at, actor, accounts, files, bytes)
     VALUES (:at, :actor, :accounts, :files, :bytes)`,
  ),
  keep: db.change<MediaRow & { clearing: number }>(
    MEDIA.insertInto("cleared_media").replace("(id,", "(clearing_id, id,").replace(
      "(:id,",
      "(:clearing, :id,",
    ),
  ),
  delete: db.change<{ id: string }>("DELETE FROM cleared_media WHERE id = :id"),
  /** Deletes an act with all files that it still holds. */
  close: db.change<{ id: number }>("DELETE FROM media_clearing WHERE id = :id"),
});

/** What was cleared. */
export const clearedRows = perGame((game: Game) => clearedStore(game.db));
