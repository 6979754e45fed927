/**
 * One line above pages that were opened at an address where browsers forbid passkeys and location, with a link to
 * the https address.
 */
import { among, browserLang, type Html, html, type Incoming } from "../../http/mod.ts";
import { Reach } from "../../tls/mod.ts";
import { pageWords } from "../../words/mod.ts";

const WORDS = pageWords("pages/notice");

const isAddress = (hostname: string): boolean => hostname.startsWith("[") || /^[\d.]+$/.test(hostname);

/**
 * The line for the address under which a page was asked for; `undefined` where nothing is missing, or there is no
 * better address.
 */
export function noticeFor(reach: Reach | undefined, incoming: Incoming): Html | undefined {
  const better = reach?.secure;
  if (better === undefined || incoming.path === "/trust") return undefined;
  const { protocol, hostname, origin } = new URL(incoming.address);
  const there = new URL(better).hostname;
  if (Reach.isLoopback(hostname) || Reach.isLoopback(there) || origin === better) return undefined;
  const words = WORDS[among(WORDS, browserLang(incoming))];
  const path = incoming.target.startsWith("//") ? "/" : incoming.target;
  const link = html`<a href="${better}${path}">${better}</a>`;
  if (protocol === "http:") {
    const trust = reach!.mode === "own" ? html`<a href="/trust">${words.trust}</a>` : "";
    return html`${words.plain} ${trust} ${words.goOn} ${link}.`;
  }
  return isAddress(hostname) && !isAddress(there) ? html`${words.number} ${words.goOn} ${link}.` : undefined;
}
