/**
 * Hub and spokes in one process under a seeded schedule: pushes and collections run interleaved step by step over lines
 * that lose requests and answers, deliver them late, twice and out of order; hub and spokes die between any two commits,
 * come back from old backups, change keys and have wrong clocks. A seed replays exactly.
 *
 * What must hold in the end, once lines are whole and clocks right: the hub holds every spoke's records as they are,
 * shows nothing that is deleted, every question was answered by the spoke that it was put to, and none was thought about
 * twice but where the spoke itself forgot.
 */
import assert from "node:assert/strict";
import { sha256Hex } from "../../src/base/mod.ts";
import type { Database, Tx } from "../../src/db/mod.ts";
import type { HubEffect, HubReply, HubSteps } from "../../src/federation/push/effects.ts";
import { signFrame } from "../../src/wire/mod.ts";
import { seeded } from "../wire/test_data.ts";
import { type Backup, cacheBody, findBody, keyFrom } from "./node.ts";
import { answerOf, HubNode, type Sent, SpokeNode } from "./spoke_node.ts";

const HOUR = 3600_000;

interface Running {
  node: SpokeNode;
  what: "push" | "collect";
  steps: HubSteps<unknown>;
  effect: HubEffect;
}
/** A question that somebody put to a spoke through the hub. */
interface Put {
  asker: string;
  target: SpokeNode;
  frame: Uint8Array;
  id: string;
  ticket: string;
  answer?: Uint8Array;
}
class Died extends Error {}

export class SpokesSimulation {
  readonly clock = { ms: 2_000_000_000_000 };
  readonly hub: HubNode;
  readonly spokes: SpokeNode[] = [];
  readonly stats: Record<string, number> = {};
  readonly #draw: () => number;
  readonly #running: Running[] = [];
  readonly #past: Sent[] = [];
  readonly #oldReplies = new Map<string, HubReply>();
  readonly #backups = new Map<HubNode | SpokeNode, Backup>();
  readonly #open: Put[] = [];
  /** Spokes that forgot what they had thought about: they may think again. */
  readonly #forgot = new Set<SpokeNode>();
  readonly #lost = new Map<string, number>();
  readonly #everAhead = new Set<SpokeNode>();
  readonly #restored = new Set<SpokeNode>();
  #quiet = false;
  #serial = 0;

  constructor(readonly seed: number) {
    this.#draw = seeded(seed);
    this.hub = new HubNode("hub.sim", this.clock, (db) => this.#mortal(db));
    const count = 1 + this.#pick(4);
    for (let i = 0; i < count; i++) this.spokes.push(new SpokeNode(`s${i}.sim`, this.clock, this.hub));
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

  /** The hub's database: now and then the hub dies before a write, or right after its commit. */
  #mortal(db: Database): Database {
    const write = async <T>(run: (tx: Tx) => T): Promise<T> => {
      const roll = this.#quiet ? 1 : this.#draw();
      if (roll < 0.02) throw new Died();
      const result = await db.write(run);
      if (roll < 0.04) throw new Died();
      return result;
    };
    return new Proxy(db, {
      get: (target, name) => name === "write" ? write : Reflect.get(target, name, target),
    });
  }

  async run(steps = 500): Promise<void> {
    for (let i = 0; i < steps; i++) await this.#event();
    await this.#settle();
    this.#check();
  }
  close(): void {
    for (const node of [this.hub, ...this.spokes]) node.close();
  }

  async #event(): Promise<void> {
    this.clock.ms += 1 + this.#pick(20_000);
    const roll = this.#draw();
    if (roll < 0.5 && this.#running.length > 0) return await this.#step(this.#any(this.#running));
    if (roll < 0.6) return this.#start(this.#any(this.spokes), "push");
    if (roll < 0.7) return this.#start(this.#any(this.spokes), "collect");
    if (roll < 0.83) return this.#publish(this.#any(this.spokes));
    if (roll < 0.88) return await this.#ask();
    if (roll < 0.91) return await this.#replay();
    if (roll < 0.93) return this.#readAnswers();
    if (roll < 0.94) return this.#crash(this.#any(this.spokes));
    if (roll < 0.955) return this.#backUp(this.#any([this.hub, ...this.spokes]));
    if (roll < 0.965) return this.#restore(this.#any([this.hub, ...this.spokes]));
    if (roll < 0.97) return this.#rotate(this.#any(this.spokes));
    if (roll < 0.985) return this.#skew(this.#any(this.spokes));
    if (this.#draw() < 0.3) this.clock.ms += this.#pick(30) * HOUR;
  }

  #publish(node: SpokeNode): void {
    const own = (kind: string) =>
      node.db.sql<{ origin: string; kind: string }, { gid: string; v: number }>(
        "SELECT gid, v FROM fed_record WHERE origin = :origin AND kind = :kind AND gone = 0 ORDER BY gid",
      ).all({ origin: node.id, kind });
    const at = Math.max(0, node.world.now());
    const caches = own("cache"), roll = this.#draw(), title = `t${++this.#serial}`;
    node.write((tx) => {
      if (roll < 0.4 || caches.length === 0) node.publisher.publish(tx, "cache", cacheBody(title, at));
      else if (roll < 0.6) node.publisher.publish(tx, "cache", cacheBody(title, at), this.#any(caches).gid);
      else if (roll < 0.75) node.publisher.publish(tx, "find", findBody(this.#any(caches).gid, at));
      else if (roll < 0.85) {
        const key = keyFrom(title).publicKey;
        node.publisher.publish(tx, "key", { call: "OE1ABC", key, addedAt: at, verified: true });
      } else node.publisher.withdraw(tx, this.#any(caches).gid, { bounded: false });
    });
    this.#count("published");
  }

  #start(node: SpokeNode, what: Running["what"]): void {
    if (this.#running.some((one) => one.node === node && one.what === what)) return;
    const steps: HubSteps<unknown> = node[what]();
    const first = steps.next();
    if (!first.done) this.#running.push({ node, what, steps, effect: first.value });
  }

  async #step(one: Running): Promise<void> {
    if (!this.#quiet && this.#draw() < 0.02) {
      // Right before or right after what it does: nobody in memory hears of it.
      if (this.#draw() < 0.5) {
        await one.node.perform(one.effect, (sent) => this.#send(one.node, sent)).catch(() => {});
      }
      return this.#crash(one.node);
    }
    let next: IteratorResult<HubEffect, unknown>;
    try {
      const value = await one.node.perform(one.effect, (sent) => this.#send(one.node, sent));
      next = one.steps.next(value);
    } catch (error) {
      try {
        next = one.steps.throw(error);
      } catch (ended) {
        if (ended !== error && !(ended instanceof Error && ended.name === "HubFailed")) throw ended;
        if (error instanceof TypeError || error instanceof assert.AssertionError) throw error;
        this.#count(`${one.what} failed`);
        this.#running.splice(this.#running.indexOf(one), 1);
        return;
      }
    }
    if (next.done) {
      this.#count(one.what);
      this.#running.splice(this.#running.indexOf(one), 1);
    } else one.effect = next.value;
  }

  /** The line: it loses, it keeps for later, it brings the answer to an older request. */
  async #send(node: SpokeNode, sent: Sent): Promise<HubReply> {
    if (this.#quiet) return await this.hub.take(sent);
    const roll = this.#draw();
    this.#past.push(sent);
    if (this.#past.length > 40) this.#past.shift();
    if (roll < 0.05) throw new Error("lost on the way");
    const key = `${node.id} ${sent.method} ${sent.path}`;
    const old = this.#oldReplies.get(key);
    if (old && roll < 0.08) {
      this.#count("old replies");
      return old;
    }
    const reply = await this.#atHub(sent);
    this.#oldReplies.set(key, reply);
    if (roll > 0.95) throw new Error("answer lost on the way");
    return reply;
  }

  async #atHub(sent: Sent): Promise<HubReply> {
    try {
      return await this.hub.take(sent);
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      this.#count("hub died");
      throw new Error("connection broke off");
    }
  }

  /** A request that somebody recorded comes once more, from whoever. */
  async #replay(): Promise<void> {
    if (this.#past.length === 0) return;
    await this.#atHub(this.#any(this.#past)).catch(() => {});
    this.#count("replayed");
  }

  /** Somebody puts a question to a spoke; the hub's route has verified it. */
  async #ask(): Promise<void> {
    const target = this.#any(this.spokes), n = ++this.#serial, asker = `a${n % 3}.sim`;
    const frame = signFrame({
      type: 10,
      gid: `${asker}:corroborationQuery:${n}`,
      origin: asker,
      v: n,
      at: Math.floor(this.clock.ms / 1000),
      body: new Map([["target", target.id]]),
    }, keyFrom(`${asker} 0`));
    if (!this.hub.relay.isSpoke(target.id)) return;
    try {
      const { db } = this.hub.parts;
      const put = await db.write((tx) => this.hub.relay.queue(tx, { asker, target: target.id, frame }));
      this.#open.push({ asker, target, frame, ...put });
      this.#count("asked");
    } catch (error) {
      if (!(error instanceof Died)) this.#count("refused");
    }
  }

  /** Askers read what there is; what the hub forgot, or let lie for an hour, is gone and nobody waits for it. */
  #readAnswers(): void {
    for (const put of [...this.#open]) {
      if (put.answer) continue;
      let result;
      try {
        result = this.hub.relay.result(put.id, put.ticket, put.asker);
      } catch {
        this.#open.splice(this.#open.indexOf(put), 1);
        this.#count("gone");
        continue;
      }
      if (!result.answer) continue;
      assert.ok(
        result.answer.ok && result.answer.kind === "corroborate",
        `replay with SPOKES_SEED=${this.seed}`,
      );
      put.answer = Uint8Array.fromBase64(result.answer.data.frameB64!);
      this.#count("answered");
    }
  }

  #crash(node: SpokeNode): void {
    for (const one of this.#running.filter((running) => running.node === node)) {
      this.#running.splice(this.#running.indexOf(one), 1);
    }
    node.spokeDeps.clock.offsetS = 0;
    this.#count("crashes");
  }

  #backUp(node: HubNode | SpokeNode): void {
    this.#backups.set(node, node.backup());
  }

  #restore(node: HubNode | SpokeNode): void {
    const backup = this.#backups.get(node);
    if (!backup) return;
    if (node instanceof HubNode) {
      node.restore(backup);
      return this.#count("hub restored");
    }
    // The time floor keeps numbers rising over a restore: it needs a clock that was and is right.
    if (node.skew !== 0 || this.#everAhead.has(node)) return;
    const issued = this.#issued(node);
    this.#crash(node);
    node.restore(backup);
    const kept = this.#issued(node);
    for (const [gid, v] of issued) {
      if (kept.get(gid) !== v) this.#lost.set(gid, Math.max(v, this.#lost.get(gid) ?? 0));
    }
    this.#forgot.add(node);
    this.#restored.add(node);
    this.#count("spoke restored");
  }

  #issued(node: SpokeNode): Map<string, number> {
    const rows = node.db.sql<{ origin: string }, { gid: string; v: number; gone: number }>(
      "SELECT gid, v, gone FROM fed_record WHERE origin = :origin",
    ).all({ origin: node.id });
    return new Map(rows.map(({ gid, v, gone }) => [gid, v + gone / 2]));
  }

  #rotate(node: SpokeNode): void {
    if (node.identity.rotations.length >= 3 || node.skew !== 0) return;
    node.rotate();
    this.#count("rotations");
  }

  #skew(node: SpokeNode): void {
    if (node.skew !== 0) {
      node.skew = 0;
      return;
    }
    const roll = this.#draw();
    const far = roll < 0.4 ? this.#pick(600) : roll < 0.7 ? this.#pick(3600) : 86_400 * (1 + this.#pick(900));
    const ahead = this.#draw() < 0.5;
    if (!ahead && this.#restored.has(node)) return;
    node.skew = ahead ? far : -far;
    if (ahead) this.#everAhead.add(node);
    this.#count(far > 3600 ? "wrong clocks" : "drifting clocks");
  }

  /** Lines are whole, clocks right: every spoke pushes and collects until nothing moves. */
  async #settle(): Promise<void> {
    this.#quiet = true;
    for (const spoke of this.spokes) {
      if (spoke.spokeDeps.clock.offsetS !== 0) this.#count("hub's time taken");
      spoke.skew = 0;
    }
    while (this.#running.length > 0) await this.#step(this.#running[0]!);
    let before = "", still = 0;
    for (let round = 0; round < 40 && still < 3; round++) {
      for (const spoke of this.spokes) {
        for (const what of ["push", "collect"] as const) {
          this.#start(spoke, what);
          while (this.#running.length > 0) await this.#step(this.#running[0]!);
        }
      }
      this.#readAnswers();
      // A lease that was lost comes back after five minutes; a gap is named again after a day at most.
      this.clock.ms += round < 4 ? 400_000 : 25 * HOUR;
      const rows = this.hub.db.sql("SELECT gid, v, gone FROM fed_record ORDER BY gid").all();
      const state = JSON.stringify(rows);
      still = state === before && round > 5 ? still + 1 : 0;
      before = state;
    }
  }

  #check(): void {
    const replay = `replay with SPOKES_SEED=${this.seed}`;
    const shown = this.hub.mirror();
    for (const spoke of this.spokes) {
      const live = spoke.db.sql<{ origin: string }, { gid: string; v: number; kind: string }>(
        "SELECT gid, v, kind FROM fed_record WHERE origin = :origin AND gone = 0",
      ).all({ origin: spoke.id });
      for (const { gid, v, kind } of live) {
        const have = this.hub.store.records.byGid({ gid });
        const forgotten = this.#lost.get(gid) ?? 0;
        assert.ok(have !== undefined || forgotten > 0, `the hub lacks ${kind} ${gid} v${v}; ${replay}`);
        if (forgotten > 0) continue; // its origin forgot a later version, or its deletion, over a restore
        assert.equal(have!.v, v, `${kind} ${gid}; ${replay}`);
        assert.equal(
          have!.signer,
          spoke.identity.key!.publicKey,
          `${gid} is signed by the present key; ${replay}`,
        );
        if (kind !== "tombstone") assert.ok(shown.has(gid), `${gid} is kept and not shown; ${replay}`);
      }
      const gids = new Set(live.map(({ gid }) => gid));
      for (const gid of shown.keys()) {
        if (!gid.startsWith(`${spoke.id}:`) || gids.has(gid) || this.#lost.has(gid)) continue;
        assert.fail(`the hub shows ${gid}, which its origin deleted; ${replay}`);
      }
      const thoughtTwice = [...spoke.thought].filter(([, n]) => n > 1);
      if (!this.#forgot.has(spoke)) {
        // A spoke that died between thinking and writing down thinks again; nothing had left it.
        assert.ok(thoughtTwice.length <= (this.stats.crashes ?? 0), `${spoke.id} thought twice; ${replay}`);
      }
    }
    for (const { answer, target, frame, id } of this.#open) {
      assert.ok(answer, `question ${id} ${sha256Hex(frame)} to ${target.id} was never answered; ${replay}`);
      assert.deepEqual(answer, answerOf(target.id, frame), `the answer is not ${target.id}'s; ${replay}`);
    }
  }
}
