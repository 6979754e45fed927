/**
 * A federation in one process under a seeded schedule: pulls run interleaved step by step over links that fail, answer
 * late or twice; instances crash between any two commits, come back from old backups, rotate keys and have wrong clocks.
 * A seed replays exactly. `run` throws when the instances did not converge.
 */
import assert from "node:assert/strict";
import { seeded } from "../wire/test_data.ts";
import type { Tx } from "../../src/db/mod.ts";
import { decodeCbor, readGid, RECORDS } from "../../src/wire/mod.ts";
import { isClockSet } from "../../src/base/mod.ts";
import { isHopGap } from "../../src/federation/gaps/rules.ts";
import { writeBatch } from "../../src/link/mod.ts";
import { batchStore, takeBatch } from "../../src/federation/carriers/batches.ts";
import { ROW_BYTES } from "../../src/federation/admit/room.ts";
import { deliver } from "../../src/federation/carriers/deliver.ts";
import type { Effect, Reply, Steps } from "../../src/federation/pull/effects.ts";
import type { PullResult } from "../../src/federation/pull/pull.ts";
import { type Backup, cacheBody, findBody, moveBody, Node, perform } from "./node.ts";

/** Frames that are still on their way somewhere, at most. */
const MOST_AIRBORNE = 300;
const HOUR = 3600_000;
const YEAR_S = 365 * 86_400;

interface Running {
  node: Node;
  from: Node;
  steps: Steps<PullResult>;
  effect: Effect;
}
interface Issued {
  gid: string;
  v: number;
}

/** What is kept of others' records, as the sums say. */
export const keptSums = (node: Node) =>
  node.store.shares.rows().filter(({ bytes }) => bytes > 0)
    .map(({ origin, via, records, bytes }) => ({ origin, via, records, bytes }));
/** The same, counted. */
export const countedSums = (node: Node) =>
  node.db.sql<never, ReturnType<typeof keptSums>[number]>(
    `SELECT origin, ifnull(via, '') AS via, sum(1 - gone) AS records, sum(${ROW_BYTES} + 2 * ifnull(length(frame), 0)) AS bytes
     FROM fed_record WHERE hops > 0 GROUP BY 1, 2 ORDER BY 1, 2`,
  ).all().map((row) => ({ ...row }));

export class Simulation {
  /** 2033: a clock that is years behind is still after the date of this program, but for one that was never set. */
  readonly clock = { ms: 2_000_000_000_000 };
  readonly nodes: Node[] = [];
  readonly #draw: () => number;
  readonly #running: Running[] = [];
  readonly #cut = new Set<string>();
  readonly #backups = new Map<Node, Backup>();
  /** Replies that may be delivered again. */
  readonly #past = new Map<string, Reply>();
  /** Frames that somebody held once: they may still come by a carrier, whatever version is newer. */
  readonly #airborne: Uint8Array[] = [];
  /** Own records with what was issued before a restore made their origin forget it. */
  readonly #lost = new Map<string, number>();
  readonly #lostTombstones = new Set<string>();
  readonly #everAhead = new Set<Node>();
  readonly #restored = new Set<Node>();
  #quiet = false;
  #serial = 0;
  readonly stats: Record<string, number> = {};

  constructor(readonly seed: number) {
    this.#draw = seeded(seed);
    const count = 3 + this.#pick(6);
    for (let i = 0; i < count; i++) this.nodes.push(this.#watched(new Node(`n${i}.sim`, this.clock)));
    // A connected graph of trusted links, some more, and a few to instances that are not vetted.
    for (let i = 1; i < count; i++) this.#link(this.nodes[i]!, this.nodes[this.#pick(i)]!, "trusted");
    for (let extra = this.#pick(count); extra > 0; extra--) {
      const [a, b] = [this.nodes[this.#pick(count)]!, this.nodes[this.#pick(count)]!];
      if (a !== b && !a.store.peers.byUrl(`sim://${b.id}`)) {
        this.#link(a, b, this.#draw() < 0.8 ? "trusted" : "unvetted");
      }
    }
  }

  /** Counts what the machine of a node meets. */
  #watched(node: Node): Node {
    const { gaps, records } = node.store;
    const { put } = gaps, { setFrame } = records;
    gaps.put = (tx, gap) => {
      if (!gaps.byPlace(gap)) this.#count(isHopGap(gap.reason) ? "hop gaps" : "gaps");
      put(tx, gap);
    };
    records.setFrame = (tx, row) => {
      if (!row.gid.startsWith(`${node.id}:`)) this.#count("old signatures");
      return setFrame(tx, row);
    };
    return node;
  }

  #pick(n: number): number {
    return Math.floor(this.#draw() * n);
  }
  #any<T>(list: readonly T[]): T {
    return list[this.#pick(list.length)]!;
  }
  #count(what: string): void {
    this.stats[what] = (this.stats[what] ?? 0) + 1;
  }

  #link(a: Node, b: Node, trust: "trusted" | "unvetted"): void {
    a.follow(b.id, trust);
    b.follow(a.id, trust);
  }

  /** The chaotic part, then the quiet one, then the checks. */
  async run(steps = 1200): Promise<void> {
    for (let i = 0; i < steps; i++) await this.#event();
    await this.#settle();
    this.#check();
  }

  close(): void {
    for (const node of this.nodes) node.close();
  }

  async #event(): Promise<void> {
    this.clock.ms += 1 + this.#pick(20_000);
    const roll = this.#draw();
    if (roll < 0.55 && this.#running.length > 0) return await this.#step(this.#pick(this.#running.length));
    if (roll < 0.72) return this.#start(this.#any(this.nodes));
    if (roll < 0.86) return this.#publish(this.#any(this.nodes));
    if (roll < 0.90) return await this.#carry();
    if (roll < 0.915) return this.#crash(this.#any(this.nodes));
    if (roll < 0.93) return this.#backUp(this.#any(this.nodes));
    if (roll < 0.94) return this.#restore(this.#any(this.nodes));
    if (roll < 0.945) return this.#rotate(this.#any(this.nodes));
    if (roll < 0.955) return this.#partition();
    if (roll < 0.965) return this.#fill(this.#any(this.nodes));
    if (roll < 0.975) return this.#skew(this.#any(this.nodes));
    this.clock.ms += this.#pick(6) * HOUR;
  }

  #publish(node: Node): void {
    const { publisher } = node;
    const own = (kind: string) =>
      node.db.sql<{ origin: string; kind: string }, { gid: string; gone: number }>(
        "SELECT gid, gone FROM fed_record WHERE origin = :origin AND kind = :kind ORDER BY gid",
      ).all({ origin: node.id, kind });
    const title = `t${++this.#serial}`;
    const at = node.world.now();
    const caches = own("cache"), finds = own("find");
    const roll = this.#draw();
    node.write((tx: Tx) => {
      if (roll < 0.35 || caches.length === 0) {
        publisher.publish(tx, "cache", cacheBody(title, Math.max(0, at)));
        this.#count("created");
      } else if (roll < 0.55) {
        const { gid } = this.#any(caches);
        // A record that was deleted with a bound comes back above it; one deleted for good does not.
        if (node.store.records.tombstone({ target: gid })?.upTo === null) return;
        publisher.publish(tx, "cache", cacheBody(title, Math.max(0, at)), gid);
        this.#count("updated");
      } else if (roll < 0.65) {
        publisher.publish(tx, "find", findBody(this.#any(caches).gid, Math.max(0, at)));
        this.#count("found");
      } else if (roll < 0.75 && finds.length > 0) {
        // Evidence came late: the find rises, and its record gets a next version.
        const { gid } = this.#any(finds);
        if (node.store.records.tombstone({ target: gid })?.upTo === null) return;
        const body = findBody(this.#any(caches).gid, Math.max(0, at));
        publisher.publish(tx, "find", { ...body, tier: "A", text: title }, gid);
        this.#count("risen");
      } else if (roll < 0.9) {
        const { gid } = this.#any(finds.length > 0 && this.#draw() < 0.4 ? finds : caches);
        if (publisher.withdraw(tx, gid, { bounded: this.#draw() < 0.6 }) > 0) this.#count("deleted");
      } else {
        publisher.publish(tx, "account-move", moveBody("OE1ABC", "old.example", node.id, Math.max(0, at)));
        this.#count("moved");
      }
    });
  }

  #start(node: Node): void {
    const from = this.#any(this.nodes.filter((other) => node.store.peers.byUrl(`sim://${other.id}`)));
    if (!from || this.#running.some((one) => one.node === node && one.from === from)) return;
    // It takes nothing from anybody; the machine refuses at its first step.
    if (!isClockSet(node.world.now())) return void assert.throws(() => node.pull(from.id).next(), /clock/);
    if (node.deps.room.isDiskLow()) return void assert.throws(() => node.pull(from.id).next(), /disk/);
    const steps = node.pull(from.id);
    const first = steps.next();
    if (!first.done) this.#running.push({ node, from, steps, effect: first.value });
  }

  /** One effect of one pull that runs. */
  async #step(index: number): Promise<void> {
    const one = this.#running[index]!;
    if (!this.#quiet && one.effect.do === "write" && this.#draw() < 0.05) {
      // Half of these crashes come right after the commit, before anybody in memory has heard of it.
      if (this.#draw() < 0.5) await perform(one.node, one.effect, () => Promise.reject()).catch(() => {});
      return this.#crash(one.node);
    }
    let next: IteratorResult<Effect, PullResult>;
    try {
      const value = await perform(one.node, one.effect, (path) => this.#fetch(one.node, one.from, path));
      next = one.steps.next(value);
    } catch (error) {
      try {
        next = one.steps.throw(error);
      } catch (ended) {
        if (!(ended instanceof Error) || (ended.name !== "PullFailed" && ended !== error)) throw ended;
        if (error instanceof TypeError) throw error;
        this.#count("pulls failed");
        this.#running.splice(index, 1);
        return;
      }
    }
    if (next.done) {
      this.#count("pulls");
      this.#running.splice(this.#running.indexOf(one), 1);
    } else {
      one.effect = next.value;
    }
  }

  async #fetch(node: Node, from: Node, path: string): Promise<Reply> {
    if (path.includes("limit=1&")) this.#count(this.#quiet ? "single asks at the end" : "single asks");
    if (this.#quiet) return await from.answer(path);
    if (this.#cut.has(this.#edge(node, from)) || this.#draw() < 0.04) throw new Error("no connection");
    const key = `${node.id} ${from.id} ${path}`;
    const before = this.#past.get(key);
    if (before && this.#draw() < 0.05) {
      this.#count("old replies");
      return before;
    }
    const reply = await from.answer(path);
    this.#past.set(key, reply);
    return reply;
  }

  #edge(a: Node, b: Node): string {
    return [a.id, b.id].sort().join(" ");
  }

  /** A carrier brings frames that somebody holds to somebody else, in any order, any number of times. */
  async #carry(): Promise<void> {
    const [from, to] = [this.#any(this.nodes), this.#any(this.nodes)];
    if (from === to || !isClockSet(to.world.now())) return;
    const rows = from.db.sql<never, { frame: Uint8Array }>(
      "SELECT frame FROM fed_record WHERE frame IS NOT NULL ORDER BY gid",
    ).all();
    if (rows.length === 0) return;
    const frames = Array.from({ length: 5 }, () => this.#any(rows).frame);
    for (const frame of frames) {
      if (this.#airborne.length < MOST_AIRBORNE) this.#airborne.push(frame);
      else this.#airborne[this.#pick(MOST_AIRBORNE)] = frame;
    }
    // Half of what comes was sent long ago, and comes in any order.
    const brought = frames.map((frame) => this.#draw() < 0.5 ? frame : this.#any(this.#airborne));
    const roll = this.#draw();
    if (roll < 0.4) await deliver(to.deps, to.db, brought, "carrier");
    else if (roll < 0.6) await deliver(to.deps, to.db, brought.slice(0, 1), "beacon");
    else if (roll < 0.8) await deliver(to.deps, to.db, brought, `circuit:${from.id}`);
    else {
      const { bid, text } = writeBatch(brought);
      const batch = { partner: "OE1XYZ", bid, text };
      to.write((tx) => void takeBatch(tx, to.deps, batchStore(to.db), new Map(), batch));
      this.#count("mailed");
    }
    this.#count("carried");
  }

  /** There is hardly any room for others' records somewhere, or the disk is nearly full; or there is again. */
  #fill(node: Node): void {
    const isFull = node.limits.trusted < 1e9 || node.free < Infinity;
    node.free = !isFull && this.#draw() < 0.3 ? 0 : Infinity;
    const most = isFull ? 1e9 : 2000 + this.#pick(20_000);
    node.limits = { unvetted: most, allUnvetted: most, trusted: most, floor: 1 };
    this.#count(isFull ? "emptied" : "filled");
  }

  /** Everything in memory is gone; what was committed stays. */
  #crash(node: Node): void {
    for (let i = this.#running.length - 1; i >= 0; i--) {
      if (this.#running[i]!.node === node) this.#running.splice(i, 1);
    }
    this.#count("crashes");
  }

  #backUp(node: Node): void {
    this.#backups.set(node, node.backup());
  }

  #restore(node: Node): void {
    const backup = this.#backups.get(node);
    // The time floor is what keeps numbers rising over a restore: it needs a clock that was and is right.
    if (!backup || node.skew !== 0 || this.#everAhead.has(node)) return;
    const issued = this.#ownIssued(node);
    const tombstones = this.#ownTombstones(node);
    this.#crash(node);
    node.restore(backup);
    const kept = new Map(this.#ownIssued(node).map(({ gid, v }) => [gid, v]));
    for (const { gid, v } of issued) {
      if (kept.get(gid) !== v) this.#lost.set(gid, Math.max(v, this.#lost.get(gid) ?? 0));
    }
    const still = new Set(this.#ownTombstones(node));
    for (const target of tombstones) if (!still.has(target)) this.#lostTombstones.add(target.split(" ")[0]!);
    this.#restored.add(node);
    this.#count("restores");
  }

  #ownIssued(node: Node): Issued[] {
    return node.db.sql<{ origin: string }, Issued>("SELECT gid, v FROM fed_record WHERE origin = :origin")
      .all({ origin: node.id });
  }
  #ownTombstones(node: Node): string[] {
    return node.db.sql<never, { target: string; upTo: number | null }>(
      "SELECT target, up_to AS upTo FROM fed_tombstone",
    )
      .all().filter((row) => readGid(row.target)!.origin === node.id).map((row) =>
        `${row.target} ${row.upTo}`
      );
  }

  #rotate(node: Node): void {
    if (node.identity.rotations.length >= 3 || node.skew !== 0) return;
    node.rotate();
    this.#count("rotations");
  }

  #partition(): void {
    const [a, b] = [this.#any(this.nodes), this.#any(this.nodes)];
    const edge = this.#edge(a, b);
    if (this.#cut.has(edge)) this.#cut.delete(edge);
    else if (a !== b) this.#cut.add(edge);
  }

  #skew(node: Node): void {
    if (node.skew !== 0) {
      node.skew = 0;
    } else {
      const roll = this.#draw();
      const years = (roll < 0.5 ? -1 : 1) * (0.1 + this.#draw() * 5);
      // Restored and then set back, it would number below what it forgot that it had handed out.
      if (years < 0 && this.#restored.has(node)) return;
      // Some hosts start in 1970.
      node.skew = roll < 0.1 ? -Math.floor(this.clock.ms / 1000) : Math.floor(years * YEAR_S);
      if (node.skew > 0) this.#everAhead.add(node);
      this.#count(roll < 0.1 ? "unset clocks" : "wrong clocks");
    }
  }

  /** Links are whole, clocks right; everybody pulls until nothing moves, for as long as waits may last. */
  async #settle(): Promise<void> {
    this.#quiet = true;
    for (const node of this.nodes) {
      node.skew = 0;
      node.free = Infinity;
      node.limits = { unvetted: 1e9, allUnvetted: 1e9, trusted: 1e9, floor: 1 };
    }
    while (this.#running.length > 0) await this.#step(0);
    let before = "";
    let still = 0;
    // Waits double up to a day, and a predecessor key counts for a week: nothing is final before both are over.
    for (let round = 0; round < 60; round++) {
      for (const node of this.nodes) {
        for (const from of this.nodes) {
          if (!node.store.peers.byUrl(`sim://${from.id}`)) continue;
          const steps = node.pull(from.id);
          const first = steps.next();
          this.#running.push({ node, from, steps, effect: first.value as Effect });
          while (this.#running.length > 0) await this.#step(0);
        }
      }
      this.clock.ms += round < 4 ? 400_000 : 25 * HOUR;
      const state = this.nodes.map((node) => this.#state(node)).join("\n");
      still = state === before ? still + 1 : 0;
      before = state;
      if (still >= 3 && round >= 14) return;
    }
  }

  #state(node: Node): string {
    const rows = node.db.sql("SELECT gid, v, hops, gone, frame IS NULL AS bare FROM fed_record ORDER BY gid")
      .all();
    return JSON.stringify(rows);
  }

  #check(): void {
    const replay = `replay with SIM_SEED=${this.seed}`;
    for (const origin of this.nodes) {
      const live = new Map(
        origin.db.sql<{ origin: string }, { gid: string; v: number; kind: string; body: Uint8Array }>(
          "SELECT gid, v, kind, body FROM fed_record WHERE origin = :origin AND gone = 0",
        ).all({ origin: origin.id }).map((row) => [row.gid, row]),
      );
      for (const node of this.nodes) {
        if (node === origin) continue;
        this.#checkMirror(node, origin, live, replay);
      }
    }
    for (const node of this.nodes) {
      assert.deepEqual(
        keptSums(node),
        countedSums(node),
        `${node.id}: the sums of what is kept are wrong; ${replay}`,
      );
      const mirrored = node.mirror();
      for (const [gid, { v, kind }] of mirrored) {
        const said = node.store.records.tombstone({ target: gid });
        assert.ok(
          !said || (said.upTo !== null && v > said.upTo),
          `${node.id} shows ${gid} v${v} past a tombstone; ${replay}`,
        );
        assert.equal(
          node.store.records.byGid({ gid })?.v,
          v,
          `${node.id}: mirror and version of ${kind} ${gid} differ; ${replay}`,
        );
      }
      // What its origin forgot over a restore may be given up; what the origin has may not.
      for (const gap of node.store.gaps.all()) {
        const origin = this.nodes.find((one) => one.id === gap.origin)!;
        const gid = origin.store.records.page({
          origin: gap.origin,
          kind: gap.kind,
          since: gap.v - 1,
          limit: 1,
        }).find((row) => row.v === gap.v)?.gid;
        const lacks = gid !== undefined && !((node.store.records.byGid({ gid })?.v ?? 0) >= gap.v);
        assert.ok(
          gap.givenUp === null || gap.reason === "upstream" || !lacks ||
            !this.#isOffered(node, gap.origin, gid, gap.v),
          `${node.id} gave up ${gap.kind} v${gap.v} of ${gap.origin}; ${replay}`,
        );
      }
    }
  }

  #checkMirror(
    node: Node,
    origin: Node,
    live: Map<string, { v: number; kind: string }>,
    replay: string,
  ): void {
    const where = `${node.id} of ${origin.id}`;
    const mirrored = node.mirror();
    for (const [gid, { v, kind }] of live) {
      const have = node.store.records.byGid({ gid });
      if (have && have.v >= v && !have.gone) {
        assert.ok(
          have.v === v || have.v <= (this.#lost.get(gid) ?? 0),
          `${where}: ${gid} is at v${have.v}, origin at v${v}; ${replay}`,
        );
        if (kind !== "tombstone") {
          assert.ok(mirrored.has(gid), `${where}: ${gid} is kept and not shown; ${replay}`);
        }
        continue;
      }
      // Its origin forgot a later version of it over a restore: that one superseded this, where it is still held.
      if ((this.#lost.get(gid) ?? 0) > v) continue;
      // Deleted and read as such, before a restore made its origin forget the deletion.
      if (this.#lostTombstones.has(gid)) continue;
      // Whom it trusts missed the record for longer than a week, and it was given up.
      if (
        node.store.gaps.all().some((gap) => gap.origin === origin.id && gap.v === v && gap.givenUp !== null)
      ) continue;
      // Over the hop limit by every way that it came: nobody who serves it may be followed.
      assert.ok(!this.#isOffered(node, origin.id, gid, v), `${where}: lacks ${kind} ${gid} v${v}; ${replay}`);
      assert.ok(
        this.nodes.length > 4 && !node.store.peers.byUrl(`sim://${origin.id}`),
        `${where}: lacks ${kind} ${gid} v${v}; ${replay}`,
      );
    }
    for (const [gid, { v: shown }] of mirrored) {
      if (readGid(gid)!.origin !== origin.id || live.has(gid)) continue;
      if (this.#lost.has(gid)) continue;
      // The deletion came a longer way than the record, past the hop limit: nobody who serves it may be followed.
      const deletions = this.#deletionsOf(origin, gid, shown);
      assert.ok(deletions.length > 0, `${where}: shows ${gid}, which its origin never deleted; ${replay}`);
      for (const deletion of deletions) {
        assert.ok(
          !this.#isOffered(node, origin.id, deletion.gid, deletion.v),
          `${where}: shows ${gid}, which its origin deleted; ${replay}`,
        );
      }
    }
  }

  /** Tombstones that an origin keeps for this version of one of its records. */
  #deletionsOf(origin: Node, gid: string, v: number): Issued[] {
    const rows = origin.db.sql<{ origin: string }, Issued & { body: Uint8Array }>(
      "SELECT gid, v, body FROM fed_record WHERE origin = :origin AND kind = 'tombstone' AND gone = 0",
    ).all({ origin: origin.id });
    return rows.filter(({ body }) => {
      const read = decodeCbor(body);
      const deletion = read.ok ? RECORDS.tombstone.read(read.value) : read;
      return deletion.ok && deletion.body.gid === gid && v <= (deletion.body.upTo ?? Infinity);
    });
  }

  /** Whether somebody whom the node trusts serves this version to it. */
  #isOffered(node: Node, origin: string, gid: string, v: number): boolean {
    return this.nodes.some((other) => {
      const peer = node.store.peers.byUrl(`sim://${other.id}`);
      if (peer?.trust !== "trusted") return false;
      const row = other.store.records.byGid({ gid });
      return row !== undefined && row.v >= v && !row.gone &&
        (other.id === origin || (row.hops < 4 && row.frame !== null));
    });
  }
}
