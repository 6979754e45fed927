/** Who is suspended, why and until when. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import { IN_FORCE, SUSPENSION, type SuspensionRow } from "../store.ts";

export type SuspendedRow = SuspensionRow & { accountId: number };

const ROW = columns<SuspendedRow>(asNamed("accountId reason category suspendedAt until"));

export function suspensionStore(db: Database) {
  const drop = db.change<{ account: number }>("DELETE FROM suspension WHERE account_id = :account");
  return {
    /** Puts a suspension in place of an earlier one of the account. */
    put: db.change<SuspendedRow>(
      `${ROW.insertInto("suspension")} ON CONFLICT (account_id) DO UPDATE SET ${SUSPENSION.setExcluded()}`,
    ),
    /** `false` where the account was not suspended. */
    drop: (tx: Tx, account: number): boolean => drop(tx, { account }).changes === 1,
    /** Those in force at `now`, the latest first. */
    all: db.rows<{ now: number }, SuspendedRow>(
      `SELECT ${ROW.select()} FROM suspension WHERE ${IN_FORCE} ORDER BY suspended_at DESC, account_id`,
    ),
  };
}
