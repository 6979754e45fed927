/**
 * Everything that goes wrong between a box and its gateway, with real processes: `kill -9` of either in the middle of
 * whatever it does, a cable that is cut, stalls, loses answers or halves them, portals and proxies that answer in the gateway's
 * place and lie about the time, a host's clock that jumps by years, disks that fill. At each step in = sent + waiting + rejected + dropped and everything that the box counts
 * as sent is at the gateway; at the end each frame is there once, under one hearing; nothing left that a lock forbids.
 * `CHAOS_CYCLES` says how often, `CHAOS_SEED` which history, `SOAK_PROGRAM` which program: the bundle's launcher.
 */
import assert from "node:assert/strict";
import { passes } from "../kit/waits.ts";
import { join } from "node:path";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { listeningApp, makeBox, testTnc } from "../kit/box.ts";
import { type BoxProcess, boxStatus, eventually, startBoxProcess } from "../kit/box_process.ts";
import { has } from "../kit/peers.ts";
import { type Server, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";
import { seeded } from "../wire/test_data.ts";
import { CABLE, Cable, SmallDisk } from "./box_chaos_cable.ts";
import { claimBox, framesOf, holdPace, type Life, LIVES, queueMessage, throwSwitches } from "./box_lives.ts";

const CYCLES = Number(Deno.env.get("CHAOS_CYCLES") ?? 2);
const SEED = Number(Deno.env.get("CHAOS_SEED") ?? 1);
const PROGRAM = Deno.env.get("SOAK_PROGRAM")?.split(" ");
const LIBFAKETIME = `/usr/lib/${
  Deno.build.arch === "aarch64" ? "aarch64" : "x86_64"
}-linux-gnu/faketime/libfaketime.so.1`;
const SITE = "OE1BOX-10", FRAME_MS = 40;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** A call of its own for each frame: what is at the gateway can be counted. */
const callOf = (n: number): string =>
  `OE${Math.floor(n / 17_576) % 10}` + [676, 26, 1].map((by) => LETTERS[Math.floor(n / by) % 26]).join("");
const frameOf = (n: number): Uint8Array =>
  encodeKiss(
    encodeFrame({ source: callOf(n), destination: "APRS", path: [], info: "=4812.50N/01622.43E>" })!,
  );
const pause = (ms: number) => passes(ms, "faults come at moments of chance");

/** Reads a database that a living process writes. */
function read<T>(path: string, use: (db: Database) => T): T {
  const db = new Database(path, { readOnly: true });
  try {
    return use(db);
  } finally {
    db.close();
  }
}

Deno.test(`${CYCLES} cycles of kills, faults, jumps and full disks: nothing lost, doubled or said unasked`, () =>
  withFolder(async (folder) => {
    // Without it everything but the clock is tried.
    const FAKETIME = has(LIBFAKETIME) ? LIBFAKETIME : undefined;
    const draw = seeded(SEED), below = (n: number) => Math.floor(draw() * n);
    const disks = {
      box: SmallDisk.make(join(folder, "box"), 6),
      gateway: SmallDisk.make(join(folder, "data"), 96),
    };
    const dir = disks.box.path, data = join(disks.gateway.path, "gateway.db");
    const clock = join(folder, "clock"),
      setClock = (text: string) => Deno.writeTextFileSync(clock, `${text}\n`);
    setClock("+0");
    const env = serverEnv(disks.gateway.path);
    const cable = new Cable(), tnc = testTnc();

    // The gateway's database, with the box in it, made before its process starts.
    {
      const db = new Database(data), world = testWorld();
      migrate(db, MIGRATIONS, world);
      const secrets = { INGEST_SECRET: env.INGEST_SECRET!, OPERATOR_SECRET: env.OPERATOR_SECRET! };
      const first = listeningApp(secrets, { db, world, dataDir: disks.gateway.path });
      first.app.operator = first.app.visitor.with({ "x-operator-secret": env.OPERATOR_SECRET! });
      first.app.ingest = first.app.visitor.with({ "x-ingest-secret": env.INGEST_SECRET! });
      const connections = [`${tnc.address}?site=${SITE}&tx=on`];
      await makeBox(dir, first, { connections, gateways: [cable.url], tx: "on" }, { sites: [SITE] });
      await claimBox(first);
      await first.close();
      db.close();
    }

    let box: BoxProcess | undefined, gateway: Server | undefined, life: Life = "on", lives = 0, fed = 0;
    const startBox = () =>
      startBoxProcess(dir, {
        http: "off",
        ...(PROGRAM ? { command: PROGRAM } : {}),
        env: {
          LOG_LEVEL: "error",
          ...(FAKETIME
            ? {
              LD_PRELOAD: FAKETIME,
              FAKETIME_TIMESTAMP_FILE: clock,
              FAKETIME_CACHE_DURATION: "1",
              FAKETIME_DONT_FAKE_MONOTONIC: "1",
            }
            : {}),
        },
      });
    const startGateway = async () => {
      const server = await startServer(env, PROGRAM ? { command: [...PROGRAM, "serve"] } : {});
      cable.target = Number(new URL(server.url).port);
      return server;
    };
    /** The equation on the box's disk; what it calls sent is at the gateway. */
    const hold = () => {
      const { taken, sent, waiting, rejected, dropped, rows } = read(
        join(dir, "box.db"),
        (db) =>
          db.sql<never, Record<"taken" | "sent" | "waiting" | "rejected" | "dropped" | "rows", number>>(
            `SELECT taken, sent, waiting, rejected, dropped, (SELECT count(*) FROM spool_item) AS "rows"
           FROM spool_counter`,
          ).get()!,
      );
      assert.equal(taken, sent + waiting + rejected + dropped);
      assert.equal(waiting, rows);
      assert.deepEqual([rejected, dropped], [0, 0]);
      const there = read(
        data,
        (db) => db.sql<never, { n: number }>("SELECT count(DISTINCT station_id) AS n FROM any_fix").get()!.n,
      );
      assert.ok(there >= sent, `the box calls ${sent} sent, ${there} are at the gateway`);
      return { taken, sent, there };
    };
    const years = () => ["+0", `+${below(2000)}d`, `-${below(2000)}d`, "@1970-01-02 00:00:00"][below(4)]!;

    let feeding = true;
    const feed = (async () => {
      for (; feeding; await pause(FRAME_MS)) {
        if (tnc.clients.size > 0) await tnc.hears(frameOf(fed++)).catch(() => {});
      }
    })();
    const started = Date.now(), done = { kills: 0, full: 0, jumps: 0 };
    try {
      for (let n = 0; n < CYCLES; n++) {
        const before = box ? undefined : framesOf(tnc.received).length;
        if (!box) {
          life = LIVES[lives++ % LIVES.length]!;
          throwSwitches(dir, life, draw);
          setClock(lives > 1 ? years() : "+0");
        }
        [box, gateway] = await Promise.all([box ?? startBox(), gateway ?? startGateway()]);
        const open = framesOf(tnc.received).length;
        if (before !== undefined && life !== "on") assert.equal(open, before);
        {
          const db = new Database(data);
          for (let one = 0; one < 2; one++) queueMessage(db, `cycle ${n} text ${one}`);
          db.close();
        }
        cable.set(n === 0 || draw() < 0.4 ? "well" : CABLE[below(CABLE.length)]!);
        // The first life shows that all works before anything breaks.
        if (n === 0) {
          await eventually("a transmission", () => Promise.resolve(framesOf(tnc.received).length > 0));
        }
        await pause(300 + below(700));
        const full = draw() < 0.2 ? disks[below(3) < 2 ? "box" : "gateway"] : undefined;
        full?.fill();
        if (full) done.full++;
        if (draw() < 0.2) {
          setClock(lives > 1 ? years() : "+0");
          if (FAKETIME) done.jumps++;
        }
        if (draw() < 0.3) cable.set(CABLE[below(CABLE.length)]!);
        await pause(200 + below(900));
        // Now and then a life lasts until what was sent is written down as sent: three turns of the box.
        if (draw() < 0.2) {
          cable.set("well");
          await pause(4500);
        }
        const dies = (["box", "box", "both", "gateway", "nobody", "nobody"] as const)[below(6)]!;
        if (dies === "box" || dies === "both") await box.stop("SIGKILL");
        if (dies === "gateway" || dies === "both") await gateway.stop("SIGKILL");
        done.kills += dies === "both" ? 2 : dies === "nobody" ? 0 : 1;
        full?.lift();
        await pause(50); // what was written to the radio arrives
        if (life !== "on") assert.equal(framesOf(tnc.received).length, open, `a life with ${life}`);
        if (dies === "box" || dies === "both") box = undefined;
        if (dies === "gateway" || dies === "both") gateway = undefined;
        const { taken, sent, there } = hold();
        if (n % 50 === 49) {
          const seconds = (Date.now() - started) / 1000;
          console.log(
            `cycle ${n + 1}: ${seconds.toFixed(0)} s, taken ${taken}, sent ${sent}, there ${there}`,
          );
        }
      }
      // Everything is well again: what waits goes. A box that was refused asks each ten minutes, and when it starts.
      cable.set("well");
      setClock("+0");
      await box?.stop();
      [box, gateway] = await Promise.all([startBox(), gateway ?? startGateway()]);
      await eventually("a frame of the last life", () => Promise.resolve(tnc.clients.size > 0));
      feeding = false;
      await feed;
      let last: unknown;
      const { spool } = await eventually(() => `the spool to be empty: ${JSON.stringify(last)}`, async () => {
        const { status } = await boxStatus(dir);
        last = status;
        return status?.spool.waiting === 0 && status;
      });
      await box.stop();
      box = undefined;
      const { taken, sent, there } = hold();
      assert.equal(taken, sent);
      assert.ok(spool.in <= fed);
      // Nothing is stamped by a lie: all of it was heard since the beginning.
      const [from, to] = [Math.floor(started / 1000) - 60, Math.ceil(Date.now() / 1000) + 60];
      const strange = read(data, (db) =>
        db.sql<{ from: number; to: number }, { n: number }>(
          "SELECT count(*) AS n FROM any_fix WHERE at < :from OR at > :to",
        ).get({ from, to })!.n);
      assert.equal(strange, 0, `${strange} frames were stamped by a time that is none`);
      // Each frame has a call of its own: a second time of one, or a second hearing, is a frame that came twice. The same
      // one to the second shows twice in the view until it is moved to its place.
      const { twice, hearings } = read(data, (db) => ({
        twice: db.sql<never, { call: string; times: string }>(
          `SELECT call, group_concat(at) AS times FROM any_fix JOIN station ON station.id = station_id
           GROUP BY station_id HAVING count(DISTINCT at) > 1 LIMIT 5`,
        ).all(),
        hearings: db.sql<never, { n: number }>("SELECT count(*) AS n FROM any_fix WHERE flags >= 4").get()!.n,
      }));
      assert.deepEqual({ twice, hearings }, { twice: [], hearings: 0 });
      assert.equal(there, sent);
      holdPace(dir, framesOf(tnc.received), (Date.now() - started) / 60_000);
      console.log(
        `${sent} of ${fed} frames, ${framesOf(tnc.received).length} transmissions, ${done.kills} kills, ` +
          `${done.full} full disks, ${done.jumps} jumps, ${cable.lies} lies in ${
            ((Date.now() - started) / CYCLES / 1000).toFixed(1)
          } s a cycle`,
      );
      assert.ok(sent > CYCLES, "too little was sent to prove anything");
    } finally {
      feeding = false;
      await feed;
      await box?.stop("SIGKILL");
      await gateway?.stop("SIGKILL");
      await cable.close();
      await tnc.close();
      for (const disk of Object.values(disks)) disk.remove();
    }
  }));
