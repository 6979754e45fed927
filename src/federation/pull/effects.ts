/**
 * What a pull asks of the outside, as values. The pull itself is a generator without I/O: it yields an effect, whoever
 * drives it does what the effect says, and hands the result back into the `yield`. The server drives it over HTTP and
 * its database (outside.ts), the simulator over lossy links; either may stop it between any two steps.
 *
 * The functions here wrap each effect with the type of its result. `yield* get(path, most)` reads as a call that waits.
 */
import type { Tx } from "../../db/mod.ts";
import { type JudgedFrame, type PageRead, readPage, type SyncPage } from "../../wire/mod.ts";

/** A page that is wanted: where it is, how many frames were asked for, and the keys that count for its origin. */
export interface PageAsk {
  path: string;
  limit: number;
  keys: readonly string[];
  /** What will be asked for after this page: it may be fetched and judged while this one is written. */
  next?: (page: SyncPage) => PageAsk | undefined;
}

export type Effect =
  | { do: "get"; path: string; maxBytes: number }
  /** Reads a page and verifies its frames. */
  | { do: "page"; ask: PageAsk }
  /** One write of the database; an error of the write is thrown at the `yield` of the pull. */
  | { do: "write"; run: (tx: Tx) => unknown };

export interface Reply {
  status: number;
  bytes: Uint8Array;
}
/** A page's answer; `read` and `judged` where its status was 200. */
export interface PageReply {
  status: number;
  size: number;
  read?: PageRead;
  judged?: JudgedFrame[];
}

/** Steps of a pull that end with a `T`. */
export type Steps<T> = Generator<Effect, T, unknown>;

/** Why a pull ended early. Noted on the peer's row; other peers go on. */
export class PullFailed extends Error {
  constructor(readonly reason: string, sentence: string) {
    super(sentence);
    this.name = "PullFailed";
  }
}

/** Records of others are refused while the disk is nearly full: the next pull goes on where this one stopped. */
export const diskLow = (): PullFailed =>
  new PullFailed(
    "disk_low",
    "the disk of this host is nearly full: no records of others are taken until there is room again",
  );

/** Reads a path of the peer, at most `maxBytes`. */
export function* get(path: string, maxBytes: number): Steps<Reply> {
  return (yield { do: "get", path, maxBytes }) as Reply;
}

/** Runs a write in the database and gives what it returns. */
export function* write<T>(run: (tx: Tx) => T): Steps<T> {
  return (yield { do: "write", run }) as T;
}

/** Reads and takes in one sync page. */
export function* getPage(ask: PageAsk): Steps<PageReply> {
  return (yield { do: "page", ask }) as PageReply;
}

/** Reads the answer to a request for a page; its frames are not verified yet. */
export function readPageReply(reply: Reply, limit: number): PageReply {
  const { status, bytes } = reply;
  return status === 200
    ? { status, size: bytes.length, read: readPage(bytes, limit) }
    : { status, size: bytes.length };
}

/** GET of a JSON document; undefined for 404. */
export function* getJson(path: string, maxBytes: number): Steps<unknown> {
  const reply = yield* get(path, maxBytes);
  if (reply.status === 404) return undefined;
  if (reply.status !== 200) throw new PullFailed("status", `${path} answered ${reply.status}`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(reply.bytes));
  } catch {
    throw new PullFailed("not_json", `${path} is not JSON`);
  }
}
