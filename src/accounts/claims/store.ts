/** Claims as stored: who says that a call is theirs, and how the claim ended. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import type { VerificationMethod } from "../store.ts";

export type ClaimStatus = "open" | "done" | "refused" | "expired";
/** Times in unix seconds. */
export interface ClaimRow {
  id: number;
  /** With SSID, as asked for. */
  call: string;
  base: string;
  /** `null` for somebody without an account: a new one opens when the claim is done. */
  accountId: number | null;
  status: ClaimStatus;
  method: VerificationMethod | null;
  openedAt: number;
  expiresAt: number;
  /** The account that a sign-up claim opened; its first status answer gives that account's session. */
  wonAccount: number | null;
  sessionGiven: number;
}

const CLAIM = columns<ClaimRow>(
  asNamed("id call base accountId status method openedAt expiresAt wonAccount sessionGiven"),
);

interface NewClaim {
  /** SHA-256 of the token, hex. */
  hash: string;
  call: string;
  base: string;
  account: number | null;
  at: number;
  expiresAt: number;
}
interface Decision {
  id: number;
  status: ClaimStatus;
  method: VerificationMethod | null;
  won: number | null;
}

export function claimStore(db: Database) {
  const decide = db.change<Decision>(
    "UPDATE claim SET status = :status, method = :method, won_account = :won WHERE id = :id AND status = 'open'",
  );
  const giveSession = db.change<{ id: number }>(
    "UPDATE claim SET session_given = 1 WHERE id = :id AND session_given = 0 AND won_account IS NOT NULL",
  );
  return {
    open: db.change<NewClaim>(
      `INSERT INTO claim (token_hash, call, base, account_id, status, opened_at, expires_at)
       VALUES (:hash, :call, :base, :account, 'open', :at, :expiresAt)`,
    ),
    claim: db.row<{ id: number }, ClaimRow>(`SELECT ${CLAIM.select()} FROM claim WHERE id = :id`),
    byToken: db.row<{ hash: string }, ClaimRow>(
      `SELECT ${CLAIM.select()} FROM claim WHERE token_hash = :hash`,
    ),
    openOf: db.rows<{ base: string; now: number }, ClaimRow>(
      `SELECT ${CLAIM.select()} FROM claim WHERE base = :base AND status = 'open' AND expires_at > :now ORDER BY id`,
    ),
    /** Open claims of everybody, the newest first. */
    waiting: db.rows<{ now: number; limit: number }, ClaimRow>(
      `SELECT ${CLAIM.select()} FROM claim WHERE status = 'open' AND expires_at > :now ORDER BY id DESC LIMIT :limit`,
    ),
    /** Decides an open claim; `false` when it was decided already. */
    decide: (
      tx: Tx,
      id: number,
      status: ClaimStatus,
      method: VerificationMethod | null = null,
      won: number | null = null,
    ): boolean => decide(tx, { id, status, method, won }).changes === 1,
    expire: db.change<{ now: number }>(
      "UPDATE claim SET status = 'expired' WHERE status = 'open' AND expires_at <= :now",
    ),
    /** Notes that a sign-up claim's session was handed out; `true` the first time only. */
    giveSession: (tx: Tx, id: number): boolean => giveSession(tx, { id }).changes === 1,
    prune: db.change<{ before: number }>("DELETE FROM claim WHERE expires_at < :before"),
  };
}
export type ClaimStore = ReturnType<typeof claimStore>;
