/** The headers that every answer carries: cross-origin, what caches may do with it, and what it varies by. */
import type { Incoming } from "./incoming.ts";

/** Only successful answers may be kept by caches: a refusal may be over in a second. */
const GOOD: ReadonlySet<number> = new Set([200, 206, 304]);
const KEEP = { public: "no-cache", personal: "private, no-cache", secret: "private, no-store" } as const;

function cacheControl({ keep, shared }: Incoming, status: number): string {
  return keep === "public" && shared !== undefined && GOOD.has(status) ? shared : KEEP[keep];
}

/** Whatever the language of the reader was asked for varies by it (RFC 9110 12.5.5), unless the answer says so itself. */
function varied(
  by: string | undefined,
  { textual, isInLanguage }: Incoming,
  own?: string | null,
): string | undefined {
  if (!textual && !isInLanguage) return by;
  const all = by ? [by] : [];
  if (textual) all.push("Accept-Encoding");
  if (isInLanguage && !own?.includes("Accept-Language")) all.push("Accept-Language");
  return all.join(", ") || undefined;
}

/** The same as `dressed` for a fresh JSON answer. It has only its content type, so no header has to be read first. */
export function dressedJson(answer: Response, incoming: Incoming): Response {
  const { addresses, request } = incoming;
  const { headers } = answer;
  const told = addresses.headers(request);
  for (const name in told) if (name !== "vary") headers.set(name, told[name]!);
  const vary = varied(told.vary, incoming);
  if (vary !== undefined) headers.set("vary", vary);
  headers.set("cache-control", cacheControl(incoming, answer.status));
  incoming.isDressed = true;
  return answer;
}

/** Sets on an answer the headers that every answer carries. */
export function dressed(answer: Response, incoming: Incoming): Response {
  if (incoming.isDressed) return answer;
  const { addresses, request } = incoming;
  const headers = addresses.headers(request);
  for (const name in headers) {
    if (name !== "vary") answer.headers.set(name, headers[name]!);
  }
  const vary = varied(headers.vary, incoming, answer.headers.get("vary"));
  if (vary !== undefined) answer.headers.append("vary", vary);
  const own = answer.headers.get("cache-control");
  // A handler may be stricter than its route, never laxer.
  if (own === null || !/\b(private|no-store)\b/.test(own)) {
    answer.headers.set("cache-control", cacheControl(incoming, answer.status));
  }
  // Browsers never guess another type for JSON; for everything else this header forbids it.
  if (!answer.headers.get("content-type")?.startsWith("application/json")) {
    answer.headers.set("x-content-type-options", "nosniff");
  }
  return answer;
}
