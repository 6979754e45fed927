/** Suspending people (API "States and transitions", Account). The rule of who may is moderation's; this is what happens. */
import { baseCall } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { isAdminCall } from "../../settings/mod.ts";
import type { Accounts } from "../accounts.ts";
import type { Calls } from "../calls/calls.ts";
import type { ErasedSuspensionRow } from "../calls/store.ts";
import { accountFailure } from "../errors.ts";
import type { SuspensionRow } from "../store.ts";

export class Suspensions {
  readonly #accounts: Accounts;
  readonly #calls: Calls;
  readonly #put;
  readonly #drop;
  readonly #all;
  readonly #listeners: ((tx: Tx, accountId: number) => void)[] = [];

  constructor(accounts: Accounts, calls: Calls) {
    this.#accounts = accounts;
    this.#calls = calls;
    const db: Database = accounts.db;
    this.#put = db.sql<{
      account: number;
      reason: string;
      category: string;
      at: number;
      until: number | null;
    }>(
      `INSERT INTO suspension (account_id, reason, category, suspended_at, until)
       VALUES (:account, :reason, :category, :at, :until)
       ON CONFLICT (account_id) DO UPDATE SET reason = :reason, category = :category, suspended_at = :at, until = :until`,
    );
    this.#drop = db.sql<{ account: number }>("DELETE FROM suspension WHERE account_id = :account");
    this.#all = db.sql<{ now: number }, SuspensionRow & { accountId: number }>(
      `SELECT account_id AS accountId, reason, category, suspended_at AS suspendedAt, until FROM suspension
       WHERE until IS NULL OR until > :now ORDER BY suspended_at DESC`,
    );
  }

  /** Runs when somebody is suspended, inside that write: drops what waits to be sent for them. */
  onSuspended(listener: (tx: Tx, accountId: number) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Suspends the account that holds a call. Its sessions end for good: none comes back when the suspension is over. What
   * is signed in later is a data session, which a change of reason or time leaves alone.
   */
  suspend(
    tx: Tx,
    call: string,
    told: { reason: string; category: string; until: number | null },
  ): SuspensionRow {
    const { world, settings } = this.#accounts;
    const holder = this.#accounts.holder(call);
    if (!holder) throw accountFailure.no_account({ callsign: call });
    if (holder.bases.some((base) => isAdminCall(settings, base))) throw accountFailure.operator_account();
    if (told.until !== null && told.until <= world.now()) throw accountFailure.invalid_until();
    if (!this.#accounts.suspension(holder.accountId)) this.#accounts.store.endSessions(tx, holder.accountId);
    this.#put.run(tx, { account: holder.accountId, ...told, at: world.now() });
    for (const listener of this.#listeners) listener(tx, holder.accountId);
    return { ...told, suspendedAt: world.now() };
  }

  /** Lifts a suspension; also frees the call of a suspended account that was erased. */
  lift(tx: Tx, call: string): void {
    const holder = this.#accounts.holder(call);
    const lifted = holder !== undefined && this.#accounts.suspension(holder.accountId) !== undefined &&
      this.#drop.run(tx, { account: holder.accountId }).changes === 1;
    const freed = this.#calls.store.dropErasedSuspension(tx, baseCall(call));
    if (!lifted && !freed) throw accountFailure.not_suspended({ callsign: call });
  }

  /** Suspensions in force. */
  all = (): (SuspensionRow & { accountId: number })[] => this.#all.all({ now: this.#accounts.world.now() });
  /** Calls of erased accounts that nobody may take yet. */
  erased = (): ErasedSuspensionRow[] => this.#calls.store.erasedSuspensions(this.#accounts.world.now());
}
