/** Single-use sign-in links. A GET never spends one: link scanners follow every link of a mail. */
import { isCall, newToken, normalCall, sha256Hex, type World } from "../base/mod.ts";
import type { Tx } from "../db/mod.ts";
import { APP_URL, isAdminCall, OPERATOR_LINKS_FOR_ANY_CALL, type Settings } from "../settings/mod.ts";
import type { Accounts } from "./accounts.ts";
import { accountFailure } from "./errors.ts";
import type { AccountRow, LinkRow } from "./store.ts";

/** An operator's link is good for 15 minutes (API "Limits"). */
export const OPERATOR_LINK_S = 900;
/** Spent and expired links stay this long, to say "used already" rather than "unknown". */
const REMEMBERED_S = 86_400;

export class Links {
  readonly #accounts: Accounts;
  readonly #settings: Settings;
  readonly #world: World;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
    this.#settings = accounts.settings;
    this.#world = accounts.world;
  }

  /** Whether an operator may sign anybody in: off-grid, where there is no other way, or by setting. */
  get forAnyCall(): boolean {
    const offGrid = !this.#settings.get(APP_URL)?.startsWith("https:") && this.#world.mail === undefined;
    return offGrid || this.#settings.get(OPERATOR_LINKS_FOR_ANY_CALL);
  }

  /**
   * Makes a link that opens, or creates, the account holding the call. `verify` also proves an operator's own call: only
   * for links made at the operator's shell.
   */
  operatorLink(
    tx: Tx,
    text: string,
    options: { verify?: boolean } = {},
  ): { token: string; call: string; account: number | null } {
    const call = normalCall(text);
    if (!isCall(call)) throw accountFailure.invalid_call({ callsign: text });
    if (!isAdminCall(this.#settings, call) && !this.forAnyCall) {
      throw accountFailure.not_admin_call({ callsign: call });
    }
    const holder = this.#accounts.holder(call);
    this.refuseSuspended(holder?.accountId);
    const token = newToken(this.#world);
    this.#accounts.store.putLink(tx, sha256Hex(token), {
      purpose: "operator",
      accountId: holder?.accountId ?? null,
      call,
      email: null,
      verify: (options.verify ?? false) && isAdminCall(this.#settings, call),
      createdAt: this.#world.now(),
      expiresAt: this.#world.now() + OPERATOR_LINK_S,
    });
    return { token, call, account: holder?.accountId ?? null };
  }

  /** Spends a link: gives the account that it opens. Throws when it is unknown, spent, expired, or its account suspended. */
  spend(tx: Tx, token: string): { account: AccountRow; link: LinkRow } {
    const { store } = this.#accounts;
    const hash = sha256Hex(token);
    const link = store.link(hash);
    if (!link) throw accountFailure.link_unknown();
    const account = this.#open(tx, link);
    this.refuseSuspended(account.id);
    if (!store.spendLink(tx, hash, this.#world.now())) {
      throw link.spentAt === null ? accountFailure.link_unknown() : accountFailure.link_spent();
    }
    if (link.verify && link.call) this.#accounts.verify(tx, link.call, "operator");
    return { account, link };
  }

  #open(tx: Tx, link: LinkRow): AccountRow {
    const { store } = this.#accounts;
    const there = link.call ? this.#accounts.holder(link.call)?.accountId : link.accountId;
    const id = there ?? (link.call ? store.create(tx, link.call, this.#world.now()) : undefined);
    const account = id === undefined || id === null ? undefined : store.account(id);
    if (!account) throw accountFailure.link_unknown();
    return account;
  }

  /** A suspended account signs in nowhere. */
  refuseSuspended(accountId: number | undefined): void {
    const suspension = accountId === undefined ? undefined : this.#accounts.suspension(accountId);
    if (suspension) {
      throw accountFailure.suspended({ suspended: { reason: suspension.reason, until: suspension.until } });
    }
  }

  /** Forgets links long past. */
  prune(tx: Tx): number {
    return this.#accounts.store.pruneLinks(tx, this.#world.now() - REMEMBERED_S);
  }
}
