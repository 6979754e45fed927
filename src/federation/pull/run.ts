/** Running pulls: over HTTP and the database, one at a time for each peer, callers coalesced (FED "Events"). */
import { Failure, type FetchGuard, FetchRefused, KeptConnections, type World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { Verifier } from "../../wire/mod.ts";
import { pullAddresses } from "../peers/endpoints.ts";
import type { Peer, Tried } from "../tables/peer_store.ts";
import { type Deps, freshIn, noCounts, type PullOptions } from "./context.ts";
import { PullFailed, type Reply } from "./effects.ts";
import { drive, Outside } from "./outside.ts";
import { pullPeer, type PullResult } from "./pull.ts";

// The way to a peer for one pull.

/** Fetches from one peer: the first of its addresses that answers is kept for the whole sync. */
class Link {
  #base: string | undefined;
  readonly #kept = new KeptConnections();
  /** The addresses that were dialled first, in order, and how that ended. */
  readonly tried: Tried[] = [];

  constructor(
    readonly addresses: readonly { base: string; timeoutMs: number }[],
    readonly guard: FetchGuard,
    readonly isExempt: (url: string) => boolean,
  ) {}

  /**
   * Reads a path, at most `maxBytes`, from the first address that answers, and from then on from that one alone.
   * Throws `PullFailed`.
   */
  async get(path: string, maxBytes: number): Promise<Reply> {
    const tried = this.#base === undefined
      ? this.addresses
      : this.addresses.filter(({ base }) => base === this.#base);
    let last: unknown = new PullFailed("unreachable", "the neighbour has no address to dial");
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
        if (this.#base === undefined) this.tried.push({ base, said: "answered" });
        this.#base = base;
        return answer;
      } catch (error) {
        if (!(error instanceof FetchRefused)) throw error;
        last = new PullFailed(error.reason, error.message);
        if (this.#base === undefined) {
          this.tried.push({ base, said: error.reason, why: error.message.slice(0, 300) });
        }
        if (error.reason !== "unreachable" && error.reason !== "timeout" && error.reason !== "address") break;
      }
    }
    throw last;
  }

  close(): void {
    this.#kept.close();
  }
}

interface RunOptions {
  db: Database;
  world: World;
  guard: FetchGuard;
  deps: Deps;
  /** Origins that the operator named: they may lie on private networks. */
  isExempt(url: string): boolean;
}

/** What a caller of a pull is told. */
type PullOutcome = { ok: true; result: PullResult } | { ok: false; reason: string; error: string };

/** A pull takes no longer in all, however slowly a peer answers each single request. */
const MOST_MS = 600_000;

interface Slot {
  running: Promise<PullOutcome>;
  /** A fresh run that all who came meanwhile wait for, and what they asked for. */
  next?: Promise<PullOutcome>;
  wanted?: PullOptions;
}

export class Puller {
  readonly #slots = new Map<string, Slot>();
  /** Shared by all pulls that run; its thread ends with the last of them. */
  readonly #verifier = new Verifier();
  #stopping = false;
  /** Pulls since the start of the process: how many ended, and of those how many failed. */
  readonly tally = { ended: 0, failed: 0 };

  constructor(readonly options: RunOptions) {}

  /** Ends what runs at its next step, and starts nothing more. */
  async close(): Promise<void> {
    this.#stopping = true;
    await Promise.allSettled([...this.#slots.values()].map((slot) => slot.next ?? slot.running));
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
    slot.wanted = slot.wanted ? merge(slot.wanted, options) : options;
    slot.next ??= slot.running.then(() => this.#start(url, slot.wanted));
    return slot.next;
  }

  #start(url: string, options: PullOptions = {}): Promise<PullOutcome> {
    const slot: Slot = { running: this.#run(url, options) };
    slot.running = slot.running.finally(() => {
      if (this.#slots.get(url) === slot && !slot.next) this.#slots.delete(url);
      if (this.#slots.size === 0) this.#verifier.close();
    });
    this.#slots.set(url, slot);
    return slot.running;
  }

  async #run(url: string, options: PullOptions): Promise<PullOutcome> {
    const { db, world, deps, guard, isExempt } = this.options;
    // Nothing is stored in the peer's row either, since its times would be wrong.
    if (!world.clock.isKnown()) {
      return { ok: false, reason: "clock_unset", error: "This host's clock is not set: nothing is pulled" };
    }
    const peer = deps.store.peers.byUrl(url);
    if (!peer) return { ok: false, reason: "removed", error: "There is no such neighbour here" };
    const link = new Link(pullAddresses(peer.url, peer.endpoints), guard, isExempt);
    let outcome: PullOutcome;
    try {
      const outside = new Outside(db, (path, maxBytes) => link.get(path, maxBytes), this.#verifier);
      const deadline = world.elapsedMs() + MOST_MS;
      const result = await drive(pullPeer(deps, url, options), outside, () => {
        if (this.#stopping) throw new PullFailed("stopping", "the server is stopping");
        if (world.elapsedMs() > deadline) {
          throw new PullFailed(
            "deadline",
            "it did not end within ten minutes; the next pull goes on from there",
          );
        }
      });
      outcome = { ok: true, result };
    } catch (error) {
      if (!(error instanceof PullFailed) && !(error instanceof Failure)) throw error;
      outcome = { ok: false, reason: error.reason, error: error.message };
      world.log.warn("pull of {url} failed: {error}", { url, error: error.message });
    } finally {
      link.close();
    }
    this.tally.ended++;
    if (!outcome.ok) this.tally.failed++;
    if (!this.#stopping) await this.#note(url, outcome, link.tried);
    return outcome;
  }

  async #note(url: string, outcome: PullOutcome, tried: Tried[]): Promise<void> {
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
          holds: outcome.result.held,
        }
        : { lastError: outcome.error.slice(0, 300), pullsFailed: peer.pullsFailed + 1 };
      store.peers.save(tx, { ...peer, ...told, tried, pulls: peer.pulls + 1, lastSync: now });
      const { counts, bytes } = outcome.ok ? outcome.result : { counts: noCounts(), bytes: 0 };
      store.history.note(tx, peer.id, { at: now, ok: outcome.ok, fresh: freshIn(counts), bytes });
    });
  }
}

/** A run that serves both callers: every kind that either wants, and the larger number of pages. */
function merge(a: PullOptions, b: PullOptions): PullOptions {
  const merged: PullOptions = {};
  if (a.types && b.types) merged.types = [...new Set([...a.types, ...b.types])];
  if (a.maxPages !== undefined && b.maxPages !== undefined) {
    merged.maxPages = Math.max(a.maxPages, b.maxPages);
  }
  return merged;
}
