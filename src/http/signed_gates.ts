/** Gates whose credential is a signature, or a token in the body: boxes, claims, device keys, consoles, spokes. */
import { baseCall, normalCall, sha256Hex } from "../base/mod.ts";
import { boxText, isBoxNonce, verifyDocument, verifyText } from "../wire/mod.ts";
import {
  either,
  type Gate,
  gateFailure,
  needSession,
  session,
  sysop,
  UNKNOWN_SENDER_BYTES,
} from "./gates.ts";
import { formBody, jsonBody, jsonMember } from "./body_members.ts";
import type { Incoming } from "./incoming.ts";
import { ingest, operator, relaySecret, submitSecret } from "./secret_gates.ts";
import type {
  BoxWho,
  ClaimWho,
  IngestWho,
  OperatorWho,
  Ports,
  SessionWho,
  SignedWho,
  SpokeWho,
  SysopWho,
  TicketWho,
  UnsubscribeWho,
  WeatherWho,
} from "./ports.ts";

/** How long a box or account signature is fresh, in seconds either way (API "Ingest box signatures"). */
export const FRESH_S = 300;
/** How long a spoke's signature is fresh (FED "Authentication"). */
const SPOKE_FRESH_S = 120;

const BOX_HEADERS = ["x-box-id", "x-box-at", "x-box-nonce", "x-box-sig"] as const;
const SPOKE_HEADERS = ["x-relay-instance", "x-relay-at", "x-relay-sig"] as const;

/** What a spoke signs (FED "Authentication", spoke-signed); `target` is the path with its query. */
export const spokeText = (method: string, target: string, at: string, body: Uint8Array): string =>
  `svc-relay/1\n${method} ${target}\n${at}\n${sha256Hex(body)}`;

const isFresh = (at: string, now: number, seconds: number): boolean =>
  /^\d{1,12}$/.test(at) && Math.abs(Number(at) - now) <= seconds;

/** What a box shows in its headers, where its id is known and its time fresh; the signature is not looked at. */
function shownBox(incoming: Incoming, ports: Ports) {
  const [id = "", at = "", nonce = "", sig = ""] = BOX_HEADERS.map((name) => incoming.header(name));
  if (sig === "" || !isBoxNonce(nonce)) throw gateFailure.bad_signature();
  const known = ports.box(id);
  if (!known || !isFresh(at, ports.now(), FRESH_S)) throw gateFailure.bad_signature();
  return { known, id, at, nonce, sig };
}

/**
 * An enrolled box's own signature. `own` names the path parameter that must be the box's id; `services` asks a box
 * that the operator marked as running the instance's services.
 */
export function box(options: { own?: string; services?: boolean } = {}): Gate<BoxWho> {
  return {
    label: options.services ? "svcbox" : "box",
    security: ["box"],
    present: (incoming) => incoming.headers.has("x-box-id") || incoming.headers.has("x-box-sig"),
    needsBody: () => Infinity,
    before: (incoming, ports) => void shownBox(incoming, ports),
    async check(incoming, ports, params) {
      const { known, id, at, nonce, sig } = shownBox(incoming, ports);
      const text = boxText(incoming.method, incoming.target, at, nonce, incoming.bytes);
      if (!verifyText(known.key, text, sig)) throw gateFailure.bad_signature();
      // Remembered by key, since a key serves one box id; and for twice the freshness, since clocks may be wrong both ways.
      if (!await ports.spend("box", `${known.key}:${nonce}`, ports.now() + 2 * FRESH_S)) {
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
    inBody: true,
    needsBody: () => UNKNOWN_SENDER_BYTES,
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
    inBody: true,
    needsBody: () => UNKNOWN_SENDER_BYTES,
    security: ["signedBody", "session"],
    present: (incoming) => signed(incoming) || session({ data: true }).present(incoming),
    async check(incoming, ports, params) {
      if (!signed(incoming)) return checkHolder(needSession(incoming, ports), params.call, ports);
      const [key = "", sig = ""] = [jsonMember(incoming, "key"), jsonMember(incoming, "sig")];
      const at = jsonBody(incoming)?.at;
      const call = normalCall(params.call ?? jsonMember(incoming, "call") ?? "");
      const now = ports.now();
      const registered = ports.deviceKey(call, key);
      const holder = ports.holder(call);
      if (typeof at !== "number" || !isFresh(String(at), now, FRESH_S)) {
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
    inBody: true,
    needsBody: () => UNKNOWN_SENDER_BYTES,
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
    needsBody: () => Infinity,
    before: (incoming, ports) => void shownSpoke(incoming, ports),
    check(incoming, ports) {
      const { keys, instance, at, sig } = shownSpoke(incoming, ports);
      const key = signedUnder(incoming, at, sig, keys);
      if (!key) throw gateFailure.bad_signature();
      return { kind: "spoke", instance, key };
    },
  };
}

/** The key, of those that count, under which a spoke's signature of the request holds. */
const signedUnder = (
  incoming: Incoming,
  at: string,
  sig: string,
  keys: readonly string[],
): string | undefined => {
  const text = spokeText(incoming.method, incoming.target, at, incoming.bytes);
  return keys.find((one) => verifyText(one, text, sig));
};

/**
 * The same signature where it is optional: `true` where the instance signed the request just now with one of the keys,
 * `false` where there is no signature. Throws `bad_signature` for one that does not hold.
 */
export function isSpokeSigned(
  incoming: Incoming,
  by: { instance: string; keys: readonly string[]; now: number },
): boolean {
  if (!SPOKE_HEADERS.some((name) => incoming.headers.has(name))) return false;
  const [instance = "", at = "", sig = ""] = SPOKE_HEADERS.map((name) => incoming.header(name));
  const good = instance === by.instance && isFresh(at, by.now, SPOKE_FRESH_S) &&
    signedUnder(incoming, at, sig, by.keys) !== undefined;
  if (!good) throw gateFailure.bad_signature();
  return true;
}

/** FED_SUBMIT_SECRET with the spoke's signature beside it: what only that spoke may read. */
export function submitSigned(): Gate<SpokeWho> {
  const [secret, signed] = [submitSecret(), spoke()];
  return {
    ...signed,
    label: secret.label,
    security: [...secret.security, ...signed.security],
    present: (incoming) => secret.present(incoming),
    check(incoming, ports, params) {
      secret.check(incoming, ports, params);
      return signed.check(incoming, ports, params);
    },
  };
}

/** A relay's ticket, shown by somebody who may ask: with the relay secret, or signed by a known instance. */
export function relayTicket(): Gate<TicketWho> {
  const [secret, signed] = [relaySecret(), spoke()];
  return {
    label: "ticket",
    security: ["x-relay-ticket"],
    present: (incoming) => incoming.headers.has("x-relay-ticket"),
    async check(incoming, ports, params) {
      const by = signed.present(incoming)
        ? (await signed.check(incoming, ports, params)).instance
        : (secret.check(incoming, ports, params), undefined);
      const ticket = incoming.header("x-relay-ticket");
      if (ticket === undefined) throw gateFailure.no_ticket();
      return { kind: "ticket", ticket, instance: by };
    },
  };
}

/** What a spoke shows in its headers, where it is known and its time fresh; the signature is not looked at. */
function shownSpoke(incoming: Incoming, ports: Ports) {
  const [instance = "", at = "", sig = ""] = SPOKE_HEADERS.map((name) => incoming.header(name));
  if (sig === "" || !isFresh(at, ports.now(), SPOKE_FRESH_S)) throw gateFailure.bad_signature();
  const keys = ports.spokeKeys(instance);
  if (keys.length === 0) throw gateFailure.bad_signature();
  return { keys, instance, at, sig };
}

/** A box's services (mail, packet circuits …), or the ingest secret on their behalf. */
export const services = (): Gate<IngestWho | BoxWho> => either(ingest(), box({ services: true }));

/** A box's services, or the operator by hand. */
export const servicesOrOperator = (): Gate<IngestWho | BoxWho | OperatorWho | SysopWho> =>
  either(ingest(), box({ services: true }), operator(), sysop({ anyAge: "a box does the same all day" }));
