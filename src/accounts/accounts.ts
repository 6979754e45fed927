/** People as the rest of the program asks for them. */
import { baseCall, normalCall, type Tell, type World } from "../base/mod.ts";
import type { Database, Tx } from "../db/mod.ts";
import type { IssuedSession } from "../http/mod.ts";
import { hasHttps, HOLD_NEWCOMERS, isAdminCall, ownOrigins, type Settings } from "../settings/mod.ts";
import { suspendedFailure } from "./errors.ts";
import type { AccountsEvents } from "./ports.ts";
import {
  type AccountRow,
  type AccountStore,
  accountStore,
  MEMORIAL,
  type SuspensionRow,
  type VerificationMethod,
} from "./store.ts";

/** A person: an account with all base calls that it holds and all their SSIDs. */
interface Person {
  accountId: number;
  /** Active call, with SSID; empty for an account that holds none. */
  call: string;
  /** Base calls held, the primary one first. */
  bases: string[];
  /** Nobody acts for the account. */
  suspended: boolean;
  /** What the person hid and wrote is shown to nobody. */
  hidden: boolean;
}

/** What other areas may ask about people, their calls, verification and suspension. */
export class Accounts {
  readonly store: AccountStore;

  constructor(
    readonly db: Database,
    readonly settings: Settings,
    readonly world: World,
    readonly tell: Tell<AccountsEvents>,
  ) {
    this.store = accountStore(db);
  }

  #person(row: AccountRow | undefined): Person | undefined {
    if (!row) return undefined;
    const suspension = this.suspension(row.id);
    return {
      accountId: row.id,
      call: row.activeCall ?? "",
      bases: this.store.heldBy({ account: row.id }).map(({ base }) => base),
      suspended: suspension !== undefined,
      hidden: suspension !== undefined && suspension.category !== MEMORIAL,
    };
  }

  /** The base call of a call: accounts, verification and suspension are kept under it. */
  baseOf(call: string): string {
    return baseCall(normalCall(call));
  }

  /** Who holds the call's base call. */
  holder(call: string): Person | undefined {
    return this.#person(this.store.accountHolding({ base: this.baseOf(call) }));
  }

  /** The person behind an account; `undefined` for an account that does not exist. */
  person(accountId: number): Person | undefined {
    return this.#person(this.store.account({ id: accountId }));
  }

  /** Whether nobody but this account was ever here. */
  isAlone(accountId: number): boolean {
    return this.store.others({ id: accountId }).length === 0;
  }

  /** Whether the account holds the call's base call. */
  holds(accountId: number, call: string): boolean {
    return this.store.held({ base: this.baseOf(call) })?.accountId === accountId;
  }

  /** Whether the account holds an operator's call, verified or not. */
  isOperators(accountId: number): boolean {
    return this.store.heldBy({ account: accountId }).some(({ base }) => isAdminCall(this.settings, base));
  }

  /** Whether control of the call's base call is verified. */
  isVerified(call: string): boolean {
    return this.store.verification({ base: this.baseOf(call) }) !== undefined;
  }

  /** When somebody else lost the call last; 0 where nobody did. What was of the call until then is not this account's. */
  formerUntil(account: number, call: string): number {
    return this.store.formerUntil({ account, base: this.baseOf(call) })!.at;
  }

  /**
   * Who may speak for a call: what leaves this instance under it (a bulletin as record, in a feed or on the air, mail to the
   * air and to partners, APRS, stations) needs the call control-verified, by the account that says it where one does, and
   * not suspended. Every way out asks this and nothing else; what may not leave yet stays here until it may.
   */
  speaksFor(call: string, account?: number): boolean {
    const holder = this.holder(call);
    return holder !== undefined && !holder.suspended && this.isVerified(call) &&
      (account === undefined || holder.accountId === account);
  }

  /** Whether the account holds no verified call: until it does it has little room and a slow pace. */
  isNewcomer(accountId: number): boolean {
    return this.store.proven({ account: accountId }) === undefined;
  }

  /**
   * Whether what the account writes is held: seen by itself and by operators alone, until it proves a call or is welcomed.
   * Whoever takes something in that others would see asks this, and nothing else.
   */
  postsHeld(accountId: number): boolean {
    return this.settings.get(HOLD_NEWCOMERS) && this.isNewcomer(accountId) && !this.isOperators(accountId) &&
      this.store.welcomed({ account: accountId }) === undefined;
  }

  /** How many accounts were ever made here, those that left among them: their numbers are never given twice. */
  everMade = (): number => this.store.everMade({})!.n;

  /** The suspension in force. */
  suspension(accountId: number): SuspensionRow | undefined {
    return this.store.suspension({ account: accountId, now: this.world.now() });
  }

  /** Throws while the account is suspended. Somebody without an account, `undefined`, never is. */
  refuseSuspended(accountId: number | undefined): void {
    const suspension = accountId === undefined ? undefined : this.suspension(accountId);
    if (suspension) throw suspendedFailure(suspension);
  }

  /** Records that the holder controls the call. */
  verify(
    tx: Tx,
    call: string,
    method: VerificationMethod,
    verifiedBy: string | null = null,
    note: string | null = null,
  ): void {
    const base = this.baseOf(call);
    this.store.verify(tx, { base, method, verifiedAt: this.world.now(), verifiedBy, note });
    this.tell.proofChanged({ tx, base });
  }

  /**
   * Revokes a verification. Sessions stay open: a route that needs a verified call checks that on each request (API
   * "Sessions").
   */
  unverify(tx: Tx, base: string): void {
    this.store.unverify(tx, { base });
    this.tell.proofChanged({ tx, base });
  }

  /**
   * Whether a session may act as operator now: its call is an operator's, held and verified, and it was issued on
   * https if the instance has an https address at all (API "Gates", sysop).
   */
  isSysop(session: IssuedSession): boolean {
    return this.#isOperators(session) && !(hasHttps(this.settings) && !session.address.startsWith("https:"));
  }

  /** The address at which an operator's session would act, where this one does not for the sole reason that it is no https. */
  operatorsAt(session: IssuedSession): string | undefined {
    return this.#isOperators(session) && !this.isSysop(session)
      ? ownOrigins(this.settings).find((origin) => origin.startsWith("https:"))
      : undefined;
  }

  #isOperators({ scope, call, account }: IssuedSession): boolean {
    return scope === "full" && call !== null && isAdminCall(this.settings, call) &&
      this.holds(account, call) &&
      this.isVerified(call);
  }
}
