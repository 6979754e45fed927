/**
 * The state page on loopback: status, what was heard, the spool, what is plugged in, and a button that silences. Nothing on it
 * switches transmitting on. One file without foreign parts; what changes comes from `/status.json`.
 */
import { sha256, toBase64Url } from "../../base/mod.ts";
import type { Kept, OnHost } from "../parts.ts";
import { metricsText } from "./metrics.ts";
import type { RecentlyHeard } from "./recent.ts";
import { connectFromPage, deviceList } from "./page_devices.ts";
import { readTransmissions } from "../transmit/log.ts";
import { statusOf, type StatusParts } from "./status.ts";
import { warningsOf } from "./warnings.ts";
import { PAGE_SCRIPT, PAGE_STYLE, pageHtml } from "./page_html.ts";

// Wrong passwords for the state page, by sender: after ten within a minute the sender is refused until the minute is
// over.

const MOST = 10, WINDOW_MS = 60_000;
/** Senders kept; the oldest gives way. */
const SENDERS_MOST = 1000;

/** IPv4 addresses are told apart. A host on an IPv6 network has as many addresses as it likes: all of them are one. */
function senderOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d{1,3}\.)/i, "");
  return plain.includes(":") ? "IPv6" : plain;
}

class Guesses {
  readonly #wrong = new Map<string, { n: number; ends: number }>();

  /** `now` in milliseconds, of a clock that never jumps. */
  constructor(readonly now: () => number) {}

  /** Whether the sender has guessed too often. */
  isOver(address: string): boolean {
    const window = this.#wrong.get(senderOf(address));
    return window !== undefined && this.now() < window.ends && window.n >= MOST;
  }

  /** Counts a wrong password. */
  add(address: string): void {
    const sender = senderOf(address), now = this.now();
    const window = this.#wrong.get(sender);
    if (window && now < window.ends) {
      window.n++;
      return;
    }
    if (!window && this.#wrong.size >= SENDERS_MOST) this.#wrong.delete(this.#wrong.keys().next().value!);
    this.#wrong.delete(sender);
    this.#wrong.set(sender, { n: 1, ends: now + WINDOW_MS });
  }
}

const base64 = (text: string): string => Buffer.from(sha256(text)).toString("base64");
const POLICY = `default-src 'none'; connect-src 'self'; script-src 'sha256-${base64(PAGE_SCRIPT)}'; ` +
  `style-src 'sha256-${base64(PAGE_STYLE)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Rows of the transmit log on the page. */
const SHOWN = 20;

export interface PageOptions {
  /** Host on which it listens. */
  host: string;
  /** Asked for where it listens beyond loopback. */
  password?: string;
}

/**
 * Whether the request was meant for this page. A request under another host name comes from a page that leads its own
 * name here (DNS rebinding).
 */
function meant(request: Request, { host }: PageOptions): boolean {
  const name = new URL(request.url).hostname;
  if (!LOOPBACK.test(name) && name !== host && host !== "0.0.0.0" && host !== "::") return false;
  const origin = request.headers.get("origin");
  return origin === null || origin === new URL(request.url).origin;
}

function mayRead(request: Request, { password }: PageOptions): boolean {
  if (password === undefined) return true;
  const shown = /^Basic ([A-Za-z0-9+/=]{1,400})$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (shown === undefined) return false;
  const text = Buffer.from(shown, "base64").toString();
  return toBase64Url(sha256(text.slice(text.indexOf(":") + 1))) === toBase64Url(sha256(password));
}

export function pageHandler(
  parts: StatusParts & Pick<Kept, "db"> & Pick<OnHost, "io">,
  recent: RecentlyHeard,
  options: PageOptions,
  connect: (address: string) => string | undefined,
): (request: Request, came: { remoteAddr: { hostname: string } }) => Response | Promise<Response> {
  const guesses = new Guesses(() => parts.world.elapsedMs()), devices = deviceList(parts.io.files);
  const plain = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  return (request, { remoteAddr: { hostname: from } }) => {
    if (!meant(request, options)) return new Response("wrong name\n", { status: 421, headers: plain });
    if (guesses.isOver(from)) {
      const headers = { ...plain, "retry-after": "60" };
      return new Response("too many wrong passwords\n", { status: 429, headers });
    }
    if (!mayRead(request, options)) {
      if (request.headers.has("authorization")) {
        guesses.add(from);
        parts.world.log.warn("state page: a wrong password from {from}", { from });
      }
      const headers = { ...plain, "www-authenticate": 'Basic realm="receiver box"' };
      return new Response("a password is needed\n", { status: 401, headers });
    }
    const { pathname } = new URL(request.url);
    const now = parts.clock.trueNow() ?? parts.world.now();
    const isAct = request.method === "POST" && (pathname === "/quiet" || pathname === "/connect");
    // A form on another page cannot send this media type without asking first.
    if (isAct && request.headers.get("content-type") !== "application/json") {
      return new Response(null, { status: 415, headers: plain });
    }
    if (isAct && pathname === "/connect") {
      return connectFromPage(request, connect).then((problem) =>
        problem === undefined
          ? Response.json(statusOf(parts), { headers: plain })
          : Response.json({ problem }, { status: 400, headers: plain })
      );
    }
    if (isAct) {
      parts.switches.change({ quiet: true });
      return Response.json(statusOf(parts), { headers: plain });
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response(null, { status: 405, headers: { ...plain, allow: "GET" } });
    }
    if (pathname === "/status.json") {
      const status = statusOf(parts);
      const more = { warnings: warningsOf(status, now), heard: recent.list(), traffic: recent.traffic() };
      const transmissions = readTransmissions(parts.db, SHOWN).map((
        { at, port, verdict, frame, rules, why },
      ) => ({
        at,
        port,
        verdict,
        frame,
        why: rules === "" ? why : `${rules}: ${why}`,
      }));
      return Response.json({ ...status, ...more, transmissions }, { headers: plain });
    }
    if (pathname === "/devices.json") {
      return devices().then((listed) => Response.json(listed, { headers: plain }));
    }
    if (pathname === "/metrics") {
      const headers = { ...plain, "content-type": "text/plain; version=0.0.4; charset=utf-8" };
      return new Response(metricsText(statusOf(parts), now), { headers });
    }
    if (pathname !== "/") return new Response("there is no such page\n", { status: 404, headers: plain });
    const headers = {
      ...plain,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "referrer-policy": "no-referrer",
    };
    return new Response(pageHtml(statusOf(parts), now), { headers });
  };
}
