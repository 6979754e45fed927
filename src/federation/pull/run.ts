/** Running pulls: over HTTP and the database, one at a time for each peer, callers coalesced (FED "Events"). */
import type { World } from "../../base/mod.ts";
import { Failure } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { judgeFrames, MAX_PAGE_BYTES, Verifier } from "../../wire/mod.ts";
import { pullAddresses } from "../endpoints.ts";
import { type FetchGuard, FetchRefused, KeptConnections } from "../fetch_guard.ts";
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
  readonly #kept = new KeptConnections();

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
          kept: this.#kept,
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

  close(): void {
    this.#kept.close();
  }
}

type Get = (path: string, maxBytes: number) => Promise<Reply>;

/** Performs effects until the steps end. */
export async function drive<T>(
  steps: Steps<T>,
  outside: Outside,
  isStopping: () => boolean = () => false,
): Promise<T> {
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

/** Pages that are on their way while one is written: the next is being verified, the one after it fetched. */
const AHEAD = 2;

interface Coming {
  /** Settles when the page was read and the one after it asked for. */
  read: Promise<PageReply>;
  judged: Promise<PageReply>;
}

/** The network and the database for one pull. */
export class Outside {
  /** Pages to come, by path. */
  readonly #coming = new Map<string, Coming>();
  /** The page after them, for which there is no room yet. */
  #further: PageAsk | undefined;

  constructor(readonly db: Database, readonly get: Get, readonly verifier: Verifier) {}

  async perform(effect: Effect): Promise<unknown> {
    switch (effect.do) {
      case "get":
        return await this.get(effect.path, effect.maxBytes);
      case "page":
        return await this.#take(effect.ask);
      case "write":
        return await this.db.write(effect.run);
      case "writes":
        return await this.#writeAll(effect.runs);
    }
  }

  /** All in one write, which spares SQLite a savepoint for each; if one of them throws, each in one of its own. */
  async #writeAll(runs: ((tx: Tx) => unknown)[]): Promise<Settled[]> {
    try {
      return await this.db.write((tx) => runs.map((run): Settled => ({ value: run(tx) })));
    } catch {
      // Started in one turn, they share a commit.
      const settled = await Promise.allSettled(runs.map((run) => this.db.write(run)));
      return settled.map((one): Settled =>
        one.status === "fulfilled" ? { value: one.value } : { error: one.reason }
      );
    }
  }

  async #take(ask: PageAsk): Promise<PageReply> {
    let page = this.#coming.get(ask.path);
    if (page) {
      this.#coming.delete(ask.path);
      this.#lookAhead(this.#further);
    } else {
      // Another reading begins: what was fetched for the last one is of no use.
      this.#coming.clear();
      this.#further = undefined;
      page = this.#fetch(ask);
    }
    const reply = await this.verifier.lendHand(page.judged);
    // Writing holds the event loop: the next page has to be with the verifier before, and the one after it under way.
    const next = this.#coming.values().next().value;
    await next?.read.catch(() => {});
    return reply;
  }

  #fetch({ path, limit, keys, next }: PageAsk): Coming {
    const read = this.get(path, MAX_PAGE_BYTES).then((answer) => {
      const reply = readPageReply(answer, limit);
      if (reply.read?.ok) this.#lookAhead(next?.(reply.read.page));
      return reply;
    });
    const judged = read.then(async (reply) => {
      if (reply.read?.ok) reply.judged = await judgeFrames(reply.read.page.frames, keys, this.verifier);
      return reply;
    });
    // Whoever takes it hears of its failure; if nobody does, nobody needs to.
    judged.catch(() => {});
    return { read, judged };
  }

  #lookAhead(ask: PageAsk | undefined): void {
    this.#further = ask;
    if (!ask || this.#coming.size >= AHEAD) return;
    this.#further = undefined;
    this.#coming.set(ask.path, this.#fetch(ask));
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
  /** Shared by all that run; its thread ends with the last of them. */
  readonly #verifier = new Verifier();
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
      if (this.#slots.size === 0) this.#verifier.close();
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
      const outside = new Outside(db, (path, maxBytes) => link.get(path, maxBytes), this.#verifier);
      const result = await drive(pullPeer(deps, url, options), outside, () => this.#stopping);
      outcome = { ok: true, result };
    } catch (error) {
      if (!(error instanceof PullFailed) && !(error instanceof Failure)) throw error;
      outcome = { ok: false, reason: error.reason, error: error.message };
      world.log.warn("pull of {url} failed: {error}", { url, error: error.message });
    } finally {
      link.close();
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
