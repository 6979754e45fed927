/** What newcomers wrote that is held, and what an operator cleared of them and may bring back for a day. */
import type { Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { MEDIA, type MediaRow } from "./media_store.ts";
import { perGame } from "../stores.ts";
import { LOG, type LogRow } from "./log_store.ts";

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

/** Logs that are held: they have the mark of removed ones, and `held_at` beside it. */
const heldStore = (db: Database) => ({
  /** A person's finds of a cache that are held, the latest first. */
  heldFindsOf: db.rows<{ cache: number; account: number }, LogRow>(
    `SELECT ${
      LOG.select("l")
    } FROM log l WHERE l.account_id = :account AND l.held_at IS NOT NULL AND l.cache_id = :cache AND l.kind = 'found' ORDER BY l.id DESC`,
  ),
  /** What is held of a person, and what an act of welcome released: in the order of their own times. */
  heldOf: db.rows<{ account: number }, { id: number }>(
    "SELECT id FROM log WHERE account_id = :account AND held_at IS NOT NULL ORDER BY found_at, id",
  ),
  releasedBy: db.rows<{ act: number }, { id: number }>(
    "SELECT id FROM log WHERE welcome_act = :act AND removed_at IS NULL AND account_id IS NOT NULL ORDER BY id",
  ),
  /** How many logs are held of a person, and photos beside them. */
  heldCount: db.row<{ account: number }, { logs: number; photos: number }>(
    `SELECT count(*) AS logs, coalesce(sum((SELECT count(*) FROM media m WHERE m.log_id = l.id)), 0) AS photos
     FROM log l WHERE l.account_id = :account AND l.held_at IS NOT NULL`,
  ),
  /** Holds a log that stands, or has one that is held stand from now on; `act`: the welcome that did it. */
  hold: db.change<{ id: number; at: number }>(
    "UPDATE log SET held_at = :at, removed_at = :at, welcome_act = NULL WHERE id = :id AND removed_at IS NULL",
  ),
  release: db.change<{ id: number; act: number | null }>(
    "UPDATE log SET held_at = NULL, removed_at = NULL, welcome_act = :act WHERE id = :id AND held_at IS NOT NULL",
  ),

  /** Notes with an act of clearing what is held of an account, then takes the mark off: removed like any other log. */
  keepHeld: db.change<{ clearing: number; account: number }>(
    `INSERT INTO cleared_held (log_id, clearing_id, held_at)
     SELECT id, :clearing, held_at FROM log WHERE account_id = :account AND held_at IS NOT NULL`,
  ),
  dropHeld: db.change<{ clearing: number }>(
    `UPDATE log SET held_at = NULL, removed_reason = 'cleared'
     WHERE id IN (SELECT log_id FROM cleared_held WHERE clearing_id = :clearing)`,
  ),
  bringHeldBack: db.change<{ clearing: number }>(
    `UPDATE log SET held_at = h.held_at, removed_reason = NULL FROM cleared_held h
     WHERE h.log_id = log.id AND h.clearing_id = :clearing AND log.account_id IS NOT NULL`,
  ),
});

/** What is held of the game's logs. */
export const heldRows = perGame((game: Game) => heldStore(game.db));
