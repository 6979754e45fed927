/** What is said of this host: names with addresses, and a service under one of them (RFC 6763). Pure. */
import { encode } from "dns-packet";
import { KINDS, LOCAL } from "./names.ts";
import { type Heard, type Place, type Question, TYPE } from "./read.ts";

/** How long others keep what they heard, in seconds (RFC 6762 10): what hangs on the host's address, and the rest. */
const HOST_TTL = 120, OTHER_TTL = 4500;
/** Of answers to those who know nothing of multicast DNS (RFC 6762 6.7). */
const LEGACY_TTL = 10;

/** A service that is announced, e.g. `_svc._tcp`. */
export interface Service {
  kind: string;
  /** Its own name under the kind; the host's name is the same label. */
  label: string;
  port: number;
  /** `name=value`, each at most 255 bytes. */
  text: readonly string[];
}

/** A record as it is written. `unique`: nobody else may have one of this name and type. */
export type Own =
  & { name: string; unique: boolean; ttl: number }
  & (
    | { type: "A"; data: string }
    | { type: "PTR"; data: string }
    | { type: "SRV"; data: Place }
    | { type: "TXT"; data: readonly string[] }
    | { type: "NSEC"; data: readonly string[] }
  );

/** The addresses of a name, and that it has nothing else: who asks for IPv6 need not wait for it (RFC 6762 6.1). */
export const hostRecords = (name: string, addresses: readonly string[]): Own[] => [
  ...addresses.map((data) => ({ name, type: "A" as const, unique: true, ttl: HOST_TTL, data })),
  { name, type: "NSEC", unique: true, ttl: HOST_TTL, data: ["A"] },
];

export const serviceName = (service: Service): string => `${service.label}.${service.kind}.${LOCAL}`;

/** What stands for a service: that the kind is here, where it is, and what it says of itself. */
export function serviceRecords(service: Service): Own[] {
  const kind = `${service.kind}.${LOCAL}`, name = serviceName(service);
  const place: Place = { port: service.port, target: `${service.label}.${LOCAL}` };
  return [
    { name: kind, type: "PTR", unique: false, ttl: OTHER_TTL, data: name },
    { name: KINDS, type: "PTR", unique: false, ttl: OTHER_TTL, data: kind },
    { name, type: "SRV", unique: true, ttl: HOST_TTL, data: place },
    { name, type: "TXT", unique: true, ttl: OTHER_TTL, data: service.text },
    { name, type: "NSEC", unique: true, ttl: HOST_TTL, data: ["TXT", "SRV"] },
  ];
}

/** Whether the record answers the question. */
export function answers(record: Own, { name, type }: Question): boolean {
  if (record.name !== name) return false;
  if (record.type === "NSEC") {
    return type !== TYPE.ANY && !record.data.some((there) => TYPE[there as keyof typeof TYPE] === type);
  }
  return type === TYPE.ANY || TYPE[record.type] === type;
}

/** Whether somebody says the same as we do. */
export function isSame(record: Own, heard: Heard): boolean {
  if (record.name !== heard.name || TYPE[record.type] !== heard.type) return false;
  if (record.type === "A" || record.type === "PTR") return record.data === heard.data;
  if (record.type === "SRV") {
    const place = heard.data as Place;
    return place.port === record.data.port && place.target === record.data.target;
  }
  if (record.type === "NSEC") return true;
  const said = heard.data as Uint8Array[], decoder = new TextDecoder();
  return said.length === record.data.length &&
    said.every((text, n) => decoder.decode(text) === record.data[n]);
}

/** The record as dns-packet writes it. */
function written(record: Own, { ttl = record.ttl, flush = record.unique } = {}) {
  const { name, type } = record;
  const data = record.type === "SRV"
    ? { priority: 0, weight: 0, ...record.data }
    : record.type === "NSEC"
    ? { nextDomain: name, rrtypes: record.data }
    : record.type === "TXT"
    ? [...record.data] // dns-packet puts bytes in the place of texts
    : record.data;
  return { name, type, class: "IN", ttl, flush, data };
}

const bytesOf = (packet: object): Uint8Array => Uint8Array.from(encode(packet));
const AUTHORITATIVE = 1 << 10;

/** A question about a name, or several. */
export const askFor = (
  questions: readonly { name: string; type: "PTR" | "SRV" | "TXT" | "A" }[],
): Uint8Array =>
  bytesOf({ type: "query", id: 0, flags: 0, questions: questions.map((one) => ({ ...one, class: "IN" })) });

/** Asks whether anybody has the name, and says what is about to be claimed (RFC 6762 8.1). */
export const probeFor = (name: string, records: readonly Own[]): Uint8Array =>
  bytesOf({
    type: "query",
    id: 0,
    flags: 0,
    questions: [{ name, type: "ANY", class: "IN" }],
    authorities: records.filter(({ type }) => type !== "NSEC").map((one) => written(one, { flush: false })),
  });

/** What everybody hears. */
export const announcement = (answered: readonly Own[], besides: readonly Own[] = []): Uint8Array =>
  bytesOf({
    type: "response",
    id: 0,
    flags: AUTHORITATIVE,
    answers: answered.map((one) => written(one)),
    additionals: besides.map((one) => written(one)),
  });

/** That these hold no longer (RFC 6762 10.1). */
export const goodbye = (records: readonly Own[]): Uint8Array =>
  bytesOf({
    type: "response",
    id: 0,
    flags: AUTHORITATIVE,
    answers: records.filter(({ type }) => type !== "NSEC").map((one) => written(one, { ttl: 0 })),
  });

/** To one that asked from a port of its own: an ordinary DNS answer, its question repeated (RFC 6762 6.7). */
export const plainAnswer = (
  id: number,
  questions: readonly Question[],
  answered: readonly Own[],
): Uint8Array =>
  bytesOf({
    type: "response",
    id,
    flags: AUTHORITATIVE,
    questions: questions.map(({ name, type }) => ({
      name,
      type: TYPE_NAME.get(type) ?? `UNKNOWN_${type}`,
      class: "IN",
    })),
    answers: answered.filter(({ type }) => type !== "NSEC").map((one) =>
      written(one, { ttl: Math.min(one.ttl, LEGACY_TTL), flush: false })
    ),
  });

const TYPE_NAME = new Map<number, string>(Object.entries(TYPE).map(([name, number]) => [number, name]));
