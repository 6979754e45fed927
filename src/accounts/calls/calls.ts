/** Taking, switching and losing callsigns. Two accounts never hold one base call: the table's primary key says so. */
import { baseCall, type Failure, isAx25Call, isCall, normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { isAdminCall, serviceCall, shownName } from "../../settings/mod.ts";
import type { Accounts } from "../accounts.ts";
import { type CallStore, callStore, type ErasedSuspensionRow } from "./store.ts";
import { accountFailure, closedFailure } from "../errors.ts";
import { Invitations } from "../invitations/invitations.ts";
import { releasedMail } from "../mails.ts";
import type { CachesLeft } from "../ports.ts";

/** Calls of one account: enough for all that a person may operate under, too few to hoard calls. */
const MOST_CALLS = 20;
/**
 * Words that look like calls and belong to nobody: placeholders that radio software sends, aliases in packet paths,
 * and this program's own markers.
 */
const RESERVED = new Set(["N0CALL", "NOCALL", "N0CAL", "MYCALL", "M0CALL", "AA0AAA", "APRSCG", "R3LAY"]);
const ALIAS = /^(WIDE|TRACE|SP|HOP)\d$/;

export class Calls {
  readonly store: CallStore;
  readonly invitations: Invitations;
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
    this.store = callStore(accounts.db);
    this.invitations = new Invitations(accounts);
  }

  /** Why nobody may sign up with the call, or add it; `undefined` when it is free. The call is normal already. */
  refusal(call: string): Failure | undefined {
    const base = baseCall(call);
    if (!isCall(call) || !isAx25Call(base)) return accountFailure.invalid({ callsign: call });
    const { settings } = this.#accounts;
    const operator = isAdminCall(settings, base);
    if (this.isReserved(base)) return accountFailure.reserved({ callsign: base });
    const erased = this.closed(base);
    if (erased) return closedFailure(erased);
    if (this.#accounts.holder(base)) {
      return this.#accounts.isVerified(base)
        ? accountFailure.held({ callsign: base })
        : accountFailure.held_unverified({ callsign: base });
    }
    return operator ? accountFailure.operator_call({ callsign: base }) : undefined;
  }

  /** Whether no person can hold the base call: a placeholder, a path alias, or the call of the service itself. */
  isReserved(base: string): boolean {
    const { settings } = this.#accounts;
    const service = base === baseCall(serviceCall(settings)) && !isAdminCall(settings, base);
    return RESERVED.has(base) || ALIAS.test(base) || service;
  }

  /**
   * The suspension that keeps a base call closed: the call belonged to a suspended account that was erased. It ends
   * with that suspension.
   */
  closed(base: string): ErasedSuspensionRow | undefined {
    return this.store.erasedSuspension({ base, now: this.#accounts.world.now() });
  }

  /** Throws while the call is closed by the suspension of an erased account. */
  refuseErasedSuspension(call: string): void {
    const erased = this.closed(baseCall(call));
    if (erased) throw closedFailure(erased);
  }

  /** The call in normal form; throws the refusal where somebody has it or nobody can. */
  requireFree(text: string): string {
    const call = normalCall(text);
    const refusal = this.refusal(call);
    if (refusal) throw refusal;
    return call;
  }

  /** Opens an account for a free call; `invitation` is the code that it was begun with. */
  signUp(tx: Tx, text: string, invitation: string | null): number {
    const call = this.requireFree(text);
    this.invitations.use(tx, invitation);
    return this.#accounts.store.create(tx, call, this.#accounts.world.now());
  }

  /** Adds a free call to an account, unverified; it becomes active when the account has none. */
  add(tx: Tx, account: number, text: string): string {
    const call = this.requireFree(text);
    const held = this.#accounts.store.heldBy({ account });
    if (held.length >= MOST_CALLS) {
      throw accountFailure.too_many_calls(
        { limit: MOST_CALLS },
        `An account holds at most ${MOST_CALLS} callsigns`,
      );
    }
    this.#hold(tx, call, account, held.length === 0);
    return baseCall(call);
  }

  /** Makes a call active: one held keeps its verification, a free one is added unverified. Ends all sessions. */
  switchTo(tx: Tx, account: number, text: string): string {
    const call = normalCall(text);
    const before = this.#accounts.store.account({ id: account })!.activeCall;
    if (call === before) throw accountFailure.same_call({ callsign: call });
    if (!this.#accounts.holds(account, call)) this.add(tx, account, call);
    else if (!isCall(call)) throw accountFailure.invalid({ callsign: call });
    this.store.setActive(tx, { id: account, call });
    return call;
  }

  /**
   * Takes a call from its holder. What the person hid and logged stays with the account. `actor` is `licensee` when
   * somebody proved the call, else the operator who released it.
   */
  detach(
    tx: Tx,
    base: string,
    actor: string,
    note: string | null,
    to: number | null,
    caches: CachesLeft = "stay",
  ): void {
    const { store, world, settings } = this.#accounts;
    const holder = this.#accounts.holder(base);
    if (!holder) return;
    const account = store.account({ id: holder.accountId })!;
    this.store.drop(tx, base, account.id);
    const left = this.#activeAfter(tx, account.id, account.activeCall, base);
    const action = to === null ? "released" : "claimed";
    this.store.addEvent(tx, {
      base,
      action,
      fromAccount: account.id,
      toAccount: to,
      actor,
      note,
      at: world.now(),
    });
    this.#accounts.tell.callDetached({ tx, base, accountId: account.id, left, caches, actor });
    const why = actor === "licensee"
      ? "Somebody else has verified it."
      : `An operator released it${note ? `: ${note}` : "."}`;
    this.#accounts.tell.callReleased({ tx, accountId: account.id, base });
    const { mail } = world;
    if (mail && account.email) {
      const letter = releasedMail({ instance: shownName(settings), to: account.email }, base, why);
      tx.after(() => {
        mail.send(letter).catch((error) => world.log.warn("mail was not sent: {error}", { error }));
      });
    }
  }

  #activeAfter(tx: Tx, account: number, active: string | null, lost: string): string | null {
    if (baseCall(active ?? lost) !== lost) return active;
    const left = this.#accounts.store.heldBy({ account })[0]?.base ?? null;
    this.store.setActive(tx, { id: account, call: left });
    return left;
  }

  /** Moves a call to an account that has verified it. */
  transfer(tx: Tx, call: string, to: number, note: string): void {
    if (this.#accounts.holds(to, call)) return;
    this.detach(tx, baseCall(call), "licensee", note, to);
    this.#hold(tx, call, to, this.#accounts.store.heldBy({ account: to }).length === 0);
  }

  /** Puts a free call under an account; its first one becomes the active one. */
  #hold(tx: Tx, call: string, account: number, first: boolean): void {
    this.#accounts.store.hold(tx, call, account, this.#accounts.world.now(), first);
    if (first) this.store.setActive(tx, { id: account, call });
  }
}
