/** Addresses of accounts, confirmed and waiting. */
import type { Database, Tx } from "../../db/mod.ts";
import type { AccountRow } from "../store.ts";

export class MailStore {
  readonly #byEmail;
  readonly #setPending;
  readonly #confirm;
  readonly #forget;

  constructor(db: Database) {
    this.#byEmail = db.sql<{ email: string }, AccountRow>(
      `SELECT id, created_at AS createdAt, generation, active_call AS activeCall, email,
         pending_email AS pendingEmail FROM account WHERE email = :email`,
    );
    this.#setPending = db.sql<{ id: number; email: string | null }>(
      "UPDATE account SET pending_email = :email WHERE id = :id",
    );
    this.#confirm = db.sql<{ id: number; email: string }>(
      `UPDATE account SET email = :email, pending_email = NULL WHERE id = :id
       AND NOT EXISTS (SELECT 1 FROM account WHERE email = :email AND id <> :id)`,
    );
    this.#forget = db.sql<{ email: string }>("DELETE FROM sign_in_link WHERE email = :email COLLATE NOCASE");
  }

  /** The account that has confirmed the address. */
  accountOf = (email: string): AccountRow | undefined => this.#byEmail.get({ email });
  setPending(tx: Tx, id: number, email: string | null): void {
    this.#setPending.run(tx, { id, email });
  }
  /** Binds the address; `false` when another account has confirmed it. */
  confirm = (tx: Tx, id: number, email: string): boolean =>
    this.#confirm.run(tx, { id, email }).changes === 1;
  /** Forgets every link that went to an address. */
  forgetLinks(tx: Tx, email: string): void {
    this.#forget.run(tx, { email });
  }
}
