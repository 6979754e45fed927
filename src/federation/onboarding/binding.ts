/** An instance's record in the amateur network's DNS: its name, its key, where it is (FED "DNS onboarding"). Pure. */
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import { isInstanceId, isPublicKey } from "../../wire/mod.ts";
import type { Endpoint } from "../tables/peer_store.ts";

/** A name in a callsign's part of the zone, which only the holder of the call controls. */
export interface CallName {
  call: string;
  /** `<call>.<zone>`, or a name below it. */
  host: string;
  /** Where the record stands. */
  txt: string;
}

export interface Binding {
  instance: string;
  /** Its key as base64url. */
  key: string;
  /** Host on the amateur network, and https origin, as the record names them. */
  host: string | null;
  web: string | null;
}

/** Where the instance is reached: over the amateur network, over https, or both. */
export interface Places {
  host: string | null;
  web: string | null;
}

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOST = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL}){1,}$`);
/** Parts of a record: seven are named, and others may follow. */
const MOST_PARTS = 32;

const lowerCall = (call: string): string => call.toLowerCase();
/** The name of a callsign in the zone. */
export const homeOf = (call: string, zone: string): string => `${lowerCall(call)}.${zone}`;

const named = (call: string, host: string): CallName => ({ call, host, txt: `_svc.${host}` });

/** The callsign's own name in the zone; undefined where the text is not a callsign. */
export function nameOfCall(text: string, zone: string): CallName | undefined {
  const call = baseCall(normalCall(text));
  return isCall(call) ? named(call, homeOf(call, zone)) : undefined;
}

/** A host as it was given; undefined unless it is a callsign's name in the zone, or one below it. */
export function nameOfHost(text: string, zone: string): CallName | undefined {
  const given = text.trim().toLowerCase();
  const host = given.endsWith(".") ? given.slice(0, -1) : given;
  if (!HOST.test(host) || !host.endsWith(`.${zone}`)) return undefined;
  const call = host.slice(0, -zone.length - 1).split(".").at(-1)!.toUpperCase();
  return isCall(call) ? named(call, host) : undefined;
}

/** Whether a name lies strictly inside the callsign's own zone. */
const isInside = (host: string, call: string, zone: string): boolean =>
  HOST.test(host) && host.endsWith(`.${homeOf(call, zone)}`);

/** Whether the text is an https origin and nothing more. */
const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.protocol === "https:" && url.origin === text;
};

/** Reads a record; undefined for one of another kind. One part that does not fit makes all of it unusable. */
export function readBinding(text: string, { call }: CallName, zone: string): Binding | undefined {
  const parts = text.split(";");
  if (parts.length > MOST_PARTS) return undefined;
  const fields = new Map<string, string>();
  for (const part of parts) {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (name === "") continue;
    if (fields.has(name)) return undefined; // a part that stands twice makes the record ambiguous
    fields.set(name, part.slice(at + 1).trim());
  }
  const instance = fields.get("inst") ?? "", key = fields.get("key") ?? "";
  const host = fields.get("host") ?? null, web = fields.get("web") ?? null;
  if (fields.get("v") !== "svc1" || !isInstanceId(instance) || !isPublicKey(key)) return undefined;
  if (host !== null && !isInside(host, call, zone)) return undefined;
  if (web !== null && !isOrigin(web)) return undefined;
  return { instance, key, host, web };
}

/** The record as it is published. */
export function writeBinding({ instance, key, host, web }: Binding): string {
  const places = [...(host === null ? [] : [`host=${host}`]), ...(web === null ? [] : [`web=${web}`])];
  return ["v=svc1", `inst=${instance}`, `key=${key}`, ...places].join("; ");
}

/** Where a binding leads: without any place in it, to the name under which it stands. */
export const placesOf = ({ host, web }: Binding, name: CallName): Places => ({
  host: host ?? (web === null ? name.host : null),
  web,
});

/** The one address under which the peer is stored. */
export const urlOf = ({ host, web }: Places): string => web ?? `http://${host}`;

/** What is dialled and in which order: the amateur network first where we are on it ourselves. */
export function endpointsOf({ host, web }: Places, onAmateurNetwork: boolean): Endpoint[] {
  const [radio, https] = onAmateurNetwork ? [10, 20] : [20, 10];
  const proven = { verifiedVia: "ardc-lot" };
  return [
    ...(host === null ? [] : [{ transport: "44net", address: host, priority: radio, ...proven }]),
    ...(web === null ? [] : [{ transport: "https", address: web, priority: https, ...proven }]),
  ].sort((a, b) => a.priority - b.priority);
}
