/** Gates: who may use a route. Each is one value: its label, what OpenAPI says of it, and the check that gives `who`. */
import { failures, sameSecret } from "../base/mod.ts";
import type { Incoming } from "./incoming.ts";
import type { ApiKeyWho, IngestWho, OperatorWho, Ports, SessionWho, SysopWho } from "./ports.ts";

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

function findSession(incoming: Incoming, ports: Ports): SessionWho | undefined {
  const cookie = incoming.cookie(SESSION_COOKIE);
  if (cookie === undefined) return undefined;
  const reading = incoming.method === "GET" || incoming.method === "HEAD";
  if (!reading && !incoming.addresses.mayAct(incoming.request.url, incoming.headers)) return undefined;
  const issued = ports.session(cookie, incoming.address);
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
      if (who.call === null || !who.sysop) throw gateFailure.not_sysop();
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
