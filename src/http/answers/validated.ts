/**
 * Answers with a validator (RFC 9110 8.8): what has not changed since is not sent again, and a part is sent of that version
 * alone of which the asker has the rest. Everything that says an entity tag or a date does so here.
 */
import type { Incoming } from "../incoming.ts";

export interface ByteRange {
  from: number;
  /** Last byte, inclusive. */
  to: number;
}

/** Which version of a thing this is. */
interface Version {
  /** Without quotes; the same bytes have the same one. */
  tag?: string;
  /** Unix seconds. */
  modifiedAt?: number;
}

type Preconditions = Pick<Incoming, "header">;

/** A date as HTTP writes it (RFC 9110 5.6.7). */
const httpDate = (at: number): string => new Date(at * 1000).toUTCString();
const secondsOf = (date: string | undefined): number => Math.floor(Date.parse(date ?? "") / 1000);

/** The tags of a list, without the mark of weak ones: lists are compared weakly (RFC 9110 13.1.2). */
export const listedTags = (list: string): string[] =>
  list.split(",").map((one) => one.trim().replace(/^W\//, ""));

/** Whether the asker has this version: by its tags, and only without any by its date (RFC 9110 13.1.2, 13.1.3, 13.2.2). */
function isKnown(asked: Preconditions, { tag, modifiedAt }: Version): boolean {
  const listed = asked.header("if-none-match");
  if (listed !== undefined) {
    const tags = listedTags(listed);
    return tags.includes("*") || (tag !== undefined && tags.includes(`"${tag}"`));
  }
  return modifiedAt !== undefined && secondsOf(asked.header("if-modified-since")) >= modifiedAt;
}

/** Whether a part may be sent: without If-Range, or where it names exactly this version (RFC 9110 13.1.5). */
function mayBePart(asked: Preconditions, { tag, modifiedAt }: Version): boolean {
  const only = asked.header("if-range")?.trim();
  if (only === undefined) return true;
  if (/^(?:W\/)?"/.test(only)) return tag !== undefined && only === `"${tag}"`;
  return modifiedAt !== undefined && secondsOf(only) === modifiedAt;
}

const headersOf = ({ tag, modifiedAt }: Version): Record<string, string> => ({
  ...(tag !== undefined && { etag: `"${tag}"` }),
  ...(modifiedAt !== undefined && { "last-modified": httpDate(modifiedAt) }),
});

/** An answer with the date of what it says: 304 for whoever has it from then or later. Its tag is made of its content. */
export async function dated(
  asked: Preconditions,
  modifiedAt: number | undefined,
  make: () => Response | Promise<Response>,
): Promise<Response> {
  if (modifiedAt === undefined) return await make();
  const headers = headersOf({ modifiedAt });
  if (asked.header("if-none-match") === undefined && isKnown(asked, { modifiedAt })) {
    return new Response(null, { status: 304, headers });
  }
  const answer = await make();
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

/** Longest `Range` header that is looked at; a longer one is ignored, as one of several ranges is. */
const HEADER_MOST = 64;

/**
 * Reads a `Range` header against `size` bytes: `undefined` for what is no single range of bytes, which is ignored (RFC 9110
 * 14.2), `null` for one that lies outside.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | undefined {
  if (header === undefined || header.length > HEADER_MOST) return undefined;
  const parts = /^bytes= {0,8}(\d{0,15}) {0,8}- {0,8}(\d{0,15})$/i.exec(header.trimEnd());
  if (!parts || (parts[1] === "" && parts[2] === "")) return undefined;
  if (parts[1] === "") {
    const length = Math.min(Number(parts[2]), size);
    return length > 0 ? { from: size - length, to: size - 1 } : null;
  }
  const from = Number(parts[1]);
  if (parts[2] !== "" && Number(parts[2]) < from) return undefined;
  const to = parts[2] === "" ? size - 1 : Math.min(Number(parts[2]), size - 1);
  return from <= to ? { from, to } : null;
}

interface FileParts {
  size: number;
  version: Version;
  headers: Record<string, string>;
  /** The bytes of a part, or of all. */
  read(part: ByteRange): BodyInit | Promise<BodyInit>;
  /** Refuses a part that lies outside; gives an answer, or throws. */
  outside(headers: Record<string, string>): Response;
  /** The answer to whoever asks for all of it, where that is not given. */
  whole?(headers: Record<string, string>): Response;
  /** Most bytes of a part; more is as if it lay outside. */
  most?: number;
  /** Whether it is kept by nobody: then it is never unchanged. */
  isPrivate?: boolean;
}

/** A file: unchanged, a part of it, all of it, or why not. */
export async function fileAnswer(
  asked: Pick<Incoming, "header" | "method">,
  file: FileParts,
): Promise<Response> {
  const { size, version } = file;
  const headers: Record<string, string> = {
    ...file.headers,
    "accept-ranges": "bytes",
    ...headersOf(version),
  };
  if (!file.isPrivate && isKnown(asked, version)) return new Response(null, { status: 304, headers });
  const part = mayBePart(asked, version) ? readRange(asked.header("range"), size) : undefined;
  if (part === null || (part && part.to - part.from >= (file.most ?? Infinity))) {
    return file.outside({ "content-range": `bytes */${size}` });
  }
  if (part === undefined && file.whole) return file.whole({ ...headers, "content-range": `bytes */${size}` });
  const { from, to } = part ?? { from: 0, to: size - 1 };
  headers["content-length"] = String(to - from + 1);
  if (part) headers["content-range"] = `bytes ${from}-${to}/${size}`;
  const status = part ? 206 : 200;
  if (asked.method === "HEAD") return new Response(null, { status, headers });
  const body = file.read({ from, to });
  // What is there already may be in a room that the next one uses.
  return body instanceof Promise
    ? new Response(await body, { status, headers })
    : new Response(body, { status, headers });
}
