/**
 * The guard of every outgoing federation fetch (FED "Authentication"): the host is resolved first, only global unicast
 * addresses are dialled, the connection goes to the very address that was checked, and so on every redirect. A name that
 * resolves to something else a moment later gains nothing.
 */
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, isIPv4 } from "node:net";
import type { World } from "../base/mod.ts";

/** Ranges that are not global unicast (IANA special-purpose registries), IPv4 and IPv6. */
const SPECIAL_V4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const SPECIAL_V6: [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["3fff::", 20],
];
const blockedV4 = new BlockList();
for (const [net, bits] of SPECIAL_V4) blockedV4.addSubnet(net, bits, "ipv4");
const blockedV6 = new BlockList();
for (const [net, bits] of SPECIAL_V6) blockedV6.addSubnet(net, bits, "ipv6");

/** The 16 bytes of an IPv6 address text. */
function bytesOfV6(address: string): number[] {
  const plain = address.split("%")[0]!;
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(plain);
  const text = dotted
    ? `${dotted[1]}${((+dotted[2]! << 8) | +dotted[3]!).toString(16)}:${
      ((+dotted[4]! << 8) | +dotted[5]!).toString(16)
    }`
    : plain;
  const [head = "", tail] = text.split("::", 2);
  const words = (part: string) => part === "" ? [] : part.split(":").map((word) => parseInt(word, 16));
  const before = words(head), after = tail === undefined ? [] : words(tail);
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  return all.flatMap((word) => [word >> 8, word & 0xff]);
}

/** Whether an address literal is global unicast; an IPv4 address inside an IPv6 one is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blockedV4.check(address, "ipv4");
  if (isIP(address) !== 6) return false;
  const bytes = bytesOfV6(address);
  const inner = (at: number) => isPublicAddress(bytes.slice(at, at + 4).join("."));
  const starts = (...prefix: number[]) => prefix.every((byte, i) => bytes[i] === byte);
  const zeros = (from: number, to: number) => bytes.slice(from, to).every((byte) => byte === 0);
  if (zeros(0, 10) && bytes[10] === 0xff && bytes[11] === 0xff) return inner(12); // ::ffff:a.b.c.d
  if (zeros(0, 12)) return false; // unspecified, loopback, deprecated IPv4-compatible
  if (starts(0, 0x64, 0xff, 0x9b) && zeros(4, 12)) return inner(12); // NAT64
  if (starts(0x20, 0x02)) return inner(2); // 6to4
  if ((bytes[0]! & 0xe0) !== 0x20) return false; // outside 2000::/3
  return !blockedV6.check(address.split("%")[0]!, "ipv6");
}

/** Why a fetch did not come to an answer. */
export class FetchRefused extends Error {
  constructor(
    readonly reason: "address" | "unreachable" | "timeout" | "too_large" | "redirect" | "bad_url",
    text: string,
  ) {
    super(text);
    this.name = "FetchRefused";
  }
}

export interface Fetched {
  status: number;
  bytes: Uint8Array<ArrayBuffer>;
  headers: Record<string, string | undefined>;
  /** The address that answered at last, after redirects. */
  url: string;
}

export interface FetchAsk {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  maxBytes: number;
  timeoutMs: number;
  /** The operator named this origin: it may lie anywhere. Redirects away from it may not. */
  exempt?: boolean;
}

export interface GuardOptions {
  world: World;
  /** FED_ALLOW_PRIVATE. */
  allowPrivate: boolean;
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export class FetchGuard {
  constructor(readonly options: GuardOptions) {}

  /** Fetches under the guard. Throws FetchRefused for everything that is not an answer. */
  async request(ask: FetchAsk): Promise<Fetched> {
    const first = URL.parse(ask.url);
    if (!first) throw new FetchRefused("bad_url", `${ask.url} is no address`);
    const started = this.options.world.elapsedMs();
    let url = first;
    let method = ask.method ?? "GET";
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const left = ask.timeoutMs - (this.options.world.elapsedMs() - started);
      if (left <= 0) throw new FetchRefused("timeout", `${first.host} did not answer in time`);
      const exempt = ask.exempt === true && url.origin === first.origin;
      const address = await this.#checked(url, exempt, left);
      const answer = await dial(url, address, { ...ask, method, timeoutMs: left });
      const location = answer.headers.location;
      if (!REDIRECTS.has(answer.status) || location === undefined) return { ...answer, url: url.href };
      const next = URL.parse(location, url.href);
      if (!next) throw new FetchRefused("redirect", `${url.host} redirects to no address`);
      // What is signed or secret was meant for the first host.
      if (method !== "GET" && next.origin !== url.origin) {
        throw new FetchRefused("redirect", `${url.host} redirects elsewhere`);
      }
      if (url.protocol === "https:" && next.protocol === "http:") {
        throw new FetchRefused("redirect", `${url.host} redirects to plain http`);
      }
      if (answer.status === 303) method = "GET";
      url = next;
    }
    throw new FetchRefused("redirect", `${first.host} redirects too often`);
  }

  /** The address to dial. Every address that the name has must be allowed: a mixed answer is refused whole. */
  async #checked(url: URL, exempt: boolean, timeoutMs: number): Promise<string> {
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new FetchRefused("bad_url", `${url.protocol} is not fetched`);
    }
    if (url.username || url.password) {
      throw new FetchRefused("bad_url", "credentials in an address are refused");
    }
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const addresses = isIP(host)
      ? [host]
      : await withTimeout(this.options.world.lookup(host), timeoutMs, host);
    if (addresses.length === 0) throw new FetchRefused("unreachable", `${host} has no address`);
    if (!exempt && !this.options.allowPrivate) {
      const bad = addresses.find((address) => !isPublicAddress(address));
      if (bad !== undefined) throw new FetchRefused("address", `${host} lies on a private network (${bad})`);
    }
    return addresses[0]!;
  }
}

function withTimeout<T>(work: Promise<T>, ms: number, host: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FetchRefused("timeout", `${host} was not resolved in time`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** One request to one address. The name is kept for the Host header and for the certificate. */
function dial(url: URL, address: string, ask: FetchAsk): Promise<Omit<Fetched, "url">> {
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const body = ask.body === undefined
    ? undefined
    : typeof ask.body === "string"
    ? Buffer.from(ask.body)
    : ask.body;
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)({
      host: address,
      port: url.port || (secure ? 443 : 80),
      path: url.pathname + url.search,
      method: ask.method ?? "GET",
      agent: false,
      ...(secure && !isIP(host) ? { servername: host } : {}),
      headers: {
        host: url.host,
        "accept-encoding": "identity",
        "user-agent": "service-gateway",
        ...(body ? { "content-length": String(body.length) } : {}),
        ...ask.headers,
      },
    });
    const fail = (reason: FetchRefused["reason"], text: string) => {
      clearTimeout(timer);
      reject(new FetchRefused(reason, text));
      request.destroy();
    };
    const timer = setTimeout(() => fail("timeout", `${url.host} did not answer in time`), ask.timeoutMs);
    request.on("error", (error) => fail("unreachable", `${url.host}: ${error.message}`));
    request.on("response", (response) => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      const tooLarge = () => fail("too_large", `${url.host} answers with more than ${ask.maxBytes} bytes`);
      if (Number(response.headers["content-length"] ?? 0) > ask.maxBytes) return tooLarge();
      response.on("data", (chunk: Uint8Array) => {
        size += chunk.length;
        if (size > ask.maxBytes) return tooLarge();
        chunks.push(chunk);
      });
      response.on("error", (error) => fail("unreachable", `${url.host}: ${error.message}`));
      response.on("aborted", () => fail("unreachable", `${url.host} broke off`));
      response.on("end", () => {
        clearTimeout(timer);
        const headers: Fetched["headers"] = {};
        for (const [name, value] of Object.entries(response.headers)) {
          headers[name] = Array.isArray(value) ? value[0] : value;
        }
        resolve({ status: response.statusCode ?? 0, bytes: Uint8Array.from(Buffer.concat(chunks)), headers });
      });
    });
    request.end(body);
  });
}
