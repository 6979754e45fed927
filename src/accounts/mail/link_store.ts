/** Single-use links. Only the SHA-256 of a token is kept. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";

export type LinkPurpose = "operator" | "sign-in" | "confirm" | "account-data" | "device";
/** Times in unix seconds. */
export interface LinkRow {
  purpose: LinkPurpose;
  accountId: number | null;
  /** The call to open, or to create an account for. */
  call: string | null;
  email: string | null;
  /** The code that a sign-up was begun with. */
  invitation: string | null;
  /** 1: spending it verifies an operator's call. */
  verify: number;
  /** Of a link for a second device: when the person had signed in who made it, and which sessions held then. */
  vouchedAt: number;
  generation: number;
  createdAt: number;
  expiresAt: number;
  spentAt: number | null;
}
type Stored = LinkRow & { tokenHash: string };

const LINK = columns<Stored>(
  asNamed(
    "tokenHash purpose accountId call email invitation verify vouchedAt generation createdAt expiresAt spentAt",
  ),
);

export function linkStore(db: Database) {
  const spend = db.change<{ hash: string; now: number }>(
    "UPDATE sign_in_link SET spent_at = :now WHERE token_hash = :hash AND spent_at IS NULL AND expires_at > :now",
  );
  const put = db.change<Omit<Stored, "spentAt">>(LINK.without("spentAt").insertInto("sign_in_link"));
  return {
    put: (
      tx: Tx,
      link: Omit<Stored, "spentAt" | "invitation" | "vouchedAt" | "generation"> & Partial<Stored>,
    ) => put(tx, { invitation: null, vouchedAt: 0, generation: 0, ...link }),
    link: db.row<{ hash: string }, LinkRow>(
      `SELECT ${LINK.without("tokenHash").select()} FROM sign_in_link WHERE token_hash = :hash`,
    ),
    /** Marks a link as spent; `false` where it was spent before or has expired. */
    spend: (tx: Tx, hash: string, now: number): boolean => spend(tx, { hash, now }).changes === 1,
    /** Sets when a link expires (unix seconds), unless it was spent. */
    extend: db.change<{ hash: string; expiresAt: number }>(
      "UPDATE sign_in_link SET expires_at = :expiresAt WHERE token_hash = :hash AND spent_at IS NULL",
    ),
    /** Deletes links that expired before that time (unix seconds). */
    prune: db.change<{ before: number }>("DELETE FROM sign_in_link WHERE expires_at < :before"),
    /** Forgets the unspent links for further devices of an account: the latest alone opens. */
    forgetDevices: db.change<{ account: number }>(
      "DELETE FROM sign_in_link WHERE account_id = :account AND purpose = 'device' AND spent_at IS NULL",
    ),
    /** Forgets every link that went to an address. */
    forgetEmail: db.change<{ email: string }>(
      "DELETE FROM sign_in_link WHERE email = :email COLLATE NOCASE",
    ),
    /** Forgets every link made for a base call or one of its SSIDs. */
    forgetCall: db.change<{ base: string }>(
      "DELETE FROM sign_in_link WHERE call = :base OR call LIKE :base || '-%'",
    ),
  };
}
export type LinkStore = ReturnType<typeof linkStore>;
