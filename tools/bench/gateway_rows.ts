/** Budgets of the house itself: a cheap route, durable writes. Start and memory are measured with a house full of positions. */
import { join } from "node:path";
import { ENV, inFolder, perCpuSecond, start, wrk } from "./processes.ts";
import { median, type Row } from "./row.ts";

/** A cheap route through everything that every request goes through, against Hono with nothing around it. */
const cheapRoute = () =>
  inFolder(async (folder): Promise<Row[]> => {
    const bare = await start("tools/bench/bare_hono.ts", [], {});
    const ours = await start("main.ts", ["serve"], { DATA_DIR: folder });
    const rates: { ours: number[]; bare: number[]; wrapped: number[] } = { ours: [], bare: [], wrapped: [] };
    const cheap = "/.well-known/webauthn";
    await wrk(`${bare.url}/health`, { seconds: 1 });
    await wrk(ours.url + cheap, { seconds: 1 });
    for (let round = 0; round < 7; round++) {
      rates.bare.push(await perCpuSecond(bare, "/health", 1));
      rates.wrapped.push(await perCpuSecond(bare, "/wrapped", 1));
      rates.ours.push(await perCpuSecond(ours, cheap, 1));
    }
    await Promise.all([bare.stop(), ours.stop()]);
    const row = (budget: string, peer: number[], least: number): Row => ({
      budget,
      measured: median(rates.ours),
      against: median(peer),
      unit: "/cpu s",
      least,
    });
    // The runtime answers with one header on a path of its own; a second one, which we always need, leaves that path.
    return [
      row("cheap route / bare Hono", rates.bare, 0.6),
      row("cheap route / Hono with the CORS header", rates.wrapped, 0.75),
    ];
  });

/** Rows that C SQLite commits a second, one commit a row, FULL. */
async function sqliteCommits(folder: string, rows: number): Promise<number> {
  const insert = (i: number) =>
    `INSERT INTO link VALUES ('${String(i).padStart(64, "0")}', 'operator', 'OE1SYS', ${i});`;
  const script = [
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    "CREATE TABLE link (hash TEXT PRIMARY KEY, purpose TEXT, call TEXT, at INTEGER) STRICT, WITHOUT ROWID;",
    ...Array.from({ length: rows }, (_, i) => insert(i)),
  ].join("\n");
  const child = new Deno.Command("sqlite3", {
    args: [join(folder, "peer.db")],
    stdin: "piped",
    stdout: "null",
  }).spawn();
  const began = performance.now();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(script));
  await writer.close();
  await child.status;
  return rows / ((performance.now() - began) / 1000);
}

/** A commit that takes no longer is quick, in milliseconds: an SSD with a cache of its own, no SD card. */
const QUICK_COMMIT_MS = 0.2;

/** Acknowledged single writes over HTTP, each a row, against C SQLite with one commit a row. */
const durableWrite = () =>
  inFolder(async (folder): Promise<Row[]> => {
    const ours = await start("main.ts", ["serve"], { DATA_DIR: folder });
    const script = `wrk.method = "POST"
wrk.body = '{"callsign":"OE1SYS"}'
wrk.headers["content-type"] = "application/json"
wrk.headers["x-operator-secret"] = "${ENV.OPERATOR_SECRET}"`;
    const rates: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
    await wrk(`${ours.url}/auth/operator-link`, { seconds: 1, script });
    for (let round = 0; round < 5; round++) {
      rates.ours.push(await wrk(`${ours.url}/auth/operator-link`, { seconds: 2, connections: 64, script }));
      rates.peer.push(await inFolder((other) => sqliteCommits(other, 5000)));
    }
    await ours.stop();
    const against = median(rates.peer);
    return [{
      budget: "durable single writes / C SQLite",
      measured: median(rates.ours),
      against,
      unit: "/s",
      // Sharing commits saves what a commit costs: on a disk that takes hardly any time for one there is little to save.
      least: 1000 / against > QUICK_COMMIT_MS ? 1.5 : 1,
    }];
  });

export const gateway: Record<string, () => Promise<Row[]>> = {
  "cheap-route": cheapRoute,
  "durable-write": durableWrite,
};
