/**
 * The spool under everything that goes wrong: kills between any two turns, answers lost, refused, halved and repeated,
 * clocks that jump by years, hosts that wake in 1970, disks that fill. At each step in = sent + waiting + rejected +
 * dropped; at the end everything that was on the disk is at the gateway, each item under one time and one site.
 * `SOAK_BOX` says how many lives of the box; `SOAK_SEED` which.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { getLogger } from "@logtape/logtape";
import { Database, migrate } from "../../src/db/mod.ts";
import { BoxClock } from "../../src/box/clock/box_clock.ts";
import { GatewayClient } from "../../src/box/gateway/client.ts";
import { Sender } from "../../src/box/gateway/sender.ts";
import { BOX_MIGRATIONS } from "../../src/box/migrations.ts";
import { openFacts } from "../../src/box/spool/facts.ts";
import { Spool } from "../../src/box/spool/spool.ts";
import { readSigningKey } from "../../src/wire/mod.ts";
import { withFolder } from "../kit/server.ts";
import { FAULTS, GatewayModel } from "./box_gateway_model.ts";

const LIVES = Number(Deno.env.get("SOAK_BOX") ?? 200);
const SEED = Number(Deno.env.get("SOAK_SEED") ?? 1);
const TRUTH = 1_790_000_000_000, YEAR_MS = 365 * 86_400_000;
const LIMITS = { bytes: 30_000, ageMs: 7 * 86_400_000, memory: 60 };

/** Mulberry32: small, and the same everywhere. */
function chance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = state + 0x6d2b79f5 >>> 0;
    let t = Math.imul(state ^ state >>> 15, 1 | state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { next, below, one: <T>(list: readonly T[]): T => list[below(list.length)]! };
}

Deno.test(`${LIVES} lives of a spool: the equation holds, nothing is lost, nothing comes as two hearings`, () =>
  withFolder(async (dir) => {
    const { next, below, one } = chance(SEED);
    const key = readSigningKey(Buffer.alloc(32, 7).toString("base64url"))!;
    // The world: true time, the host's own clock, how long it is up.
    let truth = TRUTH, wallOff = 0, bootedAt = TRUTH - 3_600_000;
    const gateway = new GatewayModel(key.publicKey, () => Math.floor(truth / 1000));
    const world = {
      now: () => Math.floor((truth + wallOff) / 1000),
      nowMs: () => truth + wallOff,
      elapsedMs: () => truth - bootedAt,
      random: (n: number) => Uint8Array.from({ length: n }, () => below(256)),
      fetch: gateway.fetch,
      log: getLogger("test"),
    };
    /** True time of everything that was handed to the spool. */
    const heard = new Map<string, number>();
    const onDisk = new Set<string>();
    let count = 0, lives = 0, full = 0, kills = 0;
    let pending: string[] = [];

    const open = () => {
      const db = new Database(join(dir, "box.db"), { synchronous: "normal" });
      migrate(db, BOX_MIGRATIONS, world as never);
      const clock = new BoxClock(
        world,
        () => ({ boot: String(bootedAt), upMs: Math.floor((truth - bootedAt) / 1000) * 1000 }),
      );
      const spool = new Spool(db, clock, world, LIMITS);
      const facts = openFacts(db);
      const client = new GatewayClient(
        { box: "attic", key, addresses: ["http://gw.example"], instance: "gw.example" },
        clock,
        world,
      );
      const io = { wait: () => Promise.resolve() };
      const sender = new Sender({ client, spool, facts, io, world, checkMs: 20_000 });
      return { db, clock, spool, sender, stop: new AbortController(), stalled: false };
    };
    const holds = (spool: Spool) => {
      const { in: taken, sent, waiting, rejected, dropped } = spool.sums();
      assert.equal(taken, sent + waiting + rejected + dropped, JSON.stringify(spool.sums()));
      const rows = spool.db.sql<never, { n: number }>("SELECT count(*) AS n FROM spool_item").get()!.n;
      assert.equal(spool.store.counters().waiting, rows, "the counter and the rows");
    };
    const turn = async (life: ReturnType<typeof open>) => {
      const before = life.spool.store.counters().taken;
      life.sender.turn(life.stop.signal);
      const kept = life.spool.store.counters().taken - before;
      // What was handed over before the turn is on the disk now, or the disk took nothing.
      if (kept > 0) pending.splice(0).forEach((raw) => onDisk.add(raw));
      // A gateway that stalls holds the batch until the box gives up: for the rest of this life, here.
      if (gateway.fault === "stalls" && life.sender.busy) life.stalled = true;
      if (!life.stalled) await life.sender.settled();
      holds(life.spool);
    };

    while (lives < LIVES) {
      lives++;
      pending = [];
      const life = open();
      holds(life.spool);
      for (let step = 1 + below(10); step > 0; step--) {
        for (let frames = below(12); frames > 0; frames--) {
          const raw = `OE1AAA>APRS:>${count++} ${"x".repeat(below(60))}`;
          heard.set(raw, truth);
          pending.push(raw);
          life.spool.take({
            atMs: life.clock.nowMs(),
            urgent: next() < 0.05,
            body: JSON.stringify({ raw, via: "rf", port: "kiss", direct: true }),
            site: "OE1BOX-10",
            source: `OE1AA${below(5)}`,
          });
          truth += below(400);
        }
        gateway.fault = next() < 0.4 ? "none" : one(FAULTS);
        if (next() < 0.1) wallOff += Math.round((next() - 0.5) * 4 * YEAR_MS);
        const filled = next() < 0.1;
        if (filled) fill(life.db);
        await turn(life);
        if (filled) full++;
        lift(life.db);
        truth += next() < 0.05 ? below(400_000) : 1500;
      }
      const gently = next() < 0.2;
      life.stop.abort();
      if (gently) {
        await life.sender.settled();
        life.stalled = false;
        gateway.fault = "none";
        await turn(life);
      } else kills++;
      // A kill: what is in memory is gone, what the network does with a batch that is out nobody waits for.
      life.db.close();
      if (next() < 0.15) {
        bootedAt = truth += 30_000;
        wallOff = next() < 0.5 ? -truth + below(1000) : Math.round((next() - 0.5) * YEAR_MS);
      }
    }

    // Everything is well again: what waits must go.
    gateway.fault = "none";
    const last = open();
    for (let rest = 0; last.spool.sums().waiting > 0; rest++) {
      assert.ok(rest < 5000, `stuck: ${JSON.stringify([last.spool.sums(), last.sender.state])}`);
      await turn(last);
      truth += 1500;
    }
    const sums = last.spool.sums();
    last.db.close();
    assert.deepEqual([sums.in, sums.waiting], [sums.sent + sums.rejected + sums.dropped, 0]);
    assert.ok(sums.sent > LIVES && sums.rejected > 0 && full > 0 && kills > LIVES / 2, JSON.stringify(sums));
    // Nothing that was on the disk is missing but what is counted as dropped or rejected.
    const missing = [...onDisk].filter((raw) => !gateway.taken.has(raw) && !gateway.refused.has(raw));
    assert.ok(missing.length <= sums.dropped, `${missing.length} are missing, ${sums.dropped} dropped`);
    for (const [raw, ways] of gateway.taken) {
      assert.equal(ways.size, 1, `${raw} came as ${[...ways].join(" and ")}`);
      const [way] = ways;
      const at = Number(way!.split(" ", 1)[0]), off = at - heard.get(raw)! / 1000;
      // With a site the time is right; without one it is an upper bound that attests nothing.
      if (way!.endsWith(" null")) assert.ok(off > -6, `${raw} is ${off} s off`);
      else assert.ok(Math.abs(off) < 6, `${raw} is ${off} s off`);
    }
  }));

/** No page more: as a full disk, SQLite gives the transaction up. */
const fill = (db: Database): void => void db.sql("PRAGMA max_page_count = 1").get();
const lift = (db: Database): void => void db.sql("PRAGMA max_page_count = 1000000").get();
