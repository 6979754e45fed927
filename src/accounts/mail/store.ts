/** Addresses of accounts, confirmed and waiting. */
import type { Database, Tx } from "../../db/mod.ts";
import { ACCOUNT, type AccountRow } from "../store.ts";

export function mailStore(db: Database) {
  const confirm = db.change<{ id: number; email: string }>(
    `UPDATE account SET email = :email, pending_email = NULL WHERE id = :id
     AND NOT EXISTS (SELECT 1 FROM account WHERE email = :email AND id <> :id)`,
  );
  return {
    /** The account that has confirmed the address. */
    accountOf: db.row<{ email: string }, AccountRow>(
      `SELECT ${ACCOUNT.select()} FROM account WHERE email = :email`,
    ),
    setPending: db.change<{ id: number; email: string | null }>(
      "UPDATE account SET pending_email = :email WHERE id = :id",
    ),
    /** Binds the address; `false` when another account has confirmed it. */
    confirm: (tx: Tx, id: number, email: string): boolean => confirm(tx, { id, email }).changes === 1,
  };
}
export type MailStore = ReturnType<typeof mailStore>;
