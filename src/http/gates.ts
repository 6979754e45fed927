/** Gates: who may use a route. Each is one value: its label, what OpenAPI says of it, and the check that gives `who`. */
import { baseCall, failures, normalCall, sameSecret, sha256Hex } from "../base/mod.ts";
import { verifyDocument, verifyText } from "../wire/mod.ts";
import type { Incoming } from "./incoming.ts";
import type {
  ApiKeyWho,
  BoxWho,
  ClaimWho,
  IngestWho,
  OperatorWho,
  Ports,
  SessionWho,
  SignedWho,
  SpokeWho,
  SysopWho,
  UnsubscribeWho,
  WeatherWho,
} from "./ports.ts";

export const gateFailure = failures({
  no_credential: ["unauthenticated", "This needs a credential"],
  no_session: ["unauthenticated", "Sign in first"],
  bad_secret: ["unauthenticated", "The secret is wrong"],
  secret_unset: ["unauthenticated", "This way in is closed: its secret is not set"],
  submit_closed: ["forbidden", "This instance takes no submissions"],
  bad_signature: ["unauthenticated", "The signature is missing, wrong, stale or used already"],
  bad_claim: ["unauthenticated", "The claim token is unknown or expired"],
  bad_token: ["unauthenticated", "The token is unknown or expired"],
  data_session: ["forbidden", "This session can only export or erase data"],
  foreign_origin: ["forbidden", "Requests from another web page are refused"],
  not_sysop: ["forbidden", "Only an operator may do this"],
  not_verified: ["forbidden", "The callsign is not verified yet"],
  not_services: ["forbidden", "This box does not run the instance's services"],
  not_yours: ["forbidden", "This credential does not reach that"],
});

/** Cookie of the session. */
export const SESSION_COOKIE = "svc_session";
/** How long a box or account signature is fresh, in seconds either way (API "Ingest box signatures"). */
export const FRESH_S = 300;
/** How long a spoke's signature is fresh (FED "Authentication"). */
const SPOKE_FRESH_S = 120;

export interface Gate<Who> {
  /** Name as in the route table, alternatives joined with `|`. */
  label: string;
  /** Keys of `securitySchemes` in the OpenAPI document; any one of them opens. */
  security: readonly string[];
  /** Whether the request carries this credential, good or bad. */
  present(incoming: Incoming): boolean;
  /** Gives who asks, or throws the refusal. Path parameters are there for gates bound to one id. */
  check(incoming: Incoming, ports: Ports, params: Record<string, string>): Who | Promise<Who>;
}

/** Anybody. Its session, if there is one, is looked up when asked for. */
export interface Visitor {
  kind: "visitor";
  readonly session: SessionWho | undefined;
  readonly sysop: boolean;
}

/** Looks its session up when it is asked for, once: most answers to anybody never ask. */
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
    return this.#session === null ? this.#session = findSession(this.#incoming, this.#ports) : this.#session;
  }
  get sysop(): boolean {
    return this.session !== undefined && this.#ports.isSysop(this.session);
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

function findSession(incoming: Incoming, ports: Ports): SessionWho | undefined {
  const cookie = incoming.cookie(SESSION_COOKIE);
  if (cookie === undefined) return undefined;
  const reading = incoming.method === "GET" || incoming.method === "HEAD";
  if (!reading && !incoming.addresses.mayAct(incoming.request.url, incoming.headers)) return undefined;
  return ports.session(cookie, incoming.address);
}

function needSession(incoming: Incoming, ports: Ports): SessionWho {
  const reading = incoming.method === "GET" || incoming.method === "HEAD";
  if (!reading && !incoming.addresses.mayAct(incoming.request.url, incoming.headers)) {
    throw gateFailure.foreign_origin();
  }
  const session = findSession(incoming, ports);
  if (!session) throw gateFailure.no_session();
  return session;
}

/** A signed-in member, with a call. `data: true` also lets data sessions in; `verified` asks a control-verified call. */
export function session(
  options: { data: true; verified?: false },
): Gate<SessionWho>;
export function session(options?: { data?: false; verified?: boolean }): Gate<SessionWho & { call: string }>;
export function session(options: { data?: boolean; verified?: boolean } = {}): Gate<SessionWho> {
  return {
    label: "session",
    security: ["session"],
    present: (incoming) => incoming.cookie(SESSION_COOKIE) !== undefined,
    check(incoming, ports) {
      const who = needSession(incoming, ports);
      if (!options.data && (who.scope === "data" || who.call === null)) throw gateFailure.data_session();
      if (options.verified && !ports.isVerified(who.call!)) {
        throw gateFailure.not_verified({ verified: false });
      }
      return who;
    },
  };
}

/** An operator's session. */
export function sysop(): Gate<SysopWho> {
  return {
    label: "sysop",
    security: ["session"],
    present: (incoming) => incoming.cookie(SESSION_COOKIE) !== undefined,
    check(incoming, ports) {
      const who = needSession(incoming, ports);
      if (who.call === null || !ports.isSysop(who)) throw gateFailure.not_sysop();
      return { kind: "sysop", account: who.account, call: who.call, actor: who.call };
    },
  };
}

function secretGate<Who>(
  label: string,
  header: string,
  secretOf: (ports: Ports) => string | undefined,
  who: Who,
  unset: () => Error = gateFailure.secret_unset,
): Gate<Who> {
  return {
    label,
    security: [header],
    present: (incoming) => incoming.headers.has(header),
    check(incoming, ports) {
      const secret = secretOf(ports);
      if (secret === undefined) throw unset();
      const shown = incoming.header(header);
      if (shown === undefined) throw gateFailure.no_credential();
      if (!sameSecret(shown, secret)) throw gateFailure.bad_secret();
      return who;
    },
  };
}

/** x-ingest-secret: the ingest plane. */
export const ingest = (): Gate<IngestWho> =>
  secretGate("ingest", "x-ingest-secret", (ports) => ports.ingestSecret, { kind: "ingest" });

/** x-operator-secret: scripts of the operator. */
export const operator = (): Gate<OperatorWho> =>
  secretGate("operator", "x-operator-secret", (ports) => ports.operatorSecret, {
    kind: "operator",
    actor: "OPERATOR",
  });

/** x-fed-secret against FED_SUBMIT_SECRET. */
export const submitSecret = (): Gate<{ kind: "submit" }> =>
  secretGate(
    "fedsecret",
    "x-fed-secret",
    (ports) => ports.submitSecret,
    { kind: "submit" },
    gateFailure.submit_closed,
  );

/** x-relay-secret: the requester's side of the relay. */
export const relaySecret = (): Gate<{ kind: "relay" }> =>
  secretGate("relaysecret", "x-relay-secret", (ports) => ports.relaySecret, { kind: "relay" });

/** An operator, signed in or with the operator secret: most of administration. */
export const sysopOrOperator = (): Gate<SysopWho | OperatorWho> => either(operator(), sysop());

/** A web write by a member, or a write over APRS through the ingest plane. */
export const actor = (): Gate<(SessionWho & { call: string }) | IngestWho> => ({
  ...either(ingest(), session()),
  label: "actor",
});

const BOX_HEADERS = ["x-box-id", "x-box-at", "x-box-nonce", "x-box-sig"] as const;

/** What a box signs (API "Ingest box signatures"). */
export const boxText = (
  method: string,
  target: string,
  at: string,
  nonce: string,
  body: Uint8Array,
): string => `svc-box/1\n${method} ${target}\n${at}\n${nonce}\n${sha256Hex(body)}`;

const isFresh = (at: string | undefined, now: number, seconds: number): boolean =>
  at !== undefined && /^\d{1,12}$/.test(at) && Math.abs(Number(at) - now) <= seconds;

/**
 * An enrolled box's own signature. `own` names the path parameter that must be the box's id; `services` asks a box
 * that the operator marked as running the instance's services.
 */
export function box(options: { own?: string; services?: boolean } = {}): Gate<BoxWho> {
  return {
    label: options.services ? "svcbox" : "box",
    security: ["box"],
    present: (incoming) => incoming.headers.has("x-box-id") || incoming.headers.has("x-box-sig"),
    async check(incoming, ports, params) {
      const [id, at, nonce, sig] = BOX_HEADERS.map((name) => incoming.header(name));
      if (!id || !at || !nonce || !sig || !/^[A-Za-z0-9_-]{16,64}$/.test(nonce)) {
        throw gateFailure.bad_signature();
      }
      const now = ports.now();
      const known = ports.box(id);
      if (!known || !isFresh(at, now, FRESH_S)) throw gateFailure.bad_signature();
      const text = boxText(incoming.method, incoming.target, at, nonce, incoming.bytes);
      if (!verifyText(known.key, text, sig)) throw gateFailure.bad_signature();
      // By key, since one key serves one box id; twice the freshness outlives clocks on both sides.
      if (!await ports.spend("box", `${known.key}:${nonce}`, now + 2 * FRESH_S)) {
        throw gateFailure.bad_signature();
      }
      if (options.services && !known.services) throw gateFailure.not_services();
      if (options.own !== undefined && params[options.own] !== id) throw gateFailure.not_yours();
      return { kind: "box", box: id, services: known.services };
    },
  };
}

/** The token of an open claim, in the body's `claim` member, in place of a session. */
export function claim(): Gate<ClaimWho> {
  const token = (incoming: Incoming) => jsonMember(incoming, "claim");
  return {
    label: "claim",
    security: ["claim"],
    present: (incoming) => token(incoming) !== undefined,
    check(incoming, ports) {
      const shown = token(incoming);
      const who = shown === undefined ? undefined : ports.claim(shown);
      if (!who) throw gateFailure.bad_claim();
      return who;
    },
  };
}

/**
 * A body signed with a device key of the call (`{key, sig, at}` over svc-act/1), or a session of the account that
 * holds the call. The call is the path's `call`; a data session says `me`.
 */
export function signedBody(): Gate<SignedWho | SessionWho> {
  const signed = (incoming: Incoming) => jsonMember(incoming, "sig") !== undefined;
  return {
    label: "signedbody",
    security: ["signedBody", "session"],
    present: (incoming) => signed(incoming) || session({ data: true }).present(incoming),
    async check(incoming, ports, params) {
      if (!signed(incoming)) return checkHolder(needSession(incoming, ports), params.call, ports);
      const [key, sig] = [jsonMember(incoming, "key"), jsonMember(incoming, "sig")];
      const at = jsonBody(incoming)?.at;
      const call = normalCall(params.call ?? jsonMember(incoming, "call") ?? "");
      const now = ports.now();
      const registered = key === undefined ? undefined : ports.deviceKey(call, key);
      const holder = ports.holder(call);
      if (!key || !sig || typeof at !== "number" || !isFresh(String(at), now, FRESH_S)) {
        throw gateFailure.bad_signature();
      }
      const document = { at, call, instance: ports.instance, key, path: incoming.url.pathname };
      if (!verifyDocument("svc-act/1", document, key, sig)) {
        throw gateFailure.bad_signature();
      }
      if (!registered || !holder) throw gateFailure.not_yours();
      if (!await ports.spend("account-action", sig, now + 2 * FRESH_S)) throw gateFailure.bad_signature();
      return { kind: "signed", call, key, at, account: holder.accountId };
    },
  };
}

function checkHolder(who: SessionWho, call: string | undefined, ports: Ports): SessionWho {
  if (call === undefined || call === "me") return who;
  const holder = ports.holder(baseCall(normalCall(call)));
  if (!holder || holder.accountId !== who.account) throw gateFailure.not_yours();
  return who;
}

/** A weather console's push key: `key` or `PASSWORD` in query, form or JSON. */
export function weatherKey(): Gate<WeatherWho> {
  const shown = (incoming: Incoming): string | undefined => {
    for (const name of ["key", "PASSWORD", "PASSKEY"]) {
      const value = incoming.query.get(name) ?? formBody(incoming)?.get(name) ?? jsonMember(incoming, name);
      if (value) return value;
    }
    return undefined;
  };
  return {
    label: "wxkey",
    security: ["wxKey"],
    present: (incoming) => shown(incoming) !== undefined,
    check(incoming, ports) {
      const key = shown(incoming);
      const who = key === undefined ? undefined : ports.weather(key);
      if (!who) throw gateFailure.bad_token();
      return who;
    },
  };
}

/** The signed token of a mail's unsubscribe link, `?token=`. */
export function unsubscribeToken(): Gate<UnsubscribeWho> {
  return {
    label: "unsubtoken",
    security: ["unsubscribeToken"],
    present: (incoming) => incoming.query.has("token"),
    check(incoming, ports) {
      const who = ports.unsubscribe(incoming.query.get("token") ?? "");
      if (!who) throw gateFailure.bad_token();
      return who;
    },
  };
}

/** A spoke's signature with its federation key (FED "Authentication", spoke-signed). */
export function spoke(): Gate<SpokeWho> {
  return {
    label: "spoke",
    security: ["spoke"],
    present: (incoming) => incoming.headers.has("x-relay-sig"),
    check(incoming, ports) {
      const [instance, at, sig] = ["x-relay-instance", "x-relay-at", "x-relay-sig"].map((name) =>
        incoming.header(name)
      );
      if (!instance || !at || !sig || !isFresh(at, ports.now(), SPOKE_FRESH_S)) {
        throw gateFailure.bad_signature();
      }
      const text = `svc-relay/1\n${incoming.method} ${incoming.target}\n${at}\n${sha256Hex(incoming.bytes)}`;
      const key = ports.spokeKeys(instance).find((one) => verifyText(one, text, sig));
      if (!key) throw gateFailure.bad_signature();
      return { kind: "spoke", instance, key };
    },
  };
}

/** The API key of a request: bearer token, x-api-key or ?key= (API "Read API keys"). */
export function shownApiKey(incoming: Incoming): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(incoming.header("authorization") ?? "")?.[1];
  return bearer ?? incoming.header("x-api-key") ?? incoming.query.get("key") ?? undefined;
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
    security: gates.flatMap((gate) => gate.security),
    present: (incoming) => gates.some((gate) => gate.present(incoming)),
    check(incoming, ports, params) {
      const gate = gates.find((one) => one.present(incoming));
      if (!gate) throw gateFailure.no_credential();
      return gate.check(incoming, ports, params) as WhoOf<Gates[number]> | Promise<WhoOf<Gates[number]>>;
    },
  };
}

const bodies = new WeakMap<Incoming, Record<string, unknown> | null>();

/** The body as a JSON object, parsed once; `undefined` when it is none. */
export function jsonBody(incoming: Incoming): Record<string, unknown> | undefined {
  let body = bodies.get(incoming);
  if (body === undefined) {
    try {
      const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(incoming.bytes));
      body = typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
    } catch {
      body = null;
    }
    bodies.set(incoming, body!);
  }
  return body ?? undefined;
}

function jsonMember(incoming: Incoming, name: string): string | undefined {
  if (incoming.bytes.length === 0) return undefined;
  const value = jsonBody(incoming)?.[name];
  return typeof value === "string" ? value : undefined;
}

function formBody(incoming: Incoming): URLSearchParams | undefined {
  const type = incoming.header("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) return undefined;
  return new URLSearchParams(new TextDecoder().decode(incoming.bytes));
}
