/** Rows of cards, each beside the find that it is of. */
import { SUSPENDED_ACCOUNTS } from "../accounts/mod.ts";
import { asNamed, columns, type Database } from "../db/mod.ts";
import { SHOWN_LOG } from "../read/mod.ts";

/** How a card may look: one shape, drawn in four ways. */
export const DESIGNS = ["map", "plate", "book", "hill"] as const;
export type DesignName = typeof DESIGNS[number];

/** What is kept. */
interface KeptRow {
  find: number;
  account: number;
  /** Under which it was heard. */
  call: string;
  base: string;
  code: string;
  design: DesignName;
  madeAt: number;
  line: string;
  lineAccount: number | null;
  lineCall: string | null;
  lineAt: number | null;
}
/** With what is read of the find and its cache. */
export interface CardRow extends KeptRow {
  at: number;
  site: string;
  cache: string;
  title: string;
  unlisted: number;
  /** As it is listed; none of a cache that moves. */
  lat: number | null;
  lon: number | null;
}

const KEPT = columns<KeptRow>({
  ...asNamed("call base code design madeAt line lineAccount lineCall lineAt"),
  find: "log_id",
  account: "account_id",
});
/** A find is a card as long as it stands, by radio and under the call that was heard, and its cache may be named to its finder. */
const CARD = `SELECT ${KEPT.select("q")}, l.found_at AS at, l.site, c.code AS cache, c.title, c.unlisted,
    iif(c.type = 'living', NULL, c.lat) AS lat, iif(c.type = 'living', NULL, c.lon) AS lon
  FROM qsl q JOIN log_facts l ON l.id = q.log_id AND l.account_id = q.account_id AND l.call = q.call
    JOIN cache_facts c ON c.id = l.cache_id
  WHERE l.kind = 'found' AND l.tier = 'A' AND l.site IS NOT NULL AND ${SHOWN_LOG}
    AND c.removed_at IS NULL AND c.status <> 'draft'
    AND (c.owner_account IS NULL OR c.owner_account NOT IN ${SUSPENDED_ACCOUNTS})`;

/** Statements on them. */
export const qslStore = (db: Database) => ({
  byCode: db.row<{ code: string; now: number }, CardRow>(`${CARD} AND q.code = :code`),
  byFind: db.row<{ find: number; now: number }, CardRow>(`${CARD} AND q.log_id = :find`),
  /** A member's, the latest find first, those before a moment and a number. */
  of: db.rows<{ account: number; at: number; find: number; limit: number; now: number }, CardRow>(
    `${CARD} AND q.account_id = :account AND (l.found_at, l.id) < (:at, :find)
     ORDER BY l.found_at DESC, l.id DESC LIMIT :limit`,
  ),
  count: db.row<{ account: number; since: number; until: number; now: number }, { n: number }>(
    `SELECT count(*) AS n FROM (${CARD} AND q.account_id = :account AND l.found_at >= :since AND l.found_at < :until)`,
  ),
  /** What receivers of these base calls, a JSON list, heard since a time; what they answered, last. */
  ofReceivers: db.rows<
    { bases: string; since: number; account: number; limit: number; now: number },
    CardRow
  >(
    `${CARD} AND q.base IN (SELECT value FROM json_each(:bases)) AND q.made_at > :since
       AND q.account_id <> :account AND (q.line = '' OR q.line_account = :account)
     ORDER BY q.line <> '', q.made_at DESC, q.log_id DESC LIMIT :limit`,
  ),
  /** Of a find that is proven again by another receiver the card is the same; what the first one answered is not its. */
  put: db.change<Omit<KeptRow, "line" | "lineAccount" | "lineCall" | "lineAt">>(
    `${KEPT.without("line", "lineAccount", "lineCall", "lineAt").insertInto("qsl")}
     ON CONFLICT (log_id) DO UPDATE SET base = excluded.base, account_id = excluded.account_id, call = excluded.call,
       line = iif(base = excluded.base, line, ''), line_account = iif(base = excluded.base, line_account, NULL),
       line_call = iif(base = excluded.base, line_call, NULL), line_at = iif(base = excluded.base, line_at, NULL)`,
  ),
  setDesign: db.change<{ find: number; account: number; design: DesignName }>(
    "UPDATE qsl SET design = :design WHERE log_id = :find AND account_id = :account",
  ),
  setLine: db.change<{ find: number; line: string; account: number; call: string; at: number }>(
    `UPDATE qsl SET line = :line, line_account = :account, line_call = :call, line_at = :at WHERE log_id = :find`,
  ),
  dropLine: db.change<{ find: number }>(
    "UPDATE qsl SET line = '', line_account = NULL, line_call = NULL, line_at = NULL WHERE log_id = :find",
  ),
  /** The lines that a member wrote, the newest first. */
  linesOf: db.rows<{ account: number; limit: number }, KeptRow>(
    `SELECT ${KEPT.select()} FROM qsl WHERE line_account = :account ORDER BY line_at DESC, log_id DESC LIMIT :limit`,
  ),
  anyByCode: db.row<{ code: string }, KeptRow>(`SELECT ${KEPT.select()} FROM qsl WHERE code = :code`),
  dropLinesUnder: db.change<{ account: number; base: string }>(
    `UPDATE qsl SET line = '', line_account = NULL, line_call = NULL, line_at = NULL
     WHERE line_account = :account AND base = :base`,
  ),
  dropLinesOf: db.change<{ account: number }>(
    `UPDATE qsl SET line = '', line_account = NULL, line_call = NULL, line_at = NULL WHERE line_account = :account`,
  ),
  /** Nobody is left whom receivers of these base calls, a JSON list, belong to. */
  forgetBases: db.change<{ bases: string }>(
    "UPDATE qsl SET base = '' WHERE base IN (SELECT value FROM json_each(:bases))",
  ),
  /** Cards of a call and all its SSIDs, of which `ssids` is the pattern. */
  forgetCall: db.change<{ account: number; base: string; ssids: string }>(
    "DELETE FROM qsl WHERE account_id = :account AND (call = :base OR call GLOB :ssids)",
  ),
  forget: db.change<{ account: number }>("DELETE FROM qsl WHERE account_id = :account"),
});
