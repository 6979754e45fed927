/** Rows of watches and alerts. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { AlertKind } from "./kinds.ts";

interface WatchRow {
  id: number;
  callsign: string;
  addedAt: number;
}
export interface AlertRow {
  id: number;
  kind: string;
  callsign: string;
  code: string | null;
  title: string | null;
  /** Number of the log that it is about. */
  find: number | null;
  /** How far from a place that is watched, in metres. */
  farM: number | null;
  at: number;
  seenAt: number | null;
}
export interface NewAlert {
  accountId: number;
  kind: AlertKind;
  call: string;
  code?: string;
  title?: string;
  find?: number;
  farM?: number;
  at: number;
}

const ALERT = columns<AlertRow & { accountId: number }>({
  ...asNamed("accountId id kind code title find farM at seenAt"),
  callsign: "call",
});

export function alertStore(db: Database) {
  const select = `SELECT ${ALERT.without("accountId").select()} FROM alert`;
  return {
    watches: db.rows<{ account: number }, WatchRow>(
      "SELECT id, base AS callsign, created_at AS addedAt FROM watch WHERE account_id = :account ORDER BY base",
    ),
    everyWatch: db.rows<Record<never, never>, { base: string; account: number }>(
      "SELECT base, account_id AS account FROM watch",
    ),
    watchOf: db.row<{ account: number; base: string }, { id: number }>(
      "SELECT id FROM watch WHERE account_id = :account AND base = :base",
    ),
    addWatch: db.changeReturning<{ account: number; base: string; at: number }, { id: number }>(
      `INSERT INTO watch (account_id, base, created_at) VALUES (:account, :base, :at)
       ON CONFLICT (account_id, base) DO UPDATE SET base = excluded.base RETURNING id`,
    ),
    dropWatch: db.change<{ account: number; id: number }>(
      "DELETE FROM watch WHERE id = :id AND account_id = :account",
    ),
    /** Whether the account was told something of a call (under any SSID) after `since`. */
    toldSince: db.row<{ account: number; base: string; since: number }, { at: number }>(
      `SELECT at FROM alert WHERE account_id = :account AND kind IN ('heard', 'near_cache') AND at > :since
         AND (call = :base OR call LIKE :base || '-%') LIMIT 1`,
    ),
    toldOf: db.row<{ account: number; kind: string; call: string; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM alert WHERE account_id = :account AND kind = :kind AND call = :call AND at > :since",
    ),
    toldOfKind: db.row<{ account: number; kind: string; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM alert WHERE account_id = :account AND kind = :kind AND at > :since",
    ),
    insert: db.change<
      Omit<AlertRow, "id" | "seenAt"> & { accountId: number }
    >(ALERT.without("id", "seenAt").insertInto("alert")),
    /** Newest first, those before (at, id). */
    page: db.rows<{ account: number; at: number; id: number; limit: number }, AlertRow>(
      `${select} WHERE account_id = :account AND (at, id) < (:at, :id) ORDER BY at DESC, id DESC LIMIT :limit`,
    ),
    /** What watched calls told an account last. */
    latestOfWatches: db.row<{ account: number }, AlertRow>(
      `${select} WHERE account_id = :account AND kind IN ('heard', 'near_cache') ORDER BY at DESC, id DESC LIMIT 1`,
    ),
    unseen: db.row<{ account: number }, { n: number }>(
      "SELECT count(*) AS n FROM alert WHERE account_id = :account AND seen_at IS NULL",
    ),
    see: db.change<{ account: number; at: number }>(
      "UPDATE alert SET seen_at = :at WHERE account_id = :account AND seen_at IS NULL",
    ),
    prune: db.change<{ before: number }>("DELETE FROM alert WHERE at < :before"),
    /** Accounts with alerts that were neither seen nor mailed; of lights operators have a mail of their own. */
    waitingAccounts: db.rows<Record<never, never>, { account: number }>(
      `SELECT DISTINCT account_id AS account FROM alert
       WHERE seen_at IS NULL AND mailed_at IS NULL AND kind NOT IN ('light_broken', 'light_well')`,
    ),
    waiting: db.rows<{ account: number; most: number }, AlertRow>(
      `${select} WHERE account_id = :account AND seen_at IS NULL AND mailed_at IS NULL
       AND kind NOT IN ('light_broken', 'light_well') ORDER BY at DESC, id DESC LIMIT :most`,
    ),
    lastMail: db.row<{ account: number }, { at: number | null }>(
      "SELECT max(mailed_at) AS at FROM alert WHERE account_id = :account",
    ),
    mailed: db.change<{ account: number; upTo: number; at: number }>(
      "UPDATE alert SET mailed_at = :at WHERE account_id = :account AND mailed_at IS NULL AND id <= :upTo",
    ),
  };
}
export type AlertStore = ReturnType<typeof alertStore>;
