/** Running pulls: over HTTP and the database, one at a time for each peer, callers coalesced (FED "Events"). */
import type { World } from "../../base/mod.ts";
import { Failure } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { judgeFrames, MAX_PAGE_BYTES } from "../../wire/mod.ts";
import { pullAddresses } from "../endpoints.ts";
import { type FetchGuard, FetchRefused } from "../fetch_guard.ts";
import type { Peer } from "../peer_store.ts";
import type { Deps, PullOptions } from "./context.ts";
import {
  type Effect,
  type PageAsk,
  type PageReply,
  PullFailed,
  readPageReply,
  type Reply,
  type Settled,
  type Steps,
} from "./effects.ts";
import { pullPeer, type PullResult } from "./pull.ts";

export interface RunOptions {
  db: Database;
  world: World;
  guard: FetchGuard;
  deps: Deps;
  /** Origins that the operator named: they may lie on private networks. */
  isExempt(url: string): boolean;
}

/** Fetches from one peer: the first of its addresses that answers is kept for the whole sync. */
export class Link {
  #base: string | undefined;

  constructor(
    readonly addresses: readonly { base: string; timeoutMs: number }[],
    readonly guard: FetchGuard,
    readonly isExempt: (url: string) => boolean,
  ) {}

  async get(path: string, maxBytes: number): Promise<Reply> {
    const tried = this.#base === undefined
      ? this.addresses
      : this.addresses.filter(({ base }) => base === this.#base);
    let last: unknown = new PullFailed("unreachable", "the peer has no address to dial");
    for (const { base, timeoutMs } of tried) {
      try {
        const answer = await this.guard.request({
          url: base + path,
          maxBytes,
          // A page may take longer than a first contact: the address has proven that it answers.
          timeoutMs: this.#base === undefined ? timeoutMs : 30_000,
          exempt: this.isExempt(base),
          headers: { accept: "application/cbor, application/json" },
        });
        this.#base = base;
        return answer;
      } catch (error) {
        if (!(error instanceof FetchRefused)) throw error;
        last = new PullFailed(error.reason, error.message);
        if (error.reason !== "unreachable" && error.reason !== "timeout" && error.reason !== "address") break;
      }
    }
    throw last;
  }
}

type Get = (path: string, maxBytes: number) => Promise<Reply>;

/** Performs effects until the steps end. */
export async function drive<T>(
  steps: Steps<T>,
  db: Database,
  get: Get,
  isStopping: () => boolean = () => false,
): Promise<T> {
  const outside = new Outside(db, get);
  let next = steps.next();
  while (!next.done) {
    let value: unknown;
    try {
      // A pull may end between any two steps: what it has committed is where the next one goes on.
      if (isStopping()) throw new PullFailed("stopping", "the server is stopping");
      value = await outside.perform(next.value);
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next(value);
  }
  return next.value;
}

/** The network and the database for one pull. */
class Outside {
  /** The page that comes next, on its way while the present one is written. */
  #ahead: { path: string; reply: Promise<PageReply> } | undefined;

  constructor(readonly db: Database, readonly get: Get) {}

  async perform(effect: Effect): Promise<unknown> {
    switch (effect.do) {
      case "get":
        return await this.get(effect.path, effect.maxBytes);
      case "ahead": {
        const reply = this.#page(effect.ask);
        // Whoever reads it hears of its failure; if nobody does, nobody needs to.
        reply.catch(() => {});
        this.#ahead = { path: effect.ask.path, reply };
        return undefined;
      }
      case "page": {
        const ahead = this.#ahead;
        this.#ahead = undefined;
        return await (ahead?.path === effect.ask.path ? ahead.reply : this.#page(effect.ask));
      }
      case "write":
        return await this.db.write(effect.run);
      case "writes": {
        // Started in one turn, they share a commit, each in a savepoint of its own.
        const settled = await Promise.allSettled(effect.runs.map((run) => this.db.write(run)));
        return settled.map((one): Settled =>
          one.status === "fulfilled" ? { value: one.value } : { error: one.reason }
        );
      }
    }
  }

  async #page({ path, limit, keys }: PageAsk): Promise<PageReply> {
    const reply = readPageReply(await this.get(path, MAX_PAGE_BYTES), limit);
    if (reply.read?.ok) reply.judged = await judgeFrames(reply.read.page.frames, keys);
    return reply;
  }
}

/** What a caller of a pull is told. */
export type PullOutcome = { ok: true; result: PullResult } | { ok: false; reason: string; error: string };

interface Slot {
  running: Promise<PullOutcome>;
  /** A fresh run that all who came meanwhile wait for. */
  next?: { promise: Promise<PullOutcome>; options: PullOptions };
}

export class Puller {
  readonly #slots = new Map<string, Slot>();
  #stopping = false;

  constructor(readonly options: RunOptions) {}

  /** Ends what runs at its next step, and starts nothing more. */
  async close(): Promise<void> {
    this.#stopping = true;
    await Promise.allSettled([...this.#slots.values()].map((slot) => slot.next?.promise ?? slot.running));
  }

  /** Pulls that run now. */
  get running(): number {
    return this.#slots.size;
  }

  /**
   * Pulls a peer. While one pull of it runs, a caller waits for a fresh one afterwards; all such callers share it, and
   * it brings what any of them asked for.
   */
  pull(url: string, options: PullOptions = {}): Promise<PullOutcome> {
    const slot = this.#slots.get(url);
    if (!slot) return this.#start(url, options);
    if (slot.next) {
      slot.next.options = merge(slot.next.options, options);
    } else {
      const waiting = { promise: undefined as unknown as Promise<PullOutcome>, options };
      waiting.promise = slot.running.then(() => this.#start(url, waiting.options));
      slot.next = waiting;
    }
    return slot.next.promise;
  }

  #start(url: string, options: PullOptions): Promise<PullOutcome> {
    const slot: Slot = { running: undefined as unknown as Promise<PullOutcome> };
    slot.running = this.#run(url, options).finally(() => {
      if (this.#slots.get(url) === slot && !slot.next) this.#slots.delete(url);
    });
    this.#slots.set(url, slot);
    return slot.running;
  }

  async #run(url: string, options: PullOptions): Promise<PullOutcome> {
    const { db, world, deps, guard, isExempt } = this.options;
    const peer = deps.store.peers.byUrl(url);
    if (!peer) return { ok: false, reason: "removed", error: "There is no such peer" };
    const link = new Link(pullAddresses(peer.url, peer.endpoints), guard, isExempt);
    let outcome: PullOutcome;
    try {
      const result = await drive(
        pullPeer(deps, url, options),
        db,
        (path, maxBytes) => link.get(path, maxBytes),
      );
      outcome = { ok: true, result };
    } catch (error) {
      if (!(error instanceof PullFailed) && !(error instanceof Failure)) throw error;
      outcome = { ok: false, reason: error.reason, error: error.message };
      world.log.warn("pull of {url} failed: {error}", { url, error: error.message });
    }
    if (!this.#stopping) await this.#note(url, outcome);
    return outcome;
  }

  async #note(url: string, outcome: PullOutcome): Promise<void> {
    const { db, world, deps: { store } } = this.options;
    await db.write((tx) => {
      const peer = store.peers.byUrl(url);
      if (!peer) return;
      const now = world.now();
      const told: Partial<Peer> = outcome.ok
        ? {
          lastOk: now,
          lastError: null,
          lastCounts: { ...outcome.result.counts, bytes: outcome.result.bytes },
        }
        : { lastError: outcome.error.slice(0, 300), pullsFailed: peer.pullsFailed + 1 };
      store.peers.save(tx, { ...peer, ...told, pulls: peer.pulls + 1, lastSync: now });
    });
  }
}

/** A run that serves both: every kind that either wants, as far as the further-reaching goes. */
function merge(a: PullOptions, b: PullOptions): PullOptions {
  const merged: PullOptions = {};
  if (a.types && b.types) merged.types = [...new Set([...a.types, ...b.types])];
  if (a.maxPages !== undefined && b.maxPages !== undefined) {
    merged.maxPages = Math.max(a.maxPages, b.maxPages);
  }
  return merged;
}
