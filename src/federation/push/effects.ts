/**
 * What a spoke asks of the outside while it pushes to its hub or collects its questions, as values: as a pull does, the
 * machine is a generator without I/O. The server drives it over HTTP and its database, the simulator over lossy links.
 */
import type { Tx } from "../../db/mod.ts";
import type { RecordKind, SyncPage } from "../../wire/mod.ts";
import type { FeedCursor } from "../tables/progress_store.ts";
import type { Asked, Relayed } from "../relay/words.ts";

/** A request to the hub. Whoever performs it adds the secret and signs it at the time of this host plus `offsetS`. */
export interface HubAsk {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  /** Whether the setting FED_SUBMIT_SECRET is sent with it. */
  secret: boolean;
  maxBytes: number;
  offsetS: number;
}
export interface HubReply {
  status: number;
  bytes: Uint8Array;
  /** The hub's own time, unix seconds, where it says one. */
  date?: number;
}

export type HubEffect =
  | { do: "ask"; ask: HubAsk }
  /** A page of own records of a kind; undefined while nothing can be signed. */
  | { do: "page"; kind: RecordKind; at: FeedCursor; limit: number }
  /** What this instance answers to what was asked of it through its hub. */
  | { do: "answer"; asked: Asked }
  /** One write; what it throws is thrown into the steps. */
  | { do: "write"; run: (tx: Tx) => unknown };

/** Steps of a push or a collection whose result is a `T`. */
export type HubSteps<T> = Generator<HubEffect, T, unknown>;

/** Why a push or a collection ended early. Stored for the operator; it is tried again later. */
export class HubFailed extends Error {
  constructor(readonly reason: string, sentence: string) {
    super(sentence);
    this.name = "HubFailed";
  }
}

/** Asks the hub, and gives its answer whatever its status. */
export function* ask(request: HubAsk): HubSteps<HubReply> {
  return (yield { do: "ask", ask: request }) as HubReply;
}

/** The next page of own records of a kind, at most `limit`; `undefined` where none waits. */
export function* ownPage(kind: RecordKind, at: FeedCursor, limit: number): HubSteps<SyncPage | undefined> {
  return (yield { do: "page", kind, at, limit }) as SyncPage | undefined;
}

/** This instance's answer to a question that the hub held. */
export function* answerTo(asked: Asked): HubSteps<Relayed> {
  return (yield { do: "answer", asked }) as Relayed;
}

/** Runs a write in the database and gives what it returns. */
export function* write<T>(run: (tx: Tx) => T): HubSteps<T> {
  return (yield { do: "write", run }) as T;
}

/** What a reply says in JSON; undefined where the reply is not JSON. */
export function jsonOf(reply: HubReply): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(reply.bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
