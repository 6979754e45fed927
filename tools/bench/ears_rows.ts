/** Budgets of the ears: taking what receivers hear, reading APRS, and a house full of positions. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { decodeTnc2 } from "../../src/aprs/mod.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { realWorld } from "../../src/base/mod.ts";
import { randomFrames, TYPICAL } from "../../tests/aprs/frames.ts";
import { bundled, ENV, inFolder, type Measured, rssMb, start, wrk } from "./processes.ts";
import { becomes } from "../../tests/kit/waits.ts";
import { median, type Row } from "./row.ts";

async function run(command: string, args: string[], stdin: Uint8Array): Promise<number> {
  const began = performance.now();
  const child = new Deno.Command(command, { args, stdin: "piped", stdout: "null", stderr: "null" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(stdin);
  await writer.close();
  await child.status;
  return (performance.now() - began) / 1000;
}

const BATCH = 100;
/** Batches of new packets of a thousand stations, each heard directly, so that every one is a fix too. */
const BATCHES = `wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.headers["x-ingest-secret"] = "${ENV.INGEST_SECRET}"
local n = os.time() * 1000000
function request()
  local at, items = os.time(), {}
  for i = 1, ${BATCH} do
    n = n + 1
    items[i] = string.format('{"raw":"N%dX%s-9>APRS,WIDE1-1:!48%02d.%02dN/016%02d.%02dE>088/036#%d","heardAt":%d,"via":"rf","port":"kiss","site":"OE1GAT-1"}',
      n % 10, string.char(65 + n % 26, 65 + math.floor(n / 26) % 4), n % 60, n % 100, n % 59, n % 99, n, at)
  end
  return wrk.format(nil, nil, nil, '{"packets":[' .. table.concat(items, ",") .. ']}')
end`;

/** Rows that C SQLite takes a second: the raw packets alone, a hundred to an INSERT and a commit, FULL. */
async function sqliteBatches(folder: string, rows: number): Promise<number> {
  const at = Math.floor(Date.now() / 1000);
  const row = (n: number) => {
    const call = `N${n % 10}X${n % 100}-9`;
    return `(${at}, '${call}', '${call}>APRS,WIDE1-1:!4812.50N/01622.43E>088/036#${n}', 'rf', 'kiss', '1')`;
  };
  const batches = Array.from({ length: rows / BATCH }, (_, batch) => {
    const values = Array.from({ length: BATCH }, (_, i) => row(batch * BATCH + i)).join(",\n");
    return `INSERT INTO packet VALUES ${values};\n`;
  });
  const script = `PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
CREATE TABLE packet (heard_at INTEGER NOT NULL, call TEXT NOT NULL, raw TEXT NOT NULL, via TEXT NOT NULL,
  port TEXT NOT NULL, deliveries TEXT NOT NULL) STRICT;
CREATE INDEX packet_call ON packet (call, heard_at);
${batches.join("")}`;
  const seconds = await run("sqlite3", [join(folder, "peer.db")], new TextEncoder().encode(script));
  return rows / seconds;
}

/** Packets a second over HTTP: parsed, told from copies, stored FULL and in the ring. */
const ingest = () =>
  inFolder(async (folder): Promise<Row[]> => {
    const env = { DATA_DIR: folder, FIRST_PARTY_SITES: "OE1GAT-1" };
    const ours = await start("main.ts", ["serve"], env);
    const rates: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
    // Many receivers at once, as after an outage: their batches share commits.
    const load = { seconds: 2, connections: 32, script: BATCHES };
    await wrk(`${ours.url}/ingest`, { ...load, seconds: 1 });
    for (let round = 0; round < 5; round++) {
      rates.ours.push(BATCH * await wrk(`${ours.url}/ingest`, load));
      rates.peer.push(await inFolder((other) => sqliteBatches(other, 50_000)));
    }
    await ours.stop();
    const measured = median(rates.ours);
    return [
      {
        budget: "bulk ingest / C SQLite bulk insert",
        measured,
        against: median(rates.peer),
        unit: "/s",
        least: 0.5,
      },
      { budget: "bulk ingest", measured, against: 40_000, unit: "/s", least: 1 },
    ];
  });

/** Ten thousand finds of a week for which something may still come, none of them by a call that is heard. */
function fillOpenFinds(path: string): void {
  const db = new Database(path);
  migrate(db, MIGRATIONS, realWorld());
  db.writeNow((tx) =>
    db.exec(
      tx,
      `INSERT INTO cache (code, code_key, owner_call, title, description, hint, type, size, difficulty, terrain, lat, lon, tags,
         status, scope, unlisted, rating_policy, source, created_at, updated_at)
       VALUES ('GW1', 'GW1', 'OE1OWN', 'Mill', '', '', 'traditional', 'small', 1.5, 1.5, 48.2, 16.3, '[]', 'active', 'local', 0,
         'finders', 'native', 0, 0);
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
       INSERT INTO log (cache_id, account_id, call, kind, text, found_at, created_at, offline, via, needs_maintenance)
         SELECT 1, i, 'OE' || i || 'F-7', 'found', '', unixepoch() - i * 60, unixepoch(), 0, 'web', 0 FROM n;
       INSERT INTO open_find (log_id, cache_id, account_id, base, from_at, to_at, until, readings)
         SELECT id, 1, account_id, 'OE' || id || 'F', found_at - 7200, found_at + 7200, found_at + 604800, '[]' FROM log;`,
    )
  );
  db.close();
}

/** The same packets where ten thousand finds are open, against none: what touches no open find pays one look into memory. */
const openFinds = () =>
  inFolder((none): Promise<Row[]> =>
    inFolder(async (many) => {
      fillOpenFinds(join(many, "gateway.db"));
      const rates: number[][] = [[], []];
      const load = { seconds: 2, connections: 32, script: BATCHES };
      for (let round = 0; round < 6; round++) {
        for (const [i, DATA_DIR] of [none, many].entries()) {
          const ours = await start("main.ts", ["serve"], { DATA_DIR, FIRST_PARTY_SITES: "OE1GAT-1" });
          await wrk(`${ours.url}/ingest`, { ...load, seconds: 1 });
          rates[i]!.push(BATCH * await wrk(`${ours.url}/ingest`, load));
          await ours.stop();
        }
      }
      const [without, among] = rates.map(median) as [number, number];
      return [{
        budget: "ingest with 10,000 open finds / with none",
        measured: among,
        against: without,
        unit: "/s",
        least: 0.95,
      }];
    })
  );

/** Lines a second through our parser and through Dire Wolf's `decode_aprs`. */
async function aprsParse(): Promise<Row[]> {
  const lines = [...TYPICAL, ...randomFrames(20_000, 9)].map((line) => new TextEncoder().encode(line));
  const all = new TextEncoder().encode(
    lines.map((line) => new TextDecoder().decode(line) + "\n").join("").repeat(5),
  );
  const rates: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    for (let times = 0; times < 5; times++) for (const line of lines) decodeTnc2(line, 1_790_000_000);
    rates.ours.push(5 * lines.length / ((performance.now() - began) / 1000));
    rates.peer.push(5 * lines.length / await run("decode_aprs", [], all));
  }
  return [{
    budget: "APRS parse / decode_aprs",
    measured: median(rates.ours),
    against: median(rates.peer),
    unit: "/s",
    least: 1,
  }];
}

/** A database with a million positions of two thousand stations, as `POST /ingest` would have left it. */
function fill(path: string): void {
  const db = new Database(path);
  migrate(db, MIGRATIONS, realWorld());
  const now = Math.floor(Date.now() / 1000);
  const station = db.sql(
    "INSERT INTO station (call, base, first_heard, last_heard, via) VALUES (:call, :call, :at, :at, 'rf')",
  );
  const fix = db.sql(
    `INSERT INTO fix (station_id, sort, at, lat_e7, lon_e7, delivery_id, flags, course, speed_kmh)
     VALUES (:id, 1, :at, :lat, :lon, 1, 1, :course, 60)`,
  );
  db.writeNow((tx) => {
    db.exec(tx, "INSERT INTO delivery VALUES (1, 'rf', 'kiss', 'OE1GAT-1', 'secret', '')");
    for (let id = 1; id <= 2000; id++) station.run(tx, { call: `N${id}X`, at: now });
  });
  // In the order of time, as receivers hand them over: the clustered table is written at random.
  for (let minute = 0; minute < 500; minute++) {
    db.writeNow((tx) => {
      for (let id = 1; id <= 2000; id++) {
        const [lat, lon] = [480_000_000 + minute * 997 + id, 160_000_000 + minute * 1009 + id];
        fix.run(tx, { id, at: now - 600_000 + minute * 1200 + id % 1200, lat, lon, course: id % 360 });
      }
    });
  }
  db.close();
}

/** A process is at rest once the collector has given back what its start needed. */
const REST_MS = 45_000;
const STARTS = 9;

const positions = () =>
  inFolder(async (folder): Promise<Row[]> => {
    const path = join(folder, "gateway.db");
    fill(path);
    const size = (await Deno.stat(path)).size / 1e6;
    const starts: Measured[] = [];
    let memory = 0;
    // What a club runs, with the app's files in it, and not the checkout's thousand modules.
    const launcher = await bundled(join(folder, "dist"));
    const env = { DATA_DIR: folder, XDG_CACHE_HOME: join(folder, "cache") };
    const compiled = join(env.XDG_CACHE_HOME, "service-gateway", `compiled-${Deno.build.arch}`);
    for (let round = 0; round <= STARTS; round++) {
      const ours = await start(launcher, ["serve"], env);
      if (round > 0) starts.push(ours);
      // The first one keeps what was compiled, for all later ones.
      if (round === 0) await becomes("what was compiled is kept", () => existsSync(compiled));
      if (round === STARTS) {
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
        memory = rssMb(ours.pid);
      }
      await ours.stop();
    }
    const budget = (name: string) => `${name}, 1,000,000 positions`;
    return [
      {
        budget: budget("start to /health"),
        measured: median(starts.map(({ startMs }) => startMs)),
        against: 150,
        unit: "ms",
        least: 1,
        smaller: true,
      },
      {
        budget: budget("its processor time"),
        measured: median(starts.map(({ startCpuMs }) => startCpuMs)),
        against: 120,
        unit: "ms",
        least: 1,
        smaller: true,
      },
      {
        budget: budget("memory at rest"),
        measured: memory,
        against: 90,
        unit: "MB",
        least: 1,
        smaller: true,
      },
      { budget: budget("database"), measured: size, against: 60, unit: "MB", least: 1, smaller: true },
    ];
  });

export const ears: Record<string, () => Promise<Row[]>> = {
  ingest,
  "open-finds": openFinds,
  "aprs-parse": aprsParse,
  positions,
};
