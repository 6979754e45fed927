/** Mails with links: sign-in, confirmation of an address, and the data link of an account without a call. */
import { Failure, type Mail, newToken, normalCall, sha256Hex } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { hostOf, type Incoming, type Limit, type Limits, networkOf } from "../../http/mod.ts";
import { ownOrigins, type Settings, shownName } from "../../settings/mod.ts";
import type { Accounts } from "../accounts.ts";
import type { Calls } from "../calls/calls.ts";
import { accountFailure } from "../errors.ts";
import { type MailStore, mailStore } from "./store.ts";
import { accountDataMail, confirmMail, signInMail } from "../mails.ts";
import type { LinkPurpose, LinkStore } from "./link_store.ts";
import type { AccountRow } from "../store.ts";

/** Mail can be slow, so a sign-in link lives longer than an operator's. */
const SIGN_IN_MINUTES = 30;
/** API "Limits": confirmation link 24 h. */
const CONFIRM_S = 86_400;

/** Mails to one mailbox, counted together for all who ask and all purposes: nobody may flood another's mailbox. */
const TO_ONE: Limit<never>[] = [
  { name: "mail-to", points: 5, seconds: 3600 },
  { name: "mail-to-day", points: 20, seconds: 86_400 },
];
/** Mails to all mailboxes together that one address may ask for, and all addresses of its network. */
const FROM_HOST: Limit<never> = { name: "mail-from", points: 30, seconds: 3600 };
const FROM_NETWORK: Limit<never> = { name: "mail-from-network", points: 120, seconds: 3600 };

/** Who asks for a mail. */
interface Asker {
  /** Own address of the instance, for the link; `undefined` where it has none. */
  origin: string | undefined;
  /** The client's address and its network, as limits count them. */
  host: string;
  network: string;
}

/**
 * Who asks, from a request. The link is never made from the Host header: whoever sends the request could choose to
 * which host the token goes.
 */
export const askerOf = (incoming: Incoming, settings: Settings): Asker => ({
  origin: ownOrigins(settings).length > 0 ? incoming.origin : undefined,
  host: hostOf(incoming.client),
  network: networkOf(incoming.client),
});

interface SentLink {
  sent: true;
  purpose: "sign-in" | "account-data";
}

/** Makes and sends the links of mails. Throws failures of `errors.ts`; how many go to one address is limited. */
export class MailLinks {
  readonly store: MailStore;
  readonly #accounts: Accounts;
  readonly #calls: Calls;
  readonly #links: LinkStore;
  readonly #limits: Limits;

  constructor(accounts: Accounts, calls: Calls, links: LinkStore, limits: Limits) {
    this.#accounts = accounts;
    this.#calls = calls;
    this.#links = links;
    this.#limits = limits;
    this.store = mailStore(accounts.db);
  }

  get #to() {
    return { instance: shownName(this.#accounts.settings) };
  }

  /** Why no link can go out by mail; `undefined` where links can. */
  get closed(): Failure | undefined {
    const { world, settings } = this.#accounts;
    if (!world.mail) return accountFailure.no_mail();
    return ownOrigins(settings).length === 0 ? accountFailure.no_address() : undefined;
  }

  /**
   * Mails a sign-in link. An address that no account has confirmed, and an account without a call, need the call that
   * is operated now: both answer alike, so nobody learns which addresses are known.
   */
  startSignIn(
    tx: Tx,
    email: string,
    callsign: string | undefined,
    asker: Asker,
    invitation: string | null = null,
  ): SentLink {
    this.#needMail();
    const account = this.store.accountOf({ email });
    if (account?.activeCall) {
      this.#send(
        tx,
        { purpose: "sign-in", accountId: account.id, call: null, email },
        asker,
        (link) => signInMail({ ...this.#to, to: email }, link, account.activeCall!, SIGN_IN_MINUTES),
      );
      return { sent: true, purpose: "sign-in" };
    }
    if (callsign === undefined) throw accountFailure.needs_callsign();
    const call = this.#calls.requireFree(callsign);
    if (!account) this.#calls.invitations.check(invitation);
    this.#send(
      tx,
      { purpose: "sign-in", accountId: account?.id ?? null, call, email, invitation },
      asker,
      (link) => signInMail({ ...this.#to, to: email }, link, call, SIGN_IN_MINUTES),
    );
    return { sent: true, purpose: "sign-in" };
  }

  /**
   * Mails a link to export or erase the data of an account without a call, or of a suspended one, which has no other
   * way in. An unknown address gets no mail, and counts like a known one: neither answer nor limit tells which addresses
   * are known. Whoever can sign in gets the mail for that, behind which is the data.
   */
  startData(tx: Tx, email: string, asker: Asker): SentLink {
    this.#needMail();
    const account = this.store.accountOf({ email });
    if (!account) this.#count(email, asker);
    else if (this.signsInFully(account)) this.startSignIn(tx, email, undefined, asker);
    else {
      this.#send(
        tx,
        { purpose: "account-data", accountId: account.id, call: null, email },
        asker,
        (link) => accountDataMail({ ...this.#to, to: email }, link),
      );
    }
    return { sent: true, purpose: "account-data" };
  }

  /** Whether the account can sign in with its call, so that it needs no data link. */
  signsInFully(account: AccountRow): boolean {
    return account.activeCall !== null && this.#accounts.suspension(account.id) === undefined;
  }

  /** Notes an address that is to be confirmed, and mails its link. Gives whether a mail could go out. */
  await(tx: Tx, accountId: number, email: string, asker: Asker): boolean {
    const account = this.#accounts.store.account({ id: accountId })!;
    this.store.setPending(tx, { id: accountId, email });
    if (this.closed) return false;
    this.#send(
      tx,
      { purpose: "confirm", accountId, call: null, email },
      asker,
      (link) => confirmMail({ ...this.#to, to: email }, link, account.activeCall ?? "An account"),
    );
    return true;
  }

  /** Binds a confirmed address to its account. */
  confirm(tx: Tx, accountId: number, email: string): void {
    if (!this.store.confirm(tx, accountId, email)) throw accountFailure.email_taken();
  }

  /**
   * As `await`, beside a sign-up. Does not throw where the address has had too many mails: the sign-up goes on, and
   * the link can be sent again later.
   */
  awaitBeside(tx: Tx, accountId: number, email: string, asker: Asker): void {
    try {
      this.await(tx, accountId, email, asker);
    } catch (error) {
      if (!(error instanceof Failure && error.kind === "limited")) throw error;
    }
  }

  #needMail(): void {
    const { closed } = this;
    if (closed) throw closed;
  }

  /** Counts a mail; throws past the limits of its mailbox and of who asks. */
  #count(email: string, { host, network }: Asker): void {
    this.#limits.use(FROM_HOST, host);
    this.#limits.use(FROM_NETWORK, network);
    for (const limit of TO_ONE) this.#limits.use(limit, mailboxOf(email));
  }

  /**
   * Stores the link and mails it once it is stored. A mail that fails is logged: the caller may not learn of it. Throws
   * past the limits of mailbox and network, before anything is stored.
   */
  #send(
    tx: Tx,
    link: {
      purpose: LinkPurpose;
      accountId: number | null;
      call: string | null;
      email: string;
      invitation?: string | null;
    },
    asker: Asker,
    write: (url: string) => Mail,
  ): void {
    const { world } = this.#accounts;
    this.#count(link.email, asker);
    const token = newToken(world);
    const life = link.purpose === "confirm" ? CONFIRM_S : SIGN_IN_MINUTES * 60;
    this.#links.put(tx, {
      invitation: null,
      ...link,
      tokenHash: sha256Hex(token),
      call: link.call && normalCall(link.call),
      verify: 0,
      createdAt: world.now(),
      expiresAt: world.now() + life,
    });
    const mail = write(`${asker.origin}/auth/email/verify?token=${token}`);
    tx.after(() => {
      world.mail!.send(mail).catch((error) =>
        world.log.warn("a {purpose} mail was not sent: {error}", { purpose: link.purpose, error })
      );
    });
  }
}

/** The mailbox behind an address: most servers put `name+anything` into the box of `name`. */
const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at).split("+", 1)[0]}${email.slice(at)}`;
};
