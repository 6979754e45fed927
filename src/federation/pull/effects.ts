/**
 * What a pull asks of the outside, as values. The pull itself is a generator without I/O: the server drives it over HTTP
 * and its database, the simulator over lossy links, and either may stop it between any two steps.
 */
import type { Tx } from "../../db/mod.ts";

export type Effect =
  | { do: "get"; path: string; maxBytes: number }
  /** One write; what it throws is thrown into the pull. */
  | { do: "write"; run: (tx: Tx) => unknown }
  /** Writes that stand or fall each by itself; they are committed in this order. */
  | { do: "writes"; runs: ((tx: Tx) => unknown)[] };

export interface Reply {
  status: number;
  bytes: Uint8Array;
}
export type Settled = { value: unknown } | { error: unknown };

export type Steps<T> = Generator<Effect, T, unknown>;

/** Why a pull ended early. Noted on the peer's row; other peers go on. */
export class PullFailed extends Error {
  constructor(readonly reason: string, sentence: string) {
    super(sentence);
    this.name = "PullFailed";
  }
}

export function* get(path: string, maxBytes: number): Steps<Reply> {
  return (yield { do: "get", path, maxBytes }) as Reply;
}
export function* write<T>(run: (tx: Tx) => T): Steps<T> {
  return (yield { do: "write", run }) as T;
}
export function* writes(runs: ((tx: Tx) => unknown)[]): Steps<Settled[]> {
  return runs.length === 0 ? [] : (yield { do: "writes", runs }) as Settled[];
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
