/** Who asks, and under which of our addresses (API "Cross-origin and addresses"). */
import { isIP } from "../base/mod.ts";

interface AddressRules {
  /** APP_URL, then EXTRA_ORIGINS; empty on an instance that has none. */
  own: readonly string[];
  /** Other web apps that may send credentials. */
  trusted: readonly string[];
  trustProxy: boolean;
  /** Whether a Host header names this host by a name or an address of its own; these change while it runs. */
  isLocal?: (host: string) => boolean;
  /** Where no own address is configured: the one that others reach this host by, as far as who asks may know it; it changes too. */
  elsewhere?: (asker: string) => string | undefined;
}

/**
 * The form of a Host header: a name or an address, and perhaps a port. Any other text could lead to another path than
 * the one asked for.
 */
const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
const LOOPBACK = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

const EVERYBODY = { "access-control-allow-origin": "*" };
const STRICT = { "strict-transport-security": "max-age=31536000" };
const EVERYBODY_VARIED = { ...EVERYBODY, vary: "Origin" };

/** Decides by the configured addresses who asks, under which own address, and from which origin. */
export class Addresses {
  readonly #rules: AddressRules;
  readonly #hosts = new Map<string, string>();
  readonly #credentialed: ReadonlySet<string>;

  /** The Host header that had the form of one last: most requests have the same. */
  #named = "";

  /** Host of an APP_URL that is https. */
  readonly #strictHost: string | undefined;

  constructor(rules: AddressRules) {
    this.#rules = rules;
    const [main] = rules.own;
    this.#strictHost = main?.startsWith("https:") ? new URL(main).host : undefined;
    for (const origin of rules.own) this.#hosts.set(new URL(origin).host, origin);
    // Credentials travel cross-origin only over https or loopback.
    const all = [...rules.own, ...rules.trusted];
    this.#credentialed = new Set(
      all.filter((origin) => origin.startsWith("https:") || LOOPBACK.test(origin)),
    );
  }

  /** `http` or `https`: how the listener was reached, or what the proxy says where the proxy is trusted. */
  scheme(url: string, headers: Headers): "http" | "https" {
    if (url.startsWith("https:")) return "https";
    return this.#rules.trustProxy && headers.get("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https"
      ? "https"
      : "http";
  }

  /**
   * The address under which a request is answered: `scheme://host`. A request for a host that is not ours is answered
   * as if it had asked for APP_URL; without APP_URL the request's own host counts.
   */
  of(url: string, headers: Headers): string {
    const host = headers.get("host") || new URL(url).host;
    const known = this.#hosts.has(host) || this.#rules.own.length === 0 || this.isLocal(host);
    return `${this.scheme(url, headers)}://${known ? host : new URL(this.#rules.own[0]!).host}`;
  }

  /**
   * The public origin to put into links: the own origin of that host, else APP_URL, else the address itself. Links are
   * passed on, so loopback, which leads each reader to their own host, gives way to an address that others reach.
   */
  link(url: string, headers: Headers, asker: string): string {
    const own = this.#hosts.get(headers.get("host") ?? "") ?? this.#rules.own[0];
    if (own !== undefined) return own;
    const asked = this.of(url, headers);
    return LOOPBACK.test(asked) ? this.#rules.elsewhere?.(asker) ?? asked : asked;
  }

  /** Whether a Host header names this host by a name or an address of its own, where it is served under those. */
  isLocal(host: string): boolean {
    return this.#rules.isLocal?.(host) ?? false;
  }

  /** Whether the Host header has the form of a host, is absent (HTTP/1.0), or is empty (RFC 9112 3.2; weather consoles send it so). */
  isNamed(headers: Headers): boolean {
    const host = headers.get("host");
    if (!host || host === this.#named) return true;
    if (!HOST.test(host)) return false;
    this.#named = host;
    return true;
  }

  /** Headers of every response to this request. */
  headers(request: Request): Record<string, string> {
    const cors = this.#crossOrigin(request);
    return this.#isStrict(request) ? { ...cors, ...STRICT } : cors;
  }

  /** Whether the answer may bind browsers to https (RFC 6797): where APP_URL is https, on that host or over https. */
  #isStrict({ url, headers }: Request): boolean {
    // A local name is also served over plain http, for whoever does not trust its certificate yet.
    if (this.#strictHost === undefined || this.isLocal(headers.get("host") ?? "")) return false;
    return this.scheme(url, headers) === "https" || headers.get("host") === this.#strictHost;
  }

  #crossOrigin(request: Request): Record<string, string> {
    if (this.#credentialed.size === 0 && !this.#rules.isLocal) return EVERYBODY;
    const origin = request.headers.get("origin");
    if (origin === null || !this.#mayBring(origin)) return EVERYBODY_VARIED;
    return {
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      vary: "Origin",
    };
  }

  /** Whether credentials may come from pages of an origin: one that is configured, or an own name over https. */
  #mayBring(origin: string): boolean {
    return this.#credentialed.has(origin) ||
      (origin.startsWith("https://") && this.isLocal(origin.slice("https://".length)));
  }

  /** Whether a page of this origin may act with a member's session. A request without Origin comes from no foreign page. */
  mayAct(url: string, headers: Headers): boolean {
    const origin = headers.get("origin");
    if (origin === null || this.#mayBring(origin)) return true;
    return origin === `${this.scheme(url, headers)}://${headers.get("host") ?? ""}`;
  }

  /** Whether sessions must travel from other sites, so that the cookie needs SameSite=None. */
  get crossSite(): boolean {
    return this.#rules.trusted.some((origin) => this.#credentialed.has(origin));
  }

  /** The client's IP address: the connection's, or the last one that a trusted proxy names; some write its port as well. */
  client(remote: string, headers: Headers): string {
    if (!this.#rules.trustProxy) return remote;
    const named = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
    const address =
      /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i.exec(named)?.slice(1).find(Boolean) ?? named;
    return isIP(address) ? address : remote;
  }
}
