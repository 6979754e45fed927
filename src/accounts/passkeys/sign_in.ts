/** Signing up and in with passkeys. A challenge answers its own begin, once, for five minutes. */
import { baseCall, isCall, newToken, normalCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { type Incoming, type IssuedSession, needFresh } from "../../http/mod.ts";
import { instanceId, ownOrigins, relyingParty } from "../../settings/mod.ts";
import type { Accounts } from "../accounts.ts";
import type { Calls } from "../calls/calls.ts";
import { accountFailure } from "../errors.ts";
import { askerOf, type MailLinks } from "../mail/links.ts";
import { type CeremonyKind, type CeremonyRow, type PasskeyStore, passkeyStore } from "./store.ts";
import {
  answeredChallenge,
  CEREMONY_S,
  challengeText,
  checkLogin,
  checkRegistration,
  loginOptions,
  type LoginResponse,
  type Party,
  registrationOptions,
  type RegistrationResponse,
} from "./ceremonies.ts";
import type { AccountRow } from "../store.ts";
import type { z } from "#schemas";

const MOST_PASSKEYS = 20;

export class SignIn {
  readonly store: PasskeyStore;
  readonly #accounts: Accounts;
  readonly #calls: Calls;
  readonly #mail: MailLinks;

  constructor(accounts: Accounts, calls: Calls, mail: MailLinks) {
    this.store = passkeyStore(accounts.db);
    this.#accounts = accounts;
    this.#calls = calls;
    this.#mail = mail;
  }

  /**
   * The relying party. An instance without configured addresses takes the address of the request. A browser uses a
   * passkey only on the host that it was made for, so under a local name that name is the party, and a member needs
   * a key for each name.
   */
  party(incoming: Incoming): Party {
    const { settings } = this.#accounts;
    const own = ownOrigins(settings);
    const [id, { host, hostname }] = [relyingParty(settings), new URL(incoming.address)];
    const isElsewhere = hostname !== id && !hostname.endsWith(`.${id}`);
    if (isElsewhere && incoming.addresses.isLocal(host)) {
      return { id: hostname, name: instanceId(settings), origins: [incoming.address] };
    }
    return { id, name: instanceId(settings), origins: own.length > 0 ? own : [incoming.address] };
  }

  /** Begins a registration: of a new account, or of a further key of the account that is signed in and holds the call. */
  async beginRegistration(
    incoming: Incoming,
    text: string,
    email: string | null,
    session: IssuedSession | undefined,
    invitation: string | null = null,
  ) {
    const call = normalCall(text);
    const { account } = this.#forWhom(call, session?.account);
    // A key outlives every session, so a session that was left open somewhere must not add one.
    if (account !== undefined) needFresh(session!, this.#accounts.world);
    else this.#calls.invitations.check(invitation);
    const handle = (account && this.store.handle(account)) || newToken(this.#accounts.world);
    const challenge = this.#accounts.world.random(32);
    const known = account ? this.store.of(account) : [];
    await this.#begin("register", challenge, { accountId: account ?? null, call, handle, email, invitation });
    const verifyUser = account !== undefined && this.#accounts.isOperators(account);
    return await registrationOptions(this.party(incoming), { handle, call, challenge, known, verifyUser });
  }

  /** Whose key it will be; throws when the call is neither free nor held by the account that is signed in. */
  #forWhom(call: string, session: number | undefined): { account: number | undefined } {
    const holder = isCall(call) ? this.#accounts.holder(call) : undefined;
    if (holder && holder.accountId === session) return { account: session };
    this.#calls.requireFree(call);
    return { account: undefined };
  }

  /** Finishes a registration: gives the account, new or extended. */
  async finishRegistration(
    incoming: Incoming,
    response: z.output<typeof RegistrationResponse>,
    text: string | undefined,
    session: number | undefined,
  ): Promise<{ account: AccountRow; emailPending: boolean }> {
    const { challenge, begun } = await this.#take("register", response);
    if (text !== undefined && normalCall(text) !== begun.call) throw accountFailure.challenge_unknown();
    const checked = await checkRegistration(this.party(incoming), response, challenge);
    if (!checked.ok) throw accountFailure.passkey_refused({ detail: checked.detail });
    return await this.#accounts.db.write((tx) => {
      const { world, store } = this.#accounts;
      const { account: held } = this.#forWhom(begun.call!, session);
      // The session may have ended, or the call changed hands, since the begin.
      if ((held ?? null) !== begun.accountId) throw accountFailure.challenge_unknown();
      const id = held ?? this.#calls.signUp(tx, begun.call!, begun.invitation);
      if (held !== undefined && this.store.rows(held).length >= MOST_PASSKEYS) {
        throw accountFailure.too_many_passkeys(
          { limit: MOST_PASSKEYS },
          `An account has at most ${MOST_PASSKEYS} passkeys`,
        );
      }
      if (!this.store.add(tx, id, checked.value, world.now())) throw accountFailure.passkey_exists();
      this.store.setHandle(tx, { account: id, handle: begun.handle! });
      if (begun.email) {
        this.#mail.awaitBeside(tx, id, begun.email, askerOf(incoming, this.#accounts.settings));
      }
      const account = store.account({ id })!;
      return { account, emailPending: account.pendingEmail !== null };
    });
  }

  /** Begins a sign-in: with a call, for the keys of the account holding it; without, for any that the browser has. */
  async beginLogin(incoming: Incoming, text: string | undefined) {
    const challenge = this.#accounts.world.random(32);
    const call = text === undefined ? null : normalCall(text);
    const holder = call === null ? undefined : this.#accounts.holder(baseCall(call));
    if (call !== null && !holder) throw accountFailure.no_account({ callsign: call });
    const known = holder ? this.store.of(holder.accountId) : [];
    if (holder && known.length === 0) throw accountFailure.no_passkey({ callsign: call });
    const verifyUser = holder !== undefined && this.#accounts.isOperators(holder.accountId);
    const row = { accountId: holder?.accountId ?? null, call, handle: null, email: null, invitation: null };
    await this.#begin("login", challenge, row);
    return await loginOptions(this.party(incoming), { challenge, known, verifyUser });
  }

  /** Finishes a sign-in: gives the account. `text` names the call that an account without one operates now. */
  async finishLogin(
    incoming: Incoming,
    response: z.output<typeof LoginResponse>,
    text: string | undefined,
  ): Promise<AccountRow> {
    const { challenge, begun } = await this.#take("login", response);
    const key = this.store.passkey(response.id);
    if (!key || (begun.accountId !== null && key.account !== begun.accountId)) {
      throw accountFailure.passkey_unknown();
    }
    const checked = await checkLogin(this.party(incoming), response, challenge, key);
    if (!checked.ok) throw accountFailure.passkey_login_refused({ detail: checked.detail });
    // Somebody who finds an operator's key must not become operator. Checked at the finish too: a begin without a
    // call does not know whose key will be used.
    if (!checked.value.userVerified && this.#accounts.isOperators(key.account)) {
      throw accountFailure.user_verification();
    }
    return await this.#accounts.db.write((tx) => {
      const { world, store } = this.#accounts;
      this.#accounts.refuseSuspended(key.account);
      if (!this.store.used(tx, key.id, key.counter, checked.value.counter, world.now())) {
        throw accountFailure.passkey_login_refused({ detail: "the key was used at the same time elsewhere" });
      }
      if (store.account({ id: key.account })!.activeCall === null) {
        if (text === undefined) throw accountFailure.needs_callsign();
        this.#calls.add(tx, key.account, text);
      }
      return store.account({ id: key.account })!;
    });
  }

  /** Takes a passkey off an account. */
  remove(tx: Tx, account: number, id: string): number {
    const keys = this.store.rows(account);
    if (!keys.some((key) => key.id === id)) throw accountFailure.passkey_missing();
    if (keys.length === 1 && this.#accounts.store.account({ id: account })!.email === null) {
      throw accountFailure.passkey_last();
    }
    this.store.remove(tx, { id, account });
    return keys.length - 1;
  }

  async #begin(kind: CeremonyKind, challenge: Uint8Array, row: CeremonyRow): Promise<void> {
    const expiresAt = this.#accounts.world.now() + CEREMONY_S;
    await this.#accounts.db.write((tx) =>
      this.store.begin(tx, { ...row, kind, challenge: challengeText(challenge), expiresAt })
    );
  }

  /** Spends the challenge that a response answers, before anything of the response is believed. */
  async #take(
    kind: CeremonyKind,
    response: { response: { clientDataJSON: string } },
  ): Promise<{ challenge: string; begun: CeremonyRow }> {
    const challenge = answeredChallenge(response);
    const begun = challenge &&
      await this.#accounts.db.write((tx) =>
        this.store.take(tx, { challenge, kind, now: this.#accounts.world.now() })
      );
    if (!challenge || !begun) throw accountFailure.challenge_unknown();
    return { challenge, begun };
  }
}
