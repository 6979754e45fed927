/**
 * Rows of what members have read of the bulletins: one mark each for all up to a number, and rows for single ones.
 */
import type { Database } from "../../db/mod.ts";
import { IS_PUBLIC } from "./message_store.ts";

/** The newest bulletins that are counted; beyond that "many" is all that a count says. */
const COUNTED = 200;

interface Seen {
  id: number;
  /** Unix seconds. */
  seenAt: number;
}

export const readMarkStore = (db: Database) => ({
  unread: db.row<{ account: number; now: number; shown: string }, { n: number }>(
    `WITH fresh AS (SELECT m.id FROM bbs_message m WHERE m.type = 'B' AND m.expires_at > :now
         AND m.id > ifnull((SELECT up_to FROM bbs_bulletin_mark WHERE account_id = :account), 0)
         AND (m.account_id IS NULL OR m.account_id <> :account) AND ${IS_PUBLIC}
       ORDER BY m.id DESC LIMIT ${COUNTED})
     SELECT count(*) AS n FROM fresh WHERE id NOT IN (SELECT message_id FROM bbs_bulletin_read WHERE account_id = :account)`,
  ),
  /** Of these numbers (a JSON list) those that the member has read or written, with when. */
  seen: db.rows<{ account: number; ids: string }, Seen>(
    `SELECT m.id, coalesce(r.at, iif(m.id <= k.up_to, k.at, NULL), iif(m.account_id = :account, m.posted_at, NULL)) AS seenAt
     FROM bbs_message m LEFT JOIN bbs_bulletin_mark k ON k.account_id = :account
       LEFT JOIN bbs_bulletin_read r ON r.account_id = :account AND r.message_id = m.id
     WHERE m.id IN (SELECT value FROM json_each(:ids)) AND seenAt IS NOT NULL`,
  ),
  /** Marks one bulletin as read; changes nothing when no bulletin that everybody may see has this number. */
  mark: db.change<{ account: number; id: number; now: number; shown: string }>(
    `INSERT INTO bbs_bulletin_read (account_id, message_id, at)
     SELECT :account, m.id, :now FROM bbs_message m
     WHERE m.id = :id AND m.type = 'B' AND m.expires_at > :now AND ${IS_PUBLIC}
     ON CONFLICT DO UPDATE SET at = at`,
  ),
  markAll: db.change<{ account: number; upTo: number; at: number }>(
    `INSERT INTO bbs_bulletin_mark (account_id, up_to, at)
     SELECT :account, m, :at FROM (SELECT max(id) AS m FROM bbs_message WHERE id <= :upTo) WHERE m IS NOT NULL
     ON CONFLICT DO UPDATE SET up_to = excluded.up_to, at = excluded.at WHERE excluded.up_to > up_to`,
  ),
  /** Deletes the rows of bulletins that the mark covers. */
  tidy: db.change<{ account: number; upTo: number }>(
    "DELETE FROM bbs_bulletin_read WHERE account_id = :account AND message_id <= :upTo",
  ),
});
