/** What is remembered of people: accounts, held calls, verification, suspension, sign-in links. */
import { baseCall } from "../base/mod.ts";
import type { Database, Tx } from "../db/mod.ts";

export interface AccountRow {
  id: number;
  createdAt: number;
  generation: number;
  activeCall: string | null;
  email: string | null;
  pendingEmail: string | null;
}
export interface HeldCallRow {
  base: string;
  accountId: number;
  heldSince: number;
  isPrimary: number;
}
export interface VerificationRow {
  base: string;
  method: VerificationMethod;
  verifiedAt: number;
  verifiedBy: string | null;
  note: string | null;
}
export type VerificationMethod = "rf_heard" | "ampr_dns" | "lotw" | "operator" | "sysop";
export interface SuspensionRow {
  reason: string;
  category: string;
  suspendedAt: number;
  until: number | null;
}
export type LinkPurpose = "operator" | "sign-in" | "confirm" | "account-data";
export interface LinkRow {
  purpose: LinkPurpose;
  accountId: number | null;
  call: string | null;
  email: string | null;
  verify: number;
  expiresAt: number;
  spentAt: number | null;
}

const ACCOUNT = `SELECT id, created_at AS createdAt, generation, active_call AS activeCall, email,
  pending_email AS pendingEmail FROM account`;
const HELD =
  "SELECT base, account_id AS accountId, held_since AS heldSince, is_primary AS isPrimary FROM held_call";

export class AccountStore {
  readonly #byId;
  readonly #byBase;
  readonly #insert;
  readonly #held;
  readonly #heldBy;
  readonly #hold;
  readonly #verification;
  readonly #verify;
  readonly #unverify;
  readonly #suspension;
  readonly #raise;
  readonly #putLink;
  readonly #link;
  readonly #spendLink;
  readonly #pruneLinks;

  constructor(db: Database) {
    this.#byId = db.sql<{ id: number }, AccountRow>(`${ACCOUNT} WHERE id = :id`);
    this.#byBase = db.sql<{ base: string }, AccountRow>(
      `${ACCOUNT} WHERE id = (SELECT account_id FROM held_call WHERE base = :base)`,
    );
    this.#insert = db.sql<{ at: number; call: string | null }>(
      "INSERT INTO account (created_at, active_call) VALUES (:at, :call)",
    );
    this.#held = db.sql<{ base: string }, HeldCallRow>(`${HELD} WHERE base = :base`);
    this.#heldBy = db.sql<{ account: number }, HeldCallRow>(
      `${HELD} WHERE account_id = :account ORDER BY is_primary DESC, held_since, base`,
    );
    this.#hold = db.sql<{ base: string; account: number; at: number; primary: boolean }>(
      "INSERT INTO held_call (base, account_id, held_since, is_primary) VALUES (:base, :account, :at, :primary)",
    );
    this.#verification = db.sql<{ base: string }, VerificationRow>(
      "SELECT base, method, verified_at AS verifiedAt, verified_by AS verifiedBy, note FROM verification WHERE base = :base",
    );
    this.#verify = db.sql<
      { base: string; method: string; at: number; by: string | null; note: string | null }
    >(
      `INSERT INTO verification (base, method, verified_at, verified_by, note) VALUES (:base, :method, :at, :by, :note)
       ON CONFLICT (base) DO NOTHING`,
    );
    this.#unverify = db.sql<{ base: string }>("DELETE FROM verification WHERE base = :base");
    this.#suspension = db.sql<{ account: number; now: number }, SuspensionRow>(
      `SELECT reason, category, suspended_at AS suspendedAt, until FROM suspension
       WHERE account_id = :account AND (until IS NULL OR until > :now)`,
    );
    this.#raise = db.sql<{ id: number }>("UPDATE account SET generation = generation + 1 WHERE id = :id");
    this.#putLink = db.sql<{
      hash: string;
      purpose: string;
      account: number | null;
      call: string | null;
      email: string | null;
      verify: boolean;
      at: number;
      expiresAt: number;
    }>(
      `INSERT INTO sign_in_link (token_hash, purpose, account_id, call, email, verify, created_at, expires_at)
       VALUES (:hash, :purpose, :account, :call, :email, :verify, :at, :expiresAt)`,
    );
    this.#link = db.sql<{ hash: string }, LinkRow>(
      `SELECT purpose, account_id AS accountId, call, email, verify, expires_at AS expiresAt, spent_at AS spentAt
       FROM sign_in_link WHERE token_hash = :hash`,
    );
    this.#spendLink = db.sql<{ hash: string; now: number }>(
      "UPDATE sign_in_link SET spent_at = :now WHERE token_hash = :hash AND spent_at IS NULL AND expires_at > :now",
    );
    this.#pruneLinks = db.sql<{ before: number }>("DELETE FROM sign_in_link WHERE expires_at < :before");
  }

  account = (id: number): AccountRow | undefined => this.#byId.get({ id });
  accountHolding = (base: string): AccountRow | undefined => this.#byBase.get({ base });
  held = (base: string): HeldCallRow | undefined => this.#held.get({ base });
  heldBy = (account: number): HeldCallRow[] => this.#heldBy.all({ account });
  verification = (base: string): VerificationRow | undefined => this.#verification.get({ base });
  /** The suspension in force at `now`. */
  suspension = (account: number, now: number): SuspensionRow | undefined =>
    this.#suspension.get({ account, now });

  /** A new account that holds the call's base call as its primary one. */
  create(tx: Tx, call: string, at: number): number {
    const { id } = this.#insert.run(tx, { at, call });
    this.#hold.run(tx, { base: baseCall(call), account: id, at, primary: true });
    return id;
  }

  /** A new account that holds nothing yet. */
  createBare(tx: Tx, at: number): number {
    return this.#insert.run(tx, { at, call: null }).id;
  }

  /** Records a verification; one that is there stays. */
  verify(tx: Tx, row: Omit<VerificationRow, "verifiedAt"> & { verifiedAt: number }): void {
    this.#verify.run(tx, {
      base: row.base,
      method: row.method,
      at: row.verifiedAt,
      by: row.verifiedBy,
      note: row.note,
    });
  }

  unverify(tx: Tx, base: string): void {
    this.#unverify.run(tx, { base });
  }

  /** Ends every session of the account. */
  endSessions(tx: Tx, id: number): void {
    this.#raise.run(tx, { id });
  }

  putLink(
    tx: Tx,
    hash: string,
    link: Omit<LinkRow, "spentAt" | "verify"> & { verify: boolean; createdAt: number },
  ): void {
    this.#putLink.run(tx, {
      hash,
      purpose: link.purpose,
      account: link.accountId,
      call: link.call,
      email: link.email,
      verify: link.verify,
      at: link.createdAt,
      expiresAt: link.expiresAt,
    });
  }
  link = (hash: string): LinkRow | undefined => this.#link.get({ hash });
  /** Marks a link as spent; `false` when it was, or is too old. */
  spendLink = (tx: Tx, hash: string, now: number): boolean =>
    this.#spendLink.run(tx, { hash, now }).changes === 1;
  pruneLinks = (tx: Tx, before: number): number => this.#pruneLinks.run(tx, { before }).changes;
}
