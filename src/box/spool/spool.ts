/**
 * The spool: what was heard and not yet taken by the gateway. Each turn is one transaction with everything in it:
 * what came in, what became of the last batch, what goes next, and the counters. So `in = sent + waiting + rejected +
 * dropped` holds after any kill, and a flash card gets one commit each 1.5 s.
 */
import type { World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { PostedPacket } from "../../ingest/mod.ts";
import type { BoxClock } from "../clock/box_clock.ts";
import { type Run, stampOf } from "../clock/stamp.ts";
import { bytesOf, choose, FRESH_MS, type Limits } from "./order.ts";
import { type ItemRow, type SpoolStore, spoolStore } from "./store.ts";

/** An item for `/ingest` as it was heard. */
interface Taken {
  /** By the box's clock, milliseconds. */
  atMs: number;
  urgent: boolean;
  /** Its JSON, without heardAt and site. */
  body: string;
  /** The receiving station that heard it; `null` where no station is named. */
  site: string | null;
  /** Who sent it. */
  source: string;
}

/** A batch: items that are sent together. */
export interface Batch {
  items: readonly ItemRow[];
  /** The body of the request. */
  json: string;
}

/** What became of a batch's items, by their place in it. */
interface Settlement {
  rejected: ReadonlyMap<number, string>;
}

/** What a batch is wanted for. */
export interface Want extends Limits {
  /** Ids of the items that it is to hold, as an earlier batch held them; absent for whatever goes next. */
  only?: readonly number[];
  /** Ids of items that are left out of what goes next. */
  without?: ReadonlySet<number>;
}

export interface Sums {
  in: number;
  sent: number;
  waiting: number;
  rejected: number;
  dropped: number;
}

export interface SpoolLimits {
  /** Bytes of what waits. */
  bytes: number;
  ageMs: number;
  /** Items held in memory while the disk cannot be written. */
  memory: number;
}
export const SPOOL_LIMITS: SpoolLimits = { bytes: 200_000_000, ageMs: 7 * 86_400_000, memory: 20_000 };

/** Dropped in one turn at most, so that no turn takes long. */
const DROPS = 2000;

export class Spool {
  readonly store: SpoolStore;
  readonly run: number;
  #runs: Map<number, Run>;
  #pending: Taken[] = [];
  /** Items that were lost while the disk could not be written; counted in the database with the next turn. */
  #lost = 0;
  #settled: { batch: Batch; settlement: Settlement } | undefined;
  #lent: Batch | undefined;
  /** First id of each turn, to know where the last minute begins. */
  #marks: { id: number; atMs: number }[] = [];
  #notedOffset: number | undefined;
  #also: ((tx: Tx) => void)[] = [];

  constructor(
    readonly db: Database,
    readonly clock: BoxClock,
    readonly world: Pick<World, "log">,
    readonly limits: SpoolLimits = SPOOL_LIMITS,
  ) {
    this.store = spoolStore(db);
    this.run = db.writeNow((tx) => {
      const run = this.store.openRun(tx, { startedMs: clock.startedMs, ...clock.boot });
      this.store.pruneRuns(tx, run);
      return run;
    });
    this.#runs = new Map(this.store.runs().map((run) => [run.id, run]));
  }

  /** Takes an item in; it is on the disk after the next turn. */
  take(item: Taken): void {
    if (this.#pending.length >= this.limits.memory) {
      this.#pending.shift();
      this.#lost++;
    }
    this.#pending.push(item);
  }

  /** The sums of the equation, including what is still in memory. */
  sums(): Sums {
    const { taken, sent, waiting, rejected, dropped } = this.store.counters();
    return {
      in: taken + this.#pending.length + this.#lost,
      sent,
      waiting: waiting + this.#pending.length,
      rejected,
      dropped: dropped + this.#lost,
    };
  }

  /** Writes something small with the next turn: what can wait 1.5 s needs no commit of its own. */
  also(write: (tx: Tx) => void): void {
    this.#also.push(write);
  }

  /** Whether a turn has nothing to write. */
  get idle(): boolean {
    return this.#pending.length + this.#lost + this.#also.length === 0 && this.#settled === undefined;
  }

  /** Takes what became of the batch that is on its way; written down with the next turn. */
  settle(batch: Batch, settlement: Settlement): void {
    if (this.#lent !== batch) throw new TypeError("Cannot settle a batch that is not out");
    this.#lent = undefined;
    this.#settled = { batch, settlement };
  }

  /** The batch on its way did not reach the gateway, or nobody knows whether it did: all of it waits again. */
  giveBack(batch: Batch): void {
    if (this.#lent === batch) this.#lent = undefined;
  }

  /**
   * One turn: writes down what happened and gives the next batch, if one is wanted and something waits. Throws the
   * database's refusal; then nothing of the turn happened, and what was in memory still is.
   */
  turn(want: Want | undefined): Batch | undefined {
    const nowMs = this.clock.nowMs();
    const learnt = this.clock.offsetMs;
    if (this.#lent) want = undefined;
    const news = !this.idle || learnt !== this.#notedOffset;
    if (!news && (want === undefined || this.store.counters().waiting === 0)) return undefined;
    const pending = this.#pending, lost = this.#lost, settled = this.#settled, also = this.#also;
    const outcome = this.db.writeNow((tx) => {
      this.store.noteRun(tx, this.run, nowMs, learnt ?? null);
      const runs = new Map(this.#runs);
      runs.set(this.run, { ...runs.get(this.run)!, offsetMs: learnt ?? null });
      for (const write of also) write(tx);
      if (settled) this.#close(tx, settled.batch, settled.settlement);
      const first = this.#keep(tx, pending, lost);
      // A batch on its way stays until it is settled: it must not be counted twice.
      if (!this.#lent) this.#dropOld(tx, runs, nowMs);
      const batch = want && learnt !== undefined ? this.#lend(tx, want, runs, nowMs, first) : undefined;
      return { batch, first, runs };
    });
    if (outcome.first !== undefined) this.#marks.push({ id: outcome.first, atMs: nowMs });
    this.#runs = outcome.runs;
    this.#notedOffset = learnt;
    this.#pending = this.#pending.slice(pending.length);
    this.#lost -= lost;
    this.#settled = undefined;
    this.#also = this.#also.slice(also.length);
    this.#lent ??= outcome.batch;
    return outcome.batch;
  }

  #keep(tx: Tx, pending: readonly Taken[], lost: number): number | undefined {
    let first: number | undefined, bytes = 0;
    for (const { atMs, urgent, body, site, source } of pending) {
      const id = this.store.put(tx, {
        run: this.run,
        atMs,
        urgent: urgent ? 1 : 0,
        body,
        site,
        stamp: null,
        source,
      });
      first ??= id;
      bytes += bytesOf(body);
    }
    const kept = pending.length;
    if (kept + lost > 0) this.store.add(tx, { taken: kept + lost, dropped: lost, waiting: kept, bytes });
    return first;
  }

  #close(tx: Tx, batch: Batch, { rejected }: Settlement): void {
    let bytes = 0;
    for (const [index, { id, body, stamp }] of batch.items.entries()) {
      this.store.remove(tx, id);
      bytes += bytesOf(body);
      const reason = rejected.get(index);
      if (reason !== undefined) this.store.reject(tx, { at: Math.abs(stamp ?? 0), reason, body });
    }
    const { length } = batch.items;
    this.store.add(tx, {
      sent: length - rejected.size,
      rejected: rejected.size,
      waiting: -length,
      bytes: -bytes,
    });
  }

  /**
   * Drops, oldest first, what is more than the spool may hold, and what is so old that the gateway would move its
   * time.
   */
  #dropOld(tx: Tx, runs: ReadonlyMap<number, Run>, nowMs: number): void {
    const { bytes, waiting } = this.store.counters();
    if (waiting === 0) return;
    const now = this.clock.gatewayNow();
    const current = runs.get(this.run)!;
    let over = bytes - this.limits.bytes, freed = 0, count = 0;
    const tooOld = (item: ItemRow): boolean => {
      if (item.run === this.run) return nowMs - item.atMs > this.limits.ageMs;
      const at = stampOf(item.atMs, runs.get(item.run)!, current);
      return at !== undefined && now !== undefined && now - at > this.limits.ageMs / 1000;
    };
    const probe = this.store.oldest(1)[0];
    if (!probe || (over <= 0 && !tooOld(probe))) return;
    for (const item of this.store.oldest(DROPS)) {
      if (over <= 0 && !tooOld(item)) break;
      this.store.remove(tx, item.id);
      const size = bytesOf(item.body);
      over -= size;
      freed += size;
      count++;
    }
    this.store.add(tx, { dropped: count, waiting: -count, bytes: -freed });
  }

  #lend(
    tx: Tx,
    want: Want,
    runs: ReadonlyMap<number, Run>,
    nowMs: number,
    first: number | undefined,
  ): Batch | undefined {
    while (this.#marks.length > 0 && nowMs - this.#marks[0]!.atMs > FRESH_MS) this.#marks.shift();
    const from = this.#marks[0]?.id ?? first ?? Number.MAX_SAFE_INTEGER;
    const { only, without } = want, limit = want.items + (without?.size ?? 0);
    const left = (items: ItemRow[]) => without ? items.filter(({ id }) => !without.has(id)) : items;
    const items = only ? this.store.byIds(only) : choose({
      urgent: left(this.store.urgent(limit)),
      fresh: left(this.store.between({ from, below: Number.MAX_SAFE_INTEGER, limit })),
      backlog: left(this.store.between({ from: 0, below: from, limit })),
    }, want);
    if (items.length === 0) return undefined;
    const current = runs.get(this.run)!;
    const stamped = items.map((item) => {
      if (item.stamp !== null) return item;
      const at = stampOf(item.atMs, runs.get(item.run)!, current);
      // Heard before this run, at a time that nobody knows: it gets the latest possible time, and no site, so that it
      // attests nothing.
      const stamp = at ?? -Math.floor((current.startedMs + current.offsetMs!) / 1000);
      this.store.stamp(tx, item.id, stamp);
      return { ...item, stamp };
    });
    return { items: stamped, json: `{"packets":[${stamped.map(jsonOf).join(",")}]}` };
  }
}

/** The item as it is posted: its body with time and site put in. */
function jsonOf({ body, stamp, site }: ItemRow): string {
  const known = stamp! >= 0;
  const added: Pick<PostedPacket, "site" | "heardAt"> = {
    site: known ? site : null,
    heardAt: Math.abs(stamp!),
  };
  return `${body.slice(0, -1)},${JSON.stringify(added).slice(1)}`;
}
