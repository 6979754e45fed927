/**
 * Sessions: a cookie that says who, since when and on which address, signed with SESSION_SECRET (API "Sessions").
 * Nothing is stored; raising the account's generation, SESSION_EPOCH or a new secret ends them.
 */
import { createHmac } from "node:crypto";
import { baseCall, sameSecret, sha256Hex, type World } from "../../base/mod.ts";
import { type Incoming, type IssuedSession, sessionCookieName } from "../../http/mod.ts";
import { SESSION_EPOCH, SESSION_TTL_DAYS, type Settings, usableSecrets } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";
import type { AccountStore } from "../store.ts";

/** A data session lasts an hour (API "Limits"). */
const DATA_TTL_S = 3600;

export class Sessions {
  readonly #secret: string | undefined;
  readonly #settings: Settings;
  readonly #store: AccountStore;
  readonly #world: World;

  constructor(settings: Settings, store: AccountStore, world: World) {
    this.#secret = usableSecrets(settings).SESSION_SECRET;
    this.#settings = settings;
    this.#store = store;
    this.#world = world;
  }

  /** Whether anybody can sign in. */
  get open(): boolean {
    return this.#secret !== undefined;
  }

  #mac(text: string): string {
    return createHmac("sha256", this.#secret!).update(text).digest("base64url");
  }

  /** A session's cookie value for an account as it is now. */
  issue(
    account: { id: number; generation: number; activeCall: string | null },
    scope: "full" | "data",
    address: string,
  ): string {
    if (!this.#secret) throw accountFailure.sessions_closed();
    const now = this.#world.now();
    const life = scope === "data" ? DATA_TTL_S : this.#settings.get(SESSION_TTL_DAYS) * 86_400;
    const place = sha256Hex(address).slice(0, 16);
    const text = [
      "1",
      account.id,
      account.generation,
      now,
      now + life,
      scope,
      account.activeCall ?? "",
      place,
    ].join(".");
    return `${text}.${this.#mac(text)}`;
  }

  /** Who a cookie stands for on this address, if its account still stands behind it. */
  resolve(cookie: string, address: string): IssuedSession | undefined {
    const read = this.read(cookie, address);
    if (!read) return undefined;
    const account = this.#store.account({ id: read.account });
    if (!account || account.generation !== read.generation) return undefined;
    if (read.scope === "full") {
      if (!read.call || this.#store.held({ base: baseCall(read.call) })?.accountId !== account.id) {
        return undefined;
      }
      if (this.#store.suspension({ account: account.id, now: this.#world.now() })) return undefined;
    }
    return {
      kind: "session",
      account: account.id,
      call: read.call,
      scope: read.scope,
      address,
      issuedAt: read.issuedAt,
    };
  }

  /** What a cookie says when it is genuine, in time and of this address; not yet whether the account stands behind it. */
  read(cookie: string, address: string) {
    if (!this.#secret) return undefined;
    const cut = cookie.lastIndexOf(".");
    const text = cookie.slice(0, cut);
    if (cut < 0 || !sameSecret(cookie.slice(cut + 1), this.#mac(text))) return undefined;
    const [version, account, generation, issuedAt, expiresAt, scope, call, place] = text.split(".");
    if (version !== "1" || place !== sha256Hex(address).slice(0, 16)) return undefined;
    if (Number(expiresAt) <= this.#world.now() || Number(issuedAt) < this.#settings.get(SESSION_EPOCH)) {
      return undefined;
    }
    return {
      account: Number(account),
      generation: Number(generation),
      issuedAt: Number(issuedAt),
      scope: scope === "data" ? "data" as const : "full" as const,
      call: call === "" ? null : call!,
    };
  }

  /** The Set-Cookie header that hands a session over. Host-only; Secure on https only (API "Cross-origin and addresses"). */
  cookie(value: string, address: string, crossSite: boolean, scope: "full" | "data" = "full"): string {
    const life = scope === "data" ? DATA_TTL_S : this.#settings.get(SESSION_TTL_DAYS) * 86_400;
    return setCookie(value, life, address, crossSite);
  }

  /** The Set-Cookie header that takes it back: a browser heeds it only with the attributes that it was set with. */
  goodbye({ address, addresses: { crossSite } }: Incoming): string {
    return setCookie("", 0, address, crossSite);
  }
}

function setCookie(value: string, life: number, address: string, crossSite: boolean): string {
  const secure = address.startsWith("https:");
  // Another site's web app gets the cookie only over https; mayAct() then judges its origin.
  const site = secure && crossSite ? "None" : "Lax";
  return `${sessionCookieName(address)}=${value}; Path=/; HttpOnly; SameSite=${site}; Max-Age=${life}${
    secure ? "; Secure" : ""
  }`;
}
