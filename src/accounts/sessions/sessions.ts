/**
 * Sessions: a cookie that says who, since when and on which address, signed with SESSION_SECRET (API "Sessions"). Nothing
 * is stored about a session, except that somebody has signed out of it. A higher generation of the account, a later
 * SESSION_EPOCH or a new secret ends many sessions at once.
 */
import { createHmac } from "node:crypto";
import { newToken, sameSecret, sha256Hex, type World } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import {
  type Incoming,
  isFreshSignIn,
  type IssuedSession,
  sessionCookieName,
  shownSession,
} from "../../http/mod.ts";
import { SESSION_EPOCH, SESSION_TTL_DAYS, type Settings, usableSecrets } from "../../settings/mod.ts";
import type { Accounts } from "../accounts.ts";
import { accountFailure } from "../errors.ts";
import type { AccountRow } from "../store.ts";
import { sessionStore } from "./session_store.ts";

/** A data session lasts an hour (API "Limits"). */
const DATA_TTL_S = 3600;
/** Ended sessions remembered for one account. Whoever signs out more often ends all sessions of the account. */
const MOST_ENDED = 100;

/** What a cookie says when it is genuine. */
/** What a session goes on from: its age, and its name where it is the same one. */
export type Since = Pick<IssuedSession, "issuedAt"> & { id?: string };
type ReadCookie = Omit<IssuedSession, "kind" | "address"> & { generation: number };

/** Opens sessions, reads their cookies and ends them. */
export class Sessions {
  readonly #secret: string | undefined;
  readonly #settings: Settings;
  readonly #accounts: Accounts;
  readonly #world: World;
  readonly #store;

  constructor(accounts: Accounts) {
    this.#secret = usableSecrets(accounts.settings).SESSION_SECRET;
    this.#settings = accounts.settings;
    this.#accounts = accounts;
    this.#world = accounts.world;
    this.#store = sessionStore(accounts.db);
  }

  /** Whether anybody can sign in. */
  get open(): boolean {
    return this.#secret !== undefined;
  }

  #mac(text: string): string {
    return createHmac("sha256", this.#secret!).update(text).digest("base64url");
  }

  /**
   * The Set-Cookie header that hands over a session of the account as it is now. `since` is the session that goes on
   * under a fresh cookie: it keeps its name and its age, so that no cookie makes a sign-in younger than it is. Without a
   * name it is another session of the same age. Whoever
   * signs in anew where they are signed in goes on under the same name, since what they gave in that session (a browser
   * for push, keys) is to end with it.
   */
  cookie(account: AccountRow, scope: "full" | "data", incoming: Incoming, since?: Since): string {
    if (!this.#secret) throw accountFailure.sessions_closed();
    const now = this.#world.now();
    const shown = scope === "full" ? shownSession(incoming) : undefined;
    const here = shown === undefined ? undefined : this.resolve(shown, incoming.address);
    const goesOn = since ?? (here?.account === account.id && here.scope === "full" ? here : undefined);
    const issuedAt = since?.issuedAt ?? now;
    const life = scope === "data" ? DATA_TTL_S : this.#settings.get(SESSION_TTL_DAYS) * 86_400;
    const text = [
      "2",
      goesOn?.id ?? newToken(this.#world, 16),
      account.id,
      account.generation,
      issuedAt,
      issuedAt + life,
      scope,
      account.activeCall ?? "",
      place(incoming.address),
    ].join(".");
    return setCookie(`${text}.${this.#mac(text)}`, issuedAt + life - now, incoming);
  }

  /**
   * The Set-Cookie header that deletes the cookie: a browser obeys it only with the attributes that the cookie was
   * set with.
   */
  goodbye(incoming: Incoming): string {
    return setCookie("", 0, incoming);
  }

  /**
   * Whose session a cookie is, on this address, now. `undefined` when it was ended, or its account is gone, was signed
   * out everywhere, is suspended or lost the call.
   */
  resolve(cookie: string, address: string): IssuedSession | undefined {
    const read = this.read(cookie, address);
    if (!read || this.#store.isEnded(read.id)) return undefined;
    const account = this.#accounts.store.account({ id: read.account });
    if (!account || account.generation !== read.generation) return undefined;
    const { generation: _, ...session } = read;
    const { call, scope } = session;
    if (scope === "full") {
      if (call === null || !this.#accounts.holds(account.id, call)) return undefined;
      if (this.#accounts.suspension(account.id)) return undefined;
    }
    return { kind: "session", ...session, address };
  }

  /**
   * What a cookie says, if it is genuine, in time and of this address. Only `resolve` says whether its session is
   * still open.
   */
  read(cookie: string, address: string): ReadCookie | undefined {
    if (!this.#secret) return undefined;
    const cut = cookie.lastIndexOf(".");
    const text = cookie.slice(0, cut); // without a dot this is all but the last character, and no mac matches
    if (!sameSecret(cookie.slice(cut + 1), this.#mac(text))) return undefined;
    const [version, id, account, generation, issuedAt, expiresAt, scope, call, where] = text.split(".");
    if (version !== "2" || where !== place(address)) return undefined;
    if (Number(expiresAt) <= this.#world.now() || Number(issuedAt) < this.#settings.get(SESSION_EPOCH)) {
      return undefined;
    }
    return {
      id: id!,
      account: Number(account),
      generation: Number(generation),
      issuedAt: Number(issuedAt),
      expiresAt: Number(expiresAt),
      scope: scope === "data" ? "data" : "full",
      call: call === "" ? null : call!,
    };
  }

  /** Signs out: the session ends on the server, so that no copy of its cookie opens anything. */
  end(tx: Tx, { id, account, expiresAt }: IssuedSession): void {
    // Other cookies of this session may be younger than the one that was shown.
    const last = this.#world.now() + this.#settings.get(SESSION_TTL_DAYS) * 86_400;
    this.#store.end(tx, { id, accountId: account, expiresAt: Math.max(expiresAt, last) });
    this.#accounts.tell.sessionEnded({ tx, accountId: account, session: id });
    if (this.#store.countOf(account) > MOST_ENDED) this.endAll(tx, account);
  }

  /** Ends every session of the account. */
  endAll(tx: Tx, account: number): void {
    this.#accounts.store.endSessions(tx, { id: account });
    this.#accounts.tell.sessionEnded({ tx, accountId: account });
    this.#store.forgetOf(tx, { account }); // needed no longer: the new generation refuses them all
  }

  /** Whether the person signed in a moment ago. */
  isFresh(session: Pick<IssuedSession, "issuedAt">): boolean {
    return isFreshSignIn(session, this.#world.now());
  }

  /** Forgets ended sessions whose cookies are over by now. */
  prune(tx: Tx): void {
    this.#store.prune(tx, { now: this.#world.now() });
  }
}

/** An address as a cookie names it: a session holds on the one where it was made and on no other. */
const place = (address: string): string => sha256Hex(address).slice(0, 16);

/** A cookie of the host alone; on https its name says so to the browser too (API "Cross-origin and addresses"). */
function setCookie(value: string, life: number, { address, addresses: { crossSite } }: Incoming): string {
  const secure = address.startsWith("https:");
  // Another site's web app gets the cookie only over https; mayAct() then judges its origin.
  const site = secure && crossSite ? "None" : "Lax";
  return `${sessionCookieName(address)}=${value}; Path=/; HttpOnly; SameSite=${site}; Max-Age=${life}${
    secure ? "; Secure" : ""
  }`;
}
