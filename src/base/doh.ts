/**
 * Asks a DNS-over-HTTPS resolver (RFC 8484 wire format, POST, DO set, AD read). The answer decides who a callsign
 * or an instance is, so an answer that does not exactly fit the question is dropped.
 */
import { decode, encode } from "dns-packet";
import { concat } from "./bytes.ts";
import type { Lives } from "./lives.ts";
import type { World } from "./world.ts";

const MESSAGE = "application/dns-message";
const TIMEOUT_MS = 5_000;
/** No DNS message is longer. */
const LONGEST = 65_535;
const NOERROR = "NOERROR";
const NXDOMAIN = "NXDOMAIN";
const AUTHENTIC_DATA = 1 << 5;
const TRUNCATED = 1 << 9;
/** Extended DNS error option and those of its codes by which a validating resolver says "forged" (RFC 8914 4). */
const EXTENDED_ERROR = 15;
const BOGUS = new Set([6, 7, 8, 9, 10, 11, 12]);

/** A decoded message, as far as it is read here (dns-packet carries no types). */
interface Packet {
  type: "query" | "response";
  flags: number;
  rcode: string;
  questions: { name: string; type: string }[];
  answers: { name: string; type: string; data: Data }[];
  additionals: { type: string; options?: { code: number; data?: Uint8Array }[] }[];
}
type Data = string | Uint8Array | (string | Uint8Array)[];

/** What is asked for. */
export type DnsType = "TXT" | "A" | "AAAA";

/** What a resolver said. `values`, sorted: each TXT record's strings joined, or addresses. */
export type DnsAnswer =
  | { kind: "records"; values: string[]; validated: boolean }
  | { kind: "alias"; validated: boolean } // a CNAME or DNAME stands at the name
  | { kind: "nothing"; validated: boolean } // no such name, or no such record there
  | { kind: "bogus" } // signed, and the signatures do not hold
  | { kind: "silent"; why: string }; // could not be asked or gave no usable answer

/** The question as bytes: ID 0, so that equal questions are equal bytes (RFC 8484 4.1); recursion wanted, DO set. */
export function dnsQuestion(name: string, type: DnsType): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(encode({
    type: "query",
    id: 0,
    flags: 1 << 8, // RD
    questions: [{ type, name, class: "IN" }],
    additionals: [{
      type: "OPT",
      name: ".",
      udpPayloadSize: 4096,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: 1 << 15, // DO
      flag_do: true,
      options: [],
    }],
  }));
}

/** Asks `resolver` for the records of a type at exactly `name`, and tells `lives` whether it answered. Never rejects. */
export async function askDns(
  request: World["fetch"],
  resolver: string,
  name: string,
  of: DnsType,
  lives?: Lives,
): Promise<DnsAnswer> {
  const answer = await asked(request, resolver, name, of);
  const service = `dns:${new URL(resolver).hostname}` as const;
  if (answer.kind === "silent") lives?.failed(service, answer.why);
  else lives?.worked(service);
  return answer;
}

async function asked(
  request: World["fetch"],
  resolver: string,
  name: string,
  of: DnsType,
): Promise<DnsAnswer> {
  try {
    const reply = await request(resolver, {
      method: "POST",
      headers: { "content-type": MESSAGE, accept: MESSAGE },
      body: dnsQuestion(name, of),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const type = reply.headers.get("content-type")?.split(";")[0]?.trim();
    if (reply.status !== 200 || type !== MESSAGE) {
      await reply.body?.cancel();
      return { kind: "silent", why: `status ${reply.status}, type ${type ?? "none"}` };
    }
    const bytes = await read(reply);
    return bytes ? readDnsAnswer(bytes, name, of) : { kind: "silent", why: "answer too long" };
  } catch (error) {
    return { kind: "silent", why: error instanceof Error ? error.message : String(error) };
  }
}

/** The body; undefined when it is longer than any message, the rest of which is not read. */
async function read(reply: Response): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of reply.body ?? []) {
    length += part.length;
    if (length > LONGEST) return undefined; // leaving the loop cancels the rest
    parts.push(part);
  }
  return concat(...parts);
}

const same = (a: string, b: string) =>
  a.replace(/\.$/, "").toLowerCase() === b.replace(/\.$/, "").toLowerCase();

/** Reads an answer's bytes. Names compare without case (RFC 4343). */
export function readDnsAnswer(bytes: Uint8Array, name: string, of: DnsType): DnsAnswer {
  let packet: Packet;
  try {
    packet = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    // dns-packet reads on past the end of a message that was cut, and passes over bytes behind it.
    if (decode.bytes !== bytes.length) return { kind: "silent", why: "not a DNS message" };
  } catch {
    return { kind: "silent", why: "not a DNS message" };
  }
  if (packet.type !== "response") return { kind: "silent", why: "not an answer" };
  const question = packet.questions[0];
  if (packet.questions.length !== 1 || question?.type !== of || !same(question.name, name)) {
    return { kind: "silent", why: "answers another question" };
  }
  if (packet.flags & TRUNCATED) return { kind: "silent", why: "truncated" };
  if (packet.rcode !== NOERROR && packet.rcode !== NXDOMAIN) {
    return saysBogus(packet) ? { kind: "bogus" } : { kind: "silent", why: packet.rcode };
  }
  const validated = (packet.flags & AUTHENTIC_DATA) !== 0;
  if (packet.answers.some((one) => one.type === "CNAME" || one.type === "DNAME")) {
    return { kind: "alias", validated };
  }
  const values = packet.answers.flatMap((one) =>
    one.type === of && same(one.name, name) ? [joined(one.data)] : []
  );
  return values.length > 0
    ? { kind: "records", values: values.sort(), validated }
    : { kind: "nothing", validated };
}

/** A TXT record's character-strings, one after the other (RFC 7208 3.3 joins them the same way). */
function joined(data: Data): string {
  const chunks = Array.isArray(data) ? data : [data];
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as string))).toString("utf8");
}

function saysBogus(packet: Packet): boolean {
  for (const one of packet.additionals) {
    if (one.type !== "OPT") continue;
    for (const option of one.options ?? []) {
      if (option.code !== EXTENDED_ERROR || !option.data || option.data.length < 2) continue;
      if (BOGUS.has(option.data[0]! << 8 | option.data[1]!)) return true;
    }
  }
  return false;
}

/** Two addresses of one host are one resolver: agreement counts only between independent ones. */
export function independent(resolvers: readonly string[]): string[] {
  const hosts = new Set<string>();
  return resolvers.filter((url) => {
    const { hostname } = new URL(url);
    return !hosts.has(hostname) && hosts.add(hostname);
  });
}

/** The TXT records at a name by the first resolver that answers; undefined when none does. No validation is asked for. */
export async function txtRecords(
  world: World,
  resolvers: readonly string[],
  name: string,
): Promise<string[] | undefined> {
  for (const resolver of resolvers) {
    const answer = await askDns(world.fetch, resolver, name, "TXT", world.lives);
    if (answer.kind === "records") return answer.values;
    if (answer.kind === "nothing") return [];
  }
  return undefined;
}
