/** What gates look up. Areas supply these; `app.ts` joins them. */

/** A session as it was issued. `data` sessions reach export and erasure only (API "Sessions"). */
export interface IssuedSession {
  kind: "session";
  /** Names this one session: signing out ends it by that name. */
  id: string;
  account: number;
  /** Active call, or `null` for an account without one (data session). */
  call: string | null;
  scope: "full" | "data";
  /** Address it was issued on, `scheme://host`. */
  address: string;
  /** When the person signed in; unix seconds. A fresh cookie for the same sign-in keeps it. */
  issuedAt: number;
  /** When the session expires, unix seconds. */
  expiresAt: number;
}
/** Somebody signed in. */
export interface SessionWho extends IssuedSession {
  /** Whether they may act as operator now: the one rule of API "Gates", sysop; no area works it out for itself. */
  readonly sysop: boolean;
}
export interface IngestWho {
  kind: "ingest";
}
export interface OperatorWho {
  kind: "operator";
  /** Name in the audit log. */
  actor: string;
}
export interface SysopWho {
  kind: "sysop";
  account: number;
  call: string;
  actor: string;
  /** When they signed in; unix seconds. */
  issuedAt: number;
}
/** An enrolled box. */
export interface BoxWho {
  kind: "box";
  box: string;
  services: boolean;
}
export interface ClaimWho {
  kind: "claim";
  claim: number;
  call: string;
}
/** Somebody who signed the body with a device key registered to the call. */
export interface SignedWho {
  kind: "signed";
  call: string;
  key: string;
  at: number;
  account: number;
}
export interface WeatherWho {
  kind: "weather";
  station: number;
  account: number;
}
export interface UnsubscribeWho {
  kind: "unsubscribe";
  account: number;
}
export interface ApiKeyWho {
  kind: "apikey";
  id: number;
  account: number;
}
export interface SpokeWho {
  kind: "spoke";
  instance: string;
  key: string;
}
/** Somebody with a relay's ticket. */
export interface TicketWho {
  kind: "ticket";
  ticket: string;
  /** The instance that signed the request; undefined where the relay secret was shown. */
  instance: string | undefined;
}

export interface BoxKey {
  box: string;
  /** Raw Ed25519 public key, base64url. */
  key: string;
  services: boolean;
}

/** Look-ups and memories behind the gates. A missing answer always refuses. */
export interface Ports {
  ingestSecret?: string;
  operatorSecret?: string;
  /** Secrets of federation, by header use. */
  submitSecret?: string;
  relaySecret?: string;
  now(): number;
  instance: string;
  /** The session in a cookie, if it is good on this address now. */
  session(cookie: string, address: string): IssuedSession | undefined;
  /** Whether the session may act as operator now (API "Gates", sysop). */
  isSysop(session: IssuedSession): boolean;
  /** Where it might, if it may not here for the sole reason that this address is no https. */
  operatorsAt(session: IssuedSession): string | undefined;
  isVerified(call: string): boolean;
  /** Account that holds the call's base call. */
  holder(call: string): { accountId: number } | undefined;
  deviceKey(call: string, key: string): { addedAt: number } | undefined;
  claim(token: string): ClaimWho | undefined;
  box(id: string): BoxKey | undefined;
  weather(key: string): WeatherWho | undefined;
  unsubscribe(token: string): UnsubscribeWho | undefined;
  apiKey(key: string): ApiKeyWho | undefined;
  /** Keys under which a spoke's requests verify: its accept set. */
  spokeKeys(instance: string): string[];
  /** Remembers a nonce until `expiresAt`; `false` when it was known. Survives a restart. */
  spend(purpose: string, nonce: string, expiresAt: number): Promise<boolean>;
}
