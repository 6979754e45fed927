/** Answers: JSON, pages, and what a failure looks like outside. */
import { Failure, type FailureKind } from "../base/mod.ts";

const STATUS: Record<FailureKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  timeout: 408,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported: 415,
  range: 416,
  unprocessable: 422,
  limited: 429,
  upstream: 502,
  unavailable: 503,
};

/** HTTP status of a kind of failure. */
export const statusOf = (kind: FailureKind): number => STATUS[kind];

const JSON_TYPE = "application/json; charset=utf-8";

/** A JSON answer. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": JSON_TYPE, ...headers } });

/** An answer of text in some media type. */
export const text = (body: string, type: string, headers: Record<string, string> = {}): Response =>
  new Response(body, { headers: { "content-type": `${type}; charset=utf-8`, ...headers } });

/** A redirect. */
export const redirect = (location: string, status: 302 | 303 | 307 = 302): Response =>
  new Response(null, { status, headers: { location } });

/** The answer for whatever was thrown. Nothing internal leaks: an unexpected error is `internal error` and no more. */
export function refusal(error: unknown): Response {
  if (!(error instanceof Failure)) return json({ error: "internal error" }, 500);
  const headers: Record<string, string> = {};
  const { retryAfter, limit } = error.details;
  if (error.kind === "limited" && typeof retryAfter === "number") headers["retry-after"] = String(retryAfter);
  if (error.kind === "limited" && typeof limit === "number") headers["x-ratelimit-limit"] = String(limit);
  return json({ error: error.message, reason: error.reason, ...error.details }, STATUS[error.kind], headers);
}

/**
 * Answers a poller: 304 when it has this version already, else the body. `tag` names the version without quotes; a 304
 * carries the same `headers` as the whole answer (RFC 9110 15.4.5).
 */
export function versioned(
  incoming: { headers: Headers },
  tag: string,
  body: () => Response,
  headers: Record<string, string> = {},
): Response {
  const etag = `"${tag}"`;
  const known =
    incoming.headers.get("if-none-match")?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  const isKnown = known.includes(etag) || known.includes("*");
  const answer = isKnown ? new Response(null, { status: 304 }) : body();
  for (const [name, value] of Object.entries({ ...headers, etag })) answer.headers.set(name, value);
  return answer;
}
