/**
 * The guard of every fetch whose address somebody else chose: neighbours (FED "Authentication"), registries of
 * tools, catalogues (API "Live and misc"). The host is resolved first, only global unicast addresses are dialled,
 * and the connection goes to exactly the address that was checked; the same for every redirect. So a name that
 * resolves to another address a moment later gains nothing.
 */
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "./addresses/ip.ts";
import { concat } from "./bytes.ts";
import { isPublicAddress } from "./addresses/public_address.ts";
import type { World } from "./world.ts";

/** Why a fetch got no answer. */
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
  method?: "GET" | "POST" | "PUT";
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  maxBytes: number;
  timeoutMs: number;
  /** The operator named this origin, so it may lie on a private network. Redirects to other hosts may not. */
  exempt?: boolean;
  /** Follow no redirect to another origin: a secret or a signature goes with the request. */
  stay?: boolean;
  /** Refuse plain http, on every hop. */
  httpsOnly?: boolean;
  /**
   * Takes the bytes of a 200 piece by piece as they come, so that they are not gathered in memory. The next piece
   * comes when its promise has settled.
   */
  into?: (bytes: Uint8Array) => Promise<void>;
  /** Connections of earlier requests of the same caller, each to an address that was checked. */
  kept?: KeptConnections;
}

/** Connections that stay open from one request to the next, by address. Whoever makes them closes them. */
export class KeptConnections {
  readonly http = new HttpAgent({ keepAlive: true, maxSockets: 2 });
  readonly https = new HttpsAgent({ keepAlive: true, maxSockets: 2 });

  /** Closes every kept connection. */
  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}

export interface GuardOptions {
  world: World;
  /** The setting FED_ALLOW_PRIVATE. */
  allowPrivate: boolean;
  /** A root (PEM) in place of the system's: tests have their own. */
  ca?: string;
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches under the rules above; each request says how much it may read and how long it may take. */
export class FetchGuard {
  constructor(readonly options: GuardOptions) {}

  /** Fetches under the guard. Throws FetchRefused where no answer came. */
  async request(ask: FetchAsk): Promise<Fetched> {
    const first = URL.parse(ask.url);
    if (!first) throw new FetchRefused("bad_url", `${ask.url} is no address`);
    const started = this.options.world.elapsedMs();
    let url = first;
    let method = ask.method ?? "GET";
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const left = ask.timeoutMs - (this.options.world.elapsedMs() - started);
      if (left <= 0) throw new FetchRefused("timeout", `${first.host} did not answer in time`);
      if (ask.httpsOnly && url.protocol !== "https:") {
        throw new FetchRefused("bad_url", `${url.host} is not asked over plain http`);
      }
      const exempt = ask.exempt === true && url.origin === first.origin;
      const address = await this.#checked(url, exempt, left);
      const answer = await dial(url, address, { ...ask, method, timeoutMs: left }, this.options.ca);
      const location = answer.headers.location;
      if (!REDIRECTS.has(answer.status) || location === undefined) return { ...answer, url: url.href };
      const next = URL.parse(location, url.href);
      if (!next) throw new FetchRefused("redirect", `${url.host} redirects to no address`);
      // A signature or a secret is meant for the first host only.
      if ((method !== "GET" || ask.stay) && next.origin !== url.origin) {
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

/**
 * One request to one address. The name is kept for the Host header, which is also what the certificate is held against;
 * no port means the scheme's own.
 */
function dial(url: URL, address: string, ask: FetchAsk, ca?: string): Promise<Omit<Fetched, "url">> {
  const secure = url.protocol === "https:";
  const body = ask.body === undefined
    ? undefined
    : typeof ask.body === "string"
    ? Buffer.from(ask.body)
    : ask.body;
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)({
      host: address,
      port: url.port,
      path: url.pathname + url.search,
      method: ask.method ?? "GET",
      agent: (secure ? ask.kept?.https : ask.kept?.http) ?? false,
      ...(ca === undefined ? {} : { ca }),
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
      let taken = Promise.resolve();
      const tooLarge = () => fail("too_large", `${url.host} answers with more than ${ask.maxBytes} bytes`);
      if (Number(response.headers["content-length"]) > ask.maxBytes) return tooLarge();
      response.on("data", (chunk: Uint8Array) => {
        size += chunk.length;
        if (size > ask.maxBytes) return tooLarge();
        if (!ask.into || response.statusCode !== 200) return void chunks.push(chunk);
        response.pause();
        taken = ask.into(chunk).then(() => void response.resume());
        taken.catch((error) => fail("unreachable", String(error)));
      });
      // Also where it breaks off.
      response.on("error", (error) => fail("unreachable", `${url.host}: ${error.message}`));
      const done = () => {
        clearTimeout(timer);
        const headers: Fetched["headers"] = {};
        for (const [name, value] of Object.entries(response.headers)) {
          headers[name] = Array.isArray(value) ? value[0] : value;
        }
        resolve({ status: response.statusCode!, bytes: concat(...chunks), headers });
      };
      // The response may end before `take` has settled for the last piece.
      response.on("end", () => void taken.then(done, () => {}));
    });
    request.end(body);
  });
}
