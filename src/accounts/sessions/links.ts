/** Single-use sign-in links. A GET never spends one: link scanners follow every link of a mail. */
import { baseCall, isCall, newToken, normalCall, sha256Hex, type World } from "../../base/mod.ts";
import type { IssuedSession } from "../../http/mod.ts";
import type { Audit, Tx } from "../../db/mod.ts";
import { APP_URL, isAdminCall, OPERATOR_LINKS_FOR_ANY_CALL, type Settings } from "../../settings/mod.ts";
import type { Accounts } from "../accounts.ts";
import type { Calls } from "../calls/calls.ts";
import { accountFailure } from "../errors.ts";
import type { MailLinks } from "../mail/links.ts";
import type { AccountRow } from "../store.ts";
import type { LinkRow, LinkStore } from "../mail/link_store.ts";

/** An operator's link is good for 15 minutes (API "Limits"). */
export const OPERATOR_LINK_S = 900;
/** A link from one device of a person to another is good for five minutes. */
export const DEVICE_LINK_S = 300;
/** Spent and expired links stay this long, to say "used already" rather than "unknown". */
const REMEMBERED_S = 86_400;

/** Makes, looks up and spends sign-in links. Methods that write take the caller's `Tx`. */
export class Links {
  readonly #accounts: Accounts;
  readonly #calls: Calls;
  readonly #mail: MailLinks;
  readonly #settings: Settings;
  readonly #world: World;
  readonly #store: LinkStore;

  readonly #audit: Audit;

  constructor(accounts: Accounts, calls: Calls, mail: MailLinks, store: LinkStore, audit: Audit) {
    this.#audit = audit;
    this.#accounts = accounts;
    this.#calls = calls;
    this.#mail = mail;
    this.#settings = accounts.settings;
    this.#world = accounts.world;
    this.#store = store;
  }

  /** Whether an operator may sign anybody in: off-grid, where there is no other way, or by setting. */
  get forAnyCall(): boolean {
    const offGrid = !this.#settings.get(APP_URL)?.startsWith("https:") && this.#world.mail === undefined;
    return offGrid || this.#settings.get(OPERATOR_LINKS_FOR_ANY_CALL);
  }

  /**
   * Makes a link that opens the account that holds the call, or creates one. `verify` also proves an operator's own call:
   * it is only for links made at the operator's shell. `actor` is the name in the audit log, `CLI` unless given.
   */
  operatorLink(
    tx: Tx,
    text: string,
    options: { verify?: boolean; actor?: string; member?: boolean } = {},
  ): { token: string; call: string; account: number | null } {
    const call = normalCall(text);
    if (!isCall(call)) throw accountFailure.invalid_call({ callsign: text });
    // An operator lets a member in who has lost the device: somebody who has an account, never a new one.
    const isMember = options.member === true && this.#accounts.holder(call) !== undefined;
    if (!isAdminCall(this.#settings, call) && !this.forAnyCall && !isMember) {
      throw accountFailure.not_admin_call({ callsign: call });
    }
    const holder = this.#accounts.holder(call);
    // An instance that was set up without a callsign has its operator under the placeholder.
    if (!holder && !isAdminCall(this.#settings, call) && this.#calls.isReserved(baseCall(call))) {
      throw accountFailure.reserved_call({ callsign: baseCall(call) });
    }
    this.#accounts.refuseSuspended(holder?.accountId);
    this.#calls.refuseErasedSuspension(call);
    const token = newToken(this.#world);
    this.#store.put(tx, {
      tokenHash: sha256Hex(token),
      purpose: "operator",
      accountId: holder?.accountId ?? null,
      call,
      email: null,
      invitation: null,
      verify: options.verify && isAdminCall(this.#settings, call) ? 1 : 0,
      createdAt: this.#world.now(),
      expiresAt: this.#world.now() + OPERATOR_LINK_S,
    });
    const base = baseCall(call);
    const entry = { action: "operator-link", kind: "callsign", targetId: base, label: base, reason: "" };
    this.#audit.note(tx, this.#world.now(), { actor: options.actor ?? "CLI", ...entry, about: base });
    return { token, call, account: holder?.accountId ?? null };
  }

  /**
   * Makes a link with which a second device of the same person signs in: good for five minutes, the latest alone. What it
   * opens is no fresher a sign-in than the session that made it, and signing out everywhere ends it.
   */
  deviceLink(tx: Tx, session: Pick<IssuedSession, "account" | "call" | "issuedAt">): string {
    const token = newToken(this.#world), now = this.#world.now();
    const { account, call, issuedAt } = session;
    this.#store.forgetDevices(tx, { account });
    this.#store.put(tx, {
      tokenHash: sha256Hex(token),
      purpose: "device",
      accountId: account,
      call,
      email: null,
      verify: 0,
      vouchedAt: issuedAt,
      generation: this.#accounts.store.account({ id: account })!.generation,
      createdAt: now,
      expiresAt: now + DEVICE_LINK_S,
    });
    return token;
  }

  /**
   * Lets an operator's link that nobody has used live for its full 15 minutes again. Says whether it did (`again`), or
   * that the link is spent or unknown.
   */
  again(tx: Tx, token: string, call: string): "again" | "spent" | "unknown" {
    const hash = sha256Hex(token);
    const link = this.#store.link({ hash });
    if (!link || link.purpose !== "operator" || link.call !== normalCall(call)) return "unknown";
    if (link.spentAt !== null) return "spent";
    this.#store.extend(tx, { hash, expiresAt: this.#world.now() + OPERATOR_LINK_S });
    return "again";
  }

  /**
   * Spends a link: gives the account that it opens. Throws when it is unknown, spent, expired or no longer fits its
   * account; after a refusal the link can still be used.
   */
  spend(tx: Tx, token: string): { account: AccountRow; link: LinkRow } {
    const hash = sha256Hex(token);
    const link = this.#store.link({ hash });
    if (!link) throw accountFailure.link_unknown();
    if (link.spentAt !== null) throw accountFailure.link_spent();
    if (!this.#store.spend(tx, hash, this.#world.now())) throw accountFailure.link_unknown();
    const account = this.#accounts.store.account({ id: this.#open(tx, link) })!;
    // Export and erasure stay open to a suspended account (API "Accounts, identity, verification").
    if (link.purpose !== "account-data") this.#accounts.refuseSuspended(account.id);
    if (link.verify && link.call) this.#accounts.verify(tx, link.call, "operator");
    return { account, link };
  }

  /** The account that a link opens, made or changed as the link says. */
  #open(tx: Tx, link: LinkRow): number {
    const { store } = this.#accounts;
    if (link.purpose === "operator") {
      const call = link.call!;
      const there = this.#accounts.holder(call)?.accountId;
      this.#calls.refuseErasedSuspension(call);
      return there ?? store.create(tx, call, this.#world.now());
    }
    if (link.purpose === "device") {
      const held = store.account({ id: link.accountId! });
      // Signed out everywhere since, or the call is gone: the session that vouched for it has ended.
      if (held?.generation !== link.generation || held.activeCall === null) {
        throw accountFailure.link_unknown();
      }
      return held.id;
    }
    const email = link.email!;
    const account = link.accountId === null ? undefined : store.account({ id: link.accountId });
    if (link.accountId !== null && !account) throw accountFailure.link_unknown();
    if (link.purpose === "confirm") {
      if (account!.pendingEmail?.toLowerCase() !== email.toLowerCase()) throw accountFailure.link_unknown();
      this.#mail.confirm(tx, account!.id, email);
      return account!.id;
    }
    // The address may have moved to another account, or away from this one, since the mail was sent.
    const owner = this.#mail.store.accountOf({ email });
    if ((owner?.id ?? null) !== (account?.id ?? null)) throw accountFailure.link_unknown();
    if (link.purpose === "account-data") {
      if (this.#mail.signsInFully(account!)) throw accountFailure.has_callsign();
      return account!.id;
    }
    if (!account) {
      const id = this.#calls.signUp(tx, link.call!, link.invitation);
      this.#mail.confirm(tx, id, email);
      return id;
    }
    if (account.activeCall === null) {
      if (link.call === null) throw accountFailure.needs_callsign();
      this.#calls.add(tx, account.id, link.call);
    }
    return account.id;
  }

  /** Deletes links that expired more than a day ago. */
  prune(tx: Tx): void {
    this.#store.prune(tx, { before: this.#world.now() - REMEMBERED_S });
  }
}
