/** Which account holds which call, how calls changed hands, and calls that nobody may take for a while. */
import { baseCall } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { VerificationRow } from "../store.ts";

export interface CallEventRow {
  id: number;
  base: string;
  action: "claimed" | "released";
  fromAccount: number | null;
  toAccount: number | null;
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

const EVENT = `SELECT id, base, action, from_account AS fromAccount, to_account AS toAccount, actor, note, at
  FROM call_event`;
const ERASED = "SELECT base, category, reason, until, at FROM erased_suspension";

export class CallStore {
  readonly #hold;
  readonly #drop;
  readonly #promote;
  readonly #setActive;
  readonly #manual;
  readonly #addEvent;
  readonly #events;
  readonly #lastRelease;
  readonly #forgetEvents;
  readonly #erased;
  readonly #erasedAll;
  readonly #putErased;
  readonly #dropErased;
  readonly #pruneErased;

  constructor(db: Database) {
    this.#hold = db.sql<{ base: string; account: number; at: number; primary: boolean }>(
      "INSERT INTO held_call (base, account_id, held_since, is_primary) VALUES (:base, :account, :at, :primary)",
    );
    this.#drop = db.sql<{ base: string }>("DELETE FROM held_call WHERE base = :base");
    this.#promote = db.sql<{ account: number }>(
      `UPDATE held_call SET is_primary = 1 WHERE base = (SELECT base FROM held_call WHERE account_id = :account
       ORDER BY is_primary DESC, held_since, base LIMIT 1)`,
    );
    // The active call changes, so every session ends (API "Sessions").
    this.#setActive = db.sql<{ id: number; call: string | null }>(
      "UPDATE account SET active_call = :call, generation = generation + 1 WHERE id = :id",
    );
    this.#manual = db.sql<never, VerificationRow>(
      `SELECT base, method, verified_at AS verifiedAt, verified_by AS verifiedBy, note FROM verification
       WHERE method = 'sysop' ORDER BY verified_at DESC, base`,
    );
    this.#addEvent = db.sql<{
      base: string;
      action: string;
      from: number | null;
      to: number | null;
      actor: string;
      note: string | null;
      at: number;
    }>(
      `INSERT INTO call_event (base, action, from_account, to_account, actor, note, at)
       VALUES (:base, :action, :from, :to, :actor, :note, :at)`,
    );
    this.#events = db.sql<{ base: string }, CallEventRow>(
      `${EVENT} WHERE base = :base ORDER BY id DESC LIMIT 50`,
    );
    this.#lastRelease = db.sql<{ account: number; base: string; since: number }, CallEventRow>(
      `${EVENT} WHERE from_account = :account AND base = :base AND at >= :since ORDER BY id DESC LIMIT 1`,
    );
    this.#forgetEvents = db.sql<{ account: number }>(
      `DELETE FROM call_event WHERE (from_account = :account AND to_account IS NULL)
       OR (to_account = :account AND from_account IS NULL)`,
    );
    this.#erased = db.sql<{ base: string; now: number }, ErasedSuspensionRow>(
      `${ERASED} WHERE base = :base AND (until IS NULL OR until > :now)`,
    );
    this.#erasedAll = db.sql<{ now: number }, ErasedSuspensionRow>(
      `${ERASED} WHERE until IS NULL OR until > :now ORDER BY at DESC, base`,
    );
    this.#putErased = db.sql<{
      base: string;
      category: string;
      reason: string;
      until: number | null;
      at: number;
    }>(
      `INSERT INTO erased_suspension (base, category, reason, until, at) VALUES (:base, :category, :reason, :until, :at)
       ON CONFLICT (base) DO UPDATE SET category = :category, reason = :reason, until = :until, at = :at`,
    );
    this.#dropErased = db.sql<{ base: string }>("DELETE FROM erased_suspension WHERE base = :base");
    this.#pruneErased = db.sql<{ now: number }>("DELETE FROM erased_suspension WHERE until <= :now");
  }

  /** Puts a free call under an account. Fails on the primary key when somebody holds it. */
  hold(tx: Tx, call: string, account: number, at: number, primary: boolean): void {
    this.#hold.run(tx, { base: baseCall(call), account, at, primary });
  }
  /** Takes a call away, with its verification; another of the account's becomes the primary one. */
  drop(tx: Tx, base: string, account: number): void {
    this.#drop.run(tx, { base });
    this.#promote.run(tx, { account });
  }
  setActive(tx: Tx, id: number, call: string | null): void {
    this.#setActive.run(tx, { id, call });
  }
  manualVerifications = (): VerificationRow[] => this.#manual.all();

  addEvent(tx: Tx, event: Omit<CallEventRow, "id">): void {
    const { fromAccount: from, toAccount: to, ...rest } = event;
    this.#addEvent.run(tx, { ...rest, from, to });
  }
  events = (base: string): CallEventRow[] => this.#events.all({ base });
  /** How an account lost a call, if it did since then. */
  lastRelease = (account: number, base: string, since: number): CallEventRow | undefined =>
    this.#lastRelease.get({ account, base, since });
  /** Forgets events that concern this account alone. */
  forgetEvents(tx: Tx, account: number): void {
    this.#forgetEvents.run(tx, { account });
  }

  erasedSuspension = (base: string, now: number): ErasedSuspensionRow | undefined =>
    this.#erased.get({ base, now });
  erasedSuspensions = (now: number): ErasedSuspensionRow[] => this.#erasedAll.all({ now });
  putErasedSuspension(tx: Tx, row: ErasedSuspensionRow): void {
    this.#putErased.run(tx, { ...row });
  }
  dropErasedSuspension = (tx: Tx, base: string): boolean => this.#dropErased.run(tx, { base }).changes === 1;
  pruneErasedSuspensions = (tx: Tx, now: number): number => this.#pruneErased.run(tx, { now }).changes;
}
