/** Answers: JSON, pages, and what a failure looks like outside. */
import { listedTags } from "./validated.ts";
import { Failure, type FailureKind, sha256Hex } from "../../base/mod.ts";

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

/** What is worked out of a content that is answered. */
export interface Worked {
  readonly sent: string | Uint8Array<ArrayBuffer>;
  /** Its version. */
  readonly tag: string;
  /** The content gzipped, once somebody took it so. */
  packed?: Uint8Array;
}

/** An answer whose whole content is in memory: it can get a version and be compressed without being read. */
export class WholeAnswer extends Response {
  /** What an earlier answer of the same content left behind: its gzipped form is made once. */
  worked?: Worked;

  constructor(readonly sent: string | Uint8Array<ArrayBuffer>, init?: ResponseInit) {
    super(sent, init);
  }
}

/** Answers of text that come in pieces; they are compressed as they come. All other streams are files. */
const streams = new WeakSet<Response>();
export const isStream = (answer: Response): boolean => streams.has(answer);

/** Marks an answer whose body comes piece by piece, so that nothing waits for its end. */
export function markStream(answer: Response): Response {
  streams.add(answer);
  return answer;
}

/** A JSON answer. */
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): WholeAnswer =>
  jsonText(JSON.stringify(body), status, headers);

/**
 * A JSON answer whose text is JSON already, such as SQLite makes it. The runtime takes ten times as long for an answer that
 * is made with headers: all are set afterwards.
 */
export function jsonText(
  body: WholeAnswer["sent"],
  status = 200,
  headers: Record<string, string> = {},
): WholeAnswer {
  const answer = new WholeAnswer(body, status === 200 ? undefined : { status });
  answer.headers.set("content-type", JSON_TYPE);
  for (const name in headers) answer.headers.set(name, headers[name]!);
  return answer;
}

/** An answer of text in some media type. */
export function text(body: string, type: string, headers: Record<string, string> = {}): WholeAnswer {
  const answer = new WholeAnswer(body);
  answer.headers.set("content-type", `${type}; charset=utf-8`);
  for (const name in headers) answer.headers.set(name, headers[name]!);
  return answer;
}

/** A redirect. */
export const redirect = (location: string, status: 302 | 303 | 307 = 302): Response =>
  new Response(null, { status, headers: { location } });

/** The answer for a thrown value. Nothing internal is told: of an unexpected error only `internal error`. */
export function refusal(error: unknown): Response {
  if (!(error instanceof Failure)) return json({ error: "internal error" }, 500);
  const headers: Record<string, string> = {};
  const { retryAfter, limit, size } = error.details;
  const isLater = error.kind === "limited" || error.kind === "unavailable";
  if (isLater && typeof retryAfter === "number") headers["retry-after"] = String(retryAfter);
  if (error.kind === "limited" && typeof limit === "number") headers["x-ratelimit-limit"] = String(limit);
  // Which ranges there are (RFC 9110 15.5.17).
  if (error.kind === "range" && typeof size === "number") headers["content-range"] = `bytes */${size}`;
  return json({ error: error.message, reason: error.reason, ...error.details }, STATUS[error.kind], headers);
}

/**
 * Answers a poller: 304 when it has this version already, else the body. `tag` names the version without quotes; a 304
 * carries the same `headers` as the whole answer (RFC 9110 15.4.5). The version is a weak one: gzipped or not, an answer
 * says the same in other bytes.
 */
export function versioned(
  incoming: { headers: Headers },
  tag: string,
  body: () => Response,
  headers: Record<string, string> = {},
): Response {
  const answer = hasVersion(incoming, tag) ? new Response(null, { status: 304 }) : body();
  for (const [name, value] of Object.entries({ ...headers, etag: `W/"${tag}"` })) {
    answer.headers.set(name, value);
  }
  return answer;
}

/** Whether the asker names this version as one that it has. The comparison is the weak one (RFC 9110 13.1.2). */
export function hasVersion({ headers }: { headers: Headers }, tag: string): boolean {
  const listed = headers.get("if-none-match");
  if (listed === null) return false;
  const named = listedTags(listed);
  return named.includes(`"${tag}"`) || named.includes("*");
}

/** The version of an answer, made of its content. */
export const contentTag = (sent: WholeAnswer["sent"]): string => sha256Hex(sent).slice(0, 32);
