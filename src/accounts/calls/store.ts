/** How calls change hands: the active call, the history, and calls that nobody may take for a while. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import { IN_FORCE } from "../store.ts";

/** Times in unix seconds. An erased account's side is `null`. */
interface CallEventRow {
  id: number;
  base: string;
  action: "claimed" | "released";
  fromAccount: number | null;
  toAccount: number | null;
  /** `licensee`, or the operator's call. */
  actor: string;
  note: string | null;
  at: number;
}
export interface ErasedSuspensionRow {
  base: string;
  category: string;
  reason: string;
  until: number | null;
  at: number;
}

const EVENT = columns<CallEventRow>(asNamed("id base action fromAccount toAccount actor note at"));
const ERASED = columns<ErasedSuspensionRow>(asNamed("base category reason until at"));

export function callStore(db: Database) {
  const drop = db.change<{ base: string }>("DELETE FROM held_call WHERE base = :base");
  const promote = db.change<{ account: number }>(
    `UPDATE held_call SET is_primary = 1 WHERE base = (SELECT base FROM held_call WHERE account_id = :account
     ORDER BY is_primary DESC, held_since, base LIMIT 1)`,
  );
  const dropErased = db.change<{ base: string }>("DELETE FROM erased_suspension WHERE base = :base");
  return {
    /** Takes a call away, with its verification; another of the account's becomes the primary one. */
    drop(tx: Tx, base: string, account: number): void {
      drop(tx, { base });
      promote(tx, { account });
    },
    /** Also ends every session: the active call changes (API "Sessions"). */
    setActive: db.change<{ id: number; call: string | null }>(
      "UPDATE account SET active_call = :call, generation = generation + 1 WHERE id = :id",
    ),

    addEvent: db.change<Omit<CallEventRow, "id">>(EVENT.without("id").insertInto("call_event")),
    /** The latest 50 first. */
    events: db.rows<{ base: string }, CallEventRow>(
      `SELECT ${EVENT.select()} FROM call_event WHERE base = :base ORDER BY id DESC LIMIT 50`,
    ),
    /** How an account lost a call after the given time; `undefined` where it lost none. */
    lastRelease: db.row<{ account: number; base: string; since: number }, CallEventRow>(
      `SELECT ${EVENT.select()} FROM call_event WHERE from_account = :account AND base = :base AND at >= :since
       ORDER BY id DESC LIMIT 1`,
    ),
    /** Forgets events that concern this account alone. */
    forgetEvents: db.change<{ account: number }>(
      `DELETE FROM call_event WHERE (from_account = :account AND to_account IS NULL)
       OR (to_account = :account AND from_account IS NULL)`,
    ),

    erasedSuspension: db.row<{ base: string; now: number }, ErasedSuspensionRow>(
      `SELECT ${ERASED.select()} FROM erased_suspension WHERE base = :base AND ${IN_FORCE}`,
    ),
    erasedSuspensions: db.rows<{ now: number }, ErasedSuspensionRow>(
      `SELECT ${ERASED.select()} FROM erased_suspension WHERE ${IN_FORCE} ORDER BY at DESC, base`,
    ),
    putErasedSuspension: db.change<ErasedSuspensionRow>(
      `${ERASED.insertInto("erased_suspension")}
       ON CONFLICT (base) DO UPDATE SET ${ERASED.without("base").setExcluded()}`,
    ),
    /** `false` when no such call was closed. */
    dropErasedSuspension: (tx: Tx, base: string): boolean => dropErased(tx, { base }).changes === 1,
    pruneErasedSuspensions: db.change<{ now: number }>("DELETE FROM erased_suspension WHERE until <= :now"),
  };
}
export type CallStore = ReturnType<typeof callStore>;
