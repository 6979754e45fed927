/** Rows of uploaded files. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import type { MediaKind } from "../rules/media_kind.ts";

export interface MediaRow {
  id: string;
  cacheId: number;
  accountId: number | null;
  stage: number | null;
  /** The log, for a photo beside a log; else `null`. */
  logId: number | null;
  kind: MediaKind;
  contentType: string;
  title: string;
  key: string;
  bytes: number;
  hash: string;
  thumbKey: string | null;
  thumbType: string | null;
  thumbBytes: number;
  thumbHash: string | null;
  createdAt: number;
}

/** The columns of a file's row; what was cleared has the same. */
export const MEDIA = columns<MediaRow>(
  asNamed(
    "id cacheId accountId stage logId kind contentType title key bytes hash thumbKey thumbType",
    "thumbBytes thumbHash createdAt",
  ),
);
const SELECT = `SELECT ${MEDIA.select()} FROM media WHERE`;

function mediaStore(db: Database) {
  return {
    byId: db.row<{ cache: number; id: string }, MediaRow>(`${SELECT} id = :id AND cache_id = :cache`),
    /** A file by its id, of whichever cache. */
    byAnyId: db.row<{ id: string }, MediaRow>(`${SELECT} id = :id`),
    /** The row of a stored key, of the file or of its thumbnail. */
    byKey: db.row<{ key: string }, MediaRow>(`${SELECT} key = :key OR thumb_key = :key`),
    gallery: db.rows<{ cache: number }, MediaRow>(
      `${SELECT} cache_id = :cache AND stage IS NULL AND log_id IS NULL ORDER BY created_at, id`,
    ),
    /** Sounds of stages. */
    clips: db.rows<{ cache: number }, MediaRow>(
      `${SELECT} cache_id = :cache AND stage IS NOT NULL ORDER BY stage`,
    ),
    /** Sounds of stages of the caches in a JSON list of numbers. */
    clipsOf: db.rows<{ caches: string }, MediaRow>(
      `${SELECT} cache_id IN (SELECT value FROM json_each(:caches)) AND stage IS NOT NULL`,
    ),
    /** Files of the galleries of the caches whose numbers stand in a JSON list. */
    galleriesOf: db.rows<{ caches: string }, MediaRow>(
      `${SELECT} cache_id IN (SELECT value FROM json_each(:caches)) AND stage IS NULL AND log_id IS NULL
       ORDER BY cache_id, created_at, id`,
    ),
    /** Photos beside the logs in a JSON list of numbers. */
    ofLogs: db.rows<{ logs: string }, MediaRow>(
      `${SELECT} log_id IN (SELECT value FROM json_each(:logs)) ORDER BY log_id, created_at, id`,
    ),
    latestOf: db.rows<{ account: number; limit: number }, MediaRow>(
      `${SELECT} account_id = :account ORDER BY created_at DESC, id DESC LIMIT :limit`,
    ),
    ofAccount: db.rows<{ account: number }, MediaRow>(`${SELECT} account_id = :account`),
    ofCache: db.rows<{ cache: number }, MediaRow>(`${SELECT} cache_id = :cache`),
    /**
     * What is used up of each quota of a cache: files of its gallery or of one log, and bytes of its own files.
     */
    used: db.row<
      { cache: number; log: number | null },
      { items: number; cacheBytes: number }
    >(
      `SELECT (SELECT count(*) FROM media WHERE cache_id = :cache AND stage IS NULL AND log_id IS :log) AS items,
         (SELECT coalesce(sum(bytes + thumb_bytes), 0) FROM media
          WHERE cache_id = :cache AND log_id IS NULL) AS cacheBytes`,
    ),
    /** How many rows need the bytes of a hash, those that were cleared and may come back included. */
    uses: db.row<{ hash: string }, { n: number }>(
      `SELECT (SELECT count(*) FROM media WHERE hash = :hash) + (SELECT count(*) FROM media WHERE thumb_hash = :hash)
         + (SELECT count(*) FROM cleared_media WHERE hash = :hash)
         + (SELECT count(*) FROM cleared_media WHERE thumb_hash = :hash) AS n`,
    ),

    insert: db.change<MediaRow>(MEDIA.insertInto("media")),
    setThumb: db.change<{ id: string; key: string; type: string; bytes: number; hash: string }>(
      "UPDATE media SET thumb_key = :key, thumb_type = :type, thumb_bytes = :bytes, thumb_hash = :hash WHERE id = :id",
    ),
    setStage: db.change<{ id: string; stage: number; key: string }>(
      "UPDATE media SET stage = :stage, key = :key WHERE id = :id",
    ),
    delete: db.change<{ id: string }>("DELETE FROM media WHERE id = :id"),
    handOver: db.change<{ cache: number; account: number | null }>(
      "UPDATE media SET account_id = :account WHERE cache_id = :cache AND log_id IS NULL",
    ),
  };
}

/** The photos and sounds of the game. */
export const mediaRows = perGame((game: Game) => mediaStore(game.db));
