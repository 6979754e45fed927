/** Suspending people (API "States and transitions", Account). Moderation decides who may; here it is done. */
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import type { Accounts } from "../accounts.ts";
import type { Calls } from "../calls/calls.ts";
import type { ErasedSuspensionRow } from "../calls/store.ts";
import { accountFailure } from "../errors.ts";
import type { SuspensionRow } from "../store.ts";
import { type SuspendedRow, suspensionStore } from "./store.ts";

export class Suspensions {
  readonly #accounts: Accounts;
  readonly #calls: Calls;
  readonly #store;

  constructor(accounts: Accounts, calls: Calls) {
    this.#accounts = accounts;
    this.#calls = calls;
    this.#store = suspensionStore(accounts.db);
  }

  /**
   * The account that holds a call and may be suspended; throws 404 for a call that nobody holds, 409 for an
   * operator's.
   */
  suspendable(call: string): number {
    const holder = this.#accounts.holder(call);
    if (!holder) throw accountFailure.no_account({ callsign: call });
    if (this.#accounts.isOperators(holder.accountId)) throw accountFailure.operator_account();
    return holder.accountId;
  }

  /**
   * Suspends the account that holds a call. Its sessions end and do not come back when the suspension is over. A
   * sign-in during the suspension opens a data session, which stays open when only reason or time change. `until` is in
   * unix seconds; `null`: until it is lifted. Throws `invalid_until` for a time that is over.
   */
  suspend(
    tx: Tx,
    call: string,
    told: { reason: string; category: string; until: number | null },
  ): SuspensionRow {
    const { world } = this.#accounts;
    const accountId = this.suspendable(call);
    if (told.until !== null && told.until <= world.now()) throw accountFailure.invalid_until();
    if (!this.#accounts.suspension(accountId)) {
      this.#accounts.store.endSessions(tx, { id: accountId });
    }
    const { reason, category, until } = told;
    const row = { reason, category, until, suspendedAt: world.now() };
    this.#store.put(tx, { ...row, accountId });
    this.#accounts.tell.suspended({ tx, accountId });
    return row;
  }

  /** Lifts a suspension; also frees the call of a suspended account that was erased. */
  lift(tx: Tx, call: string): void {
    const holder = this.#accounts.holder(call);
    const lifted = holder !== undefined && this.#accounts.suspension(holder.accountId) !== undefined &&
      this.#store.drop(tx, holder.accountId);
    const freed = this.#calls.store.dropErasedSuspension(tx, baseCall(call));
    if (!lifted && !freed) throw accountFailure.not_suspended({ callsign: call });
  }

  /** Suspensions in force. */
  all = (): SuspendedRow[] => this.#store.all({ now: this.#accounts.world.now() });
  /** Calls of erased accounts that nobody may take yet. */
  erased = (): ErasedSuspensionRow[] =>
    this.#calls.store.erasedSuspensions({ now: this.#accounts.world.now() });
}
