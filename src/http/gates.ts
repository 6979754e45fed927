/** Gates: who may use a route. Each is one value: its label, what OpenAPI says of it, and the check that gives `who`. */
import { baseCall, failures, isRecent, normalCall } from "../base/mod.ts";
import type { Incoming } from "./incoming.ts";
import type { ApiKeyWho, IssuedSession, Ports, SessionWho, SysopWho } from "./ports.ts";

export const gateFailure = failures({
  no_credential: "unauthenticated",
  no_session: "unauthenticated",
  bad_secret: "unauthenticated",
  secret_unset: "unauthenticated",
  submit_closed: "forbidden",
  bad_signature: "unauthenticated",
  no_ticket: "forbidden",
  bad_claim: "unauthenticated",
  bad_token: "unauthenticated",
  data_session: "forbidden",
  foreign_origin: "forbidden",
  not_sysop: "forbidden",
  operators_by_https: ["forbidden", { address: "string" }],
  not_verified: ["forbidden", { verified: "boolean" }],
  not_services: "forbidden",
  not_yours: "forbidden",
  fresh_sign_in: "unauthenticated",
});

/** A sign-in no older than this, in seconds, may do what cannot be taken back or locks others out. */
const FRESH_SIGN_IN_S = 900;

/** Whether a sign-in lies within 15 minutes. One in the future was made under a wrong clock: it is old. */
export const isFreshSignIn = ({ issuedAt }: Pick<IssuedSession, "issuedAt">, now: number): boolean =>
  isRecent(issuedAt, now, FRESH_SIGN_IN_S + 1);

/** Refuses an old sign-in: a session left open somewhere must not do what cannot be taken back. */
export function needFresh(session: Pick<IssuedSession, "issuedAt">, { now }: Pick<Ports, "now">): void {
  if (!isFreshSignIn(session, now())) throw gateFailure.fresh_sign_in();
}

/** Cookie of the session on plain http, for instances that have nothing else. */
export const SESSION_COOKIE = "svc_session";

/** Name of the session's cookie on this address. `__Host-`: no other host can have set it. */
export const sessionCookieName = (address: string): string =>
  address.startsWith("https:") ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;

/** The session's cookie of a request. Where there are two neither counts: a neighbouring host may have added one. */
export function shownSession(incoming: Incoming): string | undefined {
  const shown = incoming.cookies(sessionCookieName(incoming.address));
  return shown.length === 1 ? shown[0] : undefined;
}

/**
 * Bytes of a body that somebody unknown may send for a credential to be looked for in it; a signed batch of 1000
 * items fits.
 */
export const UNKNOWN_SENDER_BYTES = 1 << 20;

export interface Gate<Who> {
  /** Name as in the route table, alternatives joined with `|`. */
  label: string;
  /** Why an operator's sign-in of any age may write here; without it a write asks for a fresh one. */
  anyAge?: string;
  /** Keys of `securitySchemes` in the OpenAPI document; any one of them opens. */
  security: readonly string[];
  /** Whether the request carries this credential, good or bad. */
  present(incoming: Incoming): boolean;
  /** Whether the credential may be in the body: then only a body that was read shows whether it is there. */
  inBody?: boolean;
  /**
   * How many bytes of a body are taken before the check, at most; none unless given. Only a gate whose credential lies in
   * the body, or signs it, needs any; all others are checked before a byte is read.
   */
  needsBody?(incoming: Incoming): number;
  /** For a gate that needs the body: refuses a request whose headers are wrong already, before its body is read. */
  before?(incoming: Incoming, ports: Ports): void;
  /** Gives who asks, or throws the refusal. The path parameters are for gates that are bound to one id. */
  check(incoming: Incoming, ports: Ports, params: Record<string, string>): Who | Promise<Who>;
}

/** Labels of gates behind which everybody gets the same. */
export const PUBLIC_LABELS: ReadonlySet<string> = new Set(["public", "ratelimited"]);

/** Anybody. The session, if there is one, is looked up only when it is asked for. */
export interface Visitor {
  kind: "visitor";
  readonly session: SessionWho | undefined;
  readonly sysop: boolean;
}

/** Looks the session up once, when it is asked for: most answers to anybody never need it. */
class Anybody implements Visitor {
  readonly kind = "visitor";
  readonly #incoming: Incoming;
  readonly #ports: Ports;
  #session: SessionWho | undefined | null = null;

  constructor(incoming: Incoming, ports: Ports) {
    this.#incoming = incoming;
    this.#ports = ports;
  }
  get session(): SessionWho | undefined {
    if (this.#session === null) {
      this.#session = findSession(this.#incoming, this.#ports);
      // The answer may hold this person's own data.
      if (this.#session) this.#incoming.keep = "personal";
    }
    return this.#session;
  }
  get sysop(): boolean {
    return this.session?.sysop ?? false;
  }
}

/** No gate; `why` says why the route may be open. */
export function open(why: string, label = "public"): Gate<Visitor> & { why: string } {
  return {
    label,
    why,
    security: [],
    present: () => true,
    check: (incoming, ports) => new Anybody(incoming, ports),
  };
}

/** A credential that travels in the body or a header of its own and that the service judges (one-time codes, tickets). */
export const judgedByService = (label: string, why: string) => open(why, label);

/**
 * Whether the session is whom the request is meant for, where it says so. A page that was opened under another account
 * still sends what waited under that one, and the browser adds the cookie of whoever has signed in since.
 */
function isMeant(incoming: Incoming, { call }: Pick<SessionWho, "call">): boolean {
  const meant = incoming.header("x-account");
  return meant === undefined || (call !== null && baseCall(normalCall(meant)) === baseCall(call));
}

function findSession(incoming: Incoming, ports: Ports): SessionWho | undefined {
  const cookie = shownSession(incoming);
  if (cookie === undefined) return undefined;
  const reading = incoming.method === "GET" || incoming.method === "HEAD";
  if (!reading && !incoming.addresses.mayAct(incoming.request.url, incoming.headers)) return undefined;
  const issued = ports.session(cookie, incoming.address);
  if (issued && !isMeant(incoming, issued)) return undefined;
  return issued && { ...issued, sysop: ports.isSysop(issued) };
}

/** The session of a request, or the refusal. For gates alone. */
export function needSession(incoming: Incoming, ports: Ports): SessionWho {
  const reading = incoming.method === "GET" || incoming.method === "HEAD";
  if (!reading && !incoming.addresses.mayAct(incoming.request.url, incoming.headers)) {
    throw gateFailure.foreign_origin();
  }
  const session = findSession(incoming, ports);
  if (!session) throw gateFailure.no_session();
  return session;
}

/** The gate of a route that sets a cookie: shut to pages of foreign origins, which could sign somebody in as another. */
export function fromOwnPages<Who>(gate: Gate<Who>): Gate<Who> {
  const refuseForeign = (incoming: Incoming): void => {
    if (!incoming.addresses.mayAct(incoming.request.url, incoming.headers)) {
      throw gateFailure.foreign_origin();
    }
  };
  return {
    ...gate,
    before(incoming, ports) {
      refuseForeign(incoming);
      gate.before?.(incoming, ports);
    },
    check(incoming, ports, params) {
      refuseForeign(incoming);
      return gate.check(incoming, ports, params);
    },
  };
}

/**
 * A signed-in member, with a call. `data: true` also lets data sessions in; `verified` asks a control-verified call,
 * `fresh` a sign-in of the last 15 minutes.
 */
export function session(
  options: { data: true; verified?: false; fresh?: boolean },
): Gate<SessionWho>;
export function session(
  options?: { data?: false; verified?: boolean; fresh?: boolean },
): Gate<SessionWho & { call: string }>;
export function session(
  options: { data?: boolean; verified?: boolean; fresh?: boolean } = {},
): Gate<SessionWho> {
  return {
    label: "session",
    security: ["session"],
    present: (incoming) => shownSession(incoming) !== undefined,
    check(incoming, ports) {
      const who = needSession(incoming, ports);
      if (!options.data && (who.scope === "data" || who.call === null)) throw gateFailure.data_session();
      if (options.verified && !ports.isVerified(who.call!)) {
        throw gateFailure.not_verified({ verified: false });
      }
      if (options.fresh) needFresh(who, ports);
      return who;
    },
  };
}

/**
 * How old an operator's sign-in may be. Where nothing is said, whatever writes asks for one of the last 15 minutes;
 * `fresh` asks it of reading too, `anyAge` says why a write here goes without.
 */
export type SignInAge = { fresh?: true; anyAge?: undefined } | { fresh?: undefined; anyAge: string };

/** An operator's session. A stolen or forgotten one of weeks must not change whose the instance is. */
export function sysop({ fresh, anyAge }: SignInAge = {}): Gate<SysopWho> {
  return {
    label: "sysop",
    ...(anyAge !== undefined && { anyAge }),
    security: ["session"],
    present: (incoming) => shownSession(incoming) !== undefined,
    check(incoming, ports) {
      const who = needSession(incoming, ports);
      if (who.call === null || !who.sysop) {
        const address = ports.operatorsAt(who);
        throw address === undefined ? gateFailure.not_sysop() : gateFailure.operators_by_https({ address });
      }
      const reading = incoming.method === "GET" || incoming.method === "HEAD";
      if (reading ? fresh : anyAge === undefined) needFresh(who, ports);
      return { kind: "sysop", account: who.account, call: who.call, actor: who.call, issuedAt: who.issuedAt };
    },
  };
}

/** The API key of a request: bearer token, x-api-key or ?key= (API "Read API keys"). */
export function shownApiKey(incoming: Incoming): string | undefined {
  return sentApiKey(incoming) ?? incoming.query.get("key") ?? undefined;
}

/** A key in a header alone: an address with a key in it is written down in logs on the way. */
function sentApiKey(incoming: Incoming): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(incoming.header("authorization") ?? "")?.[1];
  return bearer ?? incoming.header("x-api-key");
}

/** A program of a member, for the little that a key may write: drafts, which the member sends or drops. */
export function apiKey(): Gate<ApiKeyWho> {
  return {
    label: "apikey",
    security: ["apiKey"],
    present: (incoming) => sentApiKey(incoming) !== undefined,
    check(incoming, ports) {
      const key = sentApiKey(incoming), who = key === undefined ? undefined : ports.apiKey(key);
      if (!who) throw key === undefined ? gateFailure.no_credential() : gateFailure.bad_secret();
      return who;
    },
  };
}

export interface ReaderWho extends Visitor {
  readonly apiKey: ApiKeyWho | undefined;
}

class Reader extends Anybody implements ReaderWho {
  constructor(incoming: Incoming, ports: Ports, readonly apiKey: ApiKeyWho | undefined) {
    super(incoming, ports);
  }
}

/** Public, throttled per address; a key only raises the limit. The throttle itself is the route's `limit`. */
export function rateLimited(): Gate<ReaderWho> {
  return {
    label: "ratelimited",
    security: [],
    present: () => true,
    check(incoming, ports) {
      const key = shownApiKey(incoming);
      return new Reader(incoming, ports, key === undefined ? undefined : ports.apiKey(key));
    },
  };
}

type WhoOf<G> = G extends Gate<infer Who> ? Who : never;

/**
 * One of several credentials: the first that is present decides, good or bad; none is tried after another has failed.
 * List what travels in headers before the session, since a browser sends its cookie unasked.
 */
export function either<const Gates extends readonly Gate<unknown>[]>(
  ...gates: Gates
): Gate<WhoOf<Gates[number]>> {
  return {
    label: gates.map((gate) => gate.label).join("|"),
    ...gates.reduce<{ anyAge?: string }>((age, { anyAge }) => anyAge === undefined ? age : { anyAge }, {}),
    security: gates.flatMap((gate) => gate.security),
    present: (incoming) => gates.some((gate) => gate.present(incoming)),
    inBody: gates.some((gate) => gate.inBody === true),
    // Whether a credential lies in the body, and so goes first, shows only when the body is there.
    needsBody: (incoming) => gates.find(inBodyOr(incoming))?.needsBody?.(incoming) ?? 0,
    before: (incoming, ports) => gates.find(inBodyOr(incoming))?.before?.(incoming, ports),
    check(incoming, ports, params) {
      const gate = gates.find((one) => one.present(incoming));
      if (!gate) throw gateFailure.no_credential();
      return gate.check(incoming, ports, params) as WhoOf<Gates[number]> | Promise<WhoOf<Gates[number]>>;
    },
  };
}

/**
 * Whether a gate is the one that decides, as far as the headers tell: its credential is there, or may be in the body.
 */
const inBodyOr = (incoming: Incoming) => (gate: Gate<unknown>): boolean =>
  gate.inBody === true || gate.present(incoming);
