/** Budgets of the game: reading a box of the map, offline packs, map tiles. */
import { join } from "node:path";
import { realWorld } from "../../src/base/mod.ts";
import { type LogStore, logStore } from "../../src/caches/finds/log_store.ts";
import { cacheStore, NATIVE } from "../../src/caches/hiding/cache_store.ts";
import { mapStore } from "../../src/caches/map/map_store.ts";
import { packStore } from "../../src/caches/offline/pack_store.ts";
import { mapRow } from "../../src/caches/views/cache_view.ts";
import { Database, migrate, MIGRATIONS, type Tx } from "../../src/db/mod.ts";
import { instanceId, Settings } from "../../src/settings/mod.ts";
import { cpuSeconds, ENV, inFolder, type Measured, start, wrk } from "./processes.ts";
import { median, type Row } from "./row.ts";

const CACHES = 100_000;
/** The caches lie in here, evenly: 3 by 8 degrees. */
const AREA = { lat: 46, lon: 9, height: 3, width: 8 };

/** Numbers in [0, 1), the same in each run. */
function seeded(): () => number {
  let state = 1;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

/** A database of so many caches; `place` spreads them. Each fifth has five logs. */
export function fill(
  folder: string,
  count: number,
  place: (random: () => number) => { lat: number; lon: number },
): void {
  const world = realWorld();
  const settings = new Settings({ ...ENV, DATA_DIR: folder });
  const db = new Database(join(folder, "gateway.db"));
  migrate(db, MIGRATIONS, world);
  settings.attach(db);
  const caches = cacheStore(db), logs = logStore(db), map = mapStore(db, world), packs = packStore(db, world);
  const instance = instanceId(settings);
  const random = seeded();
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
  db.writeNow((tx) => {
    for (let i = 1; i <= count; i++) {
      const { lat, lon } = place(random);
      const { id } = caches.insert(tx, {
        ...NATIVE,
        code: `CDF${i}`,
        codeKey: `CDF${i}`,
        ownerAccount: null,
        ownerCall: "OE1ABC",
        title: `Cache number ${i} by the river`,
        description: "A quiet place with a view over the valley. ".repeat(4),
        hint: "under the third stone",
        type: i % 3 ? "traditional" : "mystery",
        size: "small",
        difficulty: 1.5,
        terrain: 2,
        lat: round(lat),
        lon: round(lon),
        country: "OE",
        tags: '["river"]',
        status: "active",
        scope: "federated",
        unlisted: 0,
        minTrust: null,
        ratingPolicy: "finders",
        stationCall: null,
        createdAt: 1_780_000_000,
        updatedAt: 1_780_000_000,
      });
      const row = caches.byId({ id })!;
      map.put(tx, id, row.lat!, row.lon!, JSON.stringify(mapRow(row, instance)));
      for (let n = 0; i % 5 === 0 && n < 5; n++) addLog(logs, tx, id, n);
    }
    packs.bump(tx, { lat: 48.5, lon: 17 });
  });
  // The peer gets an R-tree of its own, on the cache's number: nothing between it and the caches.
  db.writeNow((tx) =>
    db.exec(
      tx,
      `CREATE VIRTUAL TABLE bench_map USING rtree_i32 (id, min_lon, max_lon, min_lat, max_lat);
       INSERT INTO bench_map SELECT id, min_lon, max_lon, min_lat, max_lat FROM cache_map;`,
    )
  );
  db.close();
}

function addLog(
  logs: LogStore,
  tx: Tx,
  cacheId: number,
  n: number,
): void {
  logs.insert(tx, {
    cacheId,
    accountId: n + 1,
    call: `OE${n}FND`,
    kind: "found",
    text: "Thanks for showing us this place",
    foundAt: 1_780_000_000 + n,
    createdAt: 1_780_000_000 + n,
    tier: "B",
    method: "app_geo",
    why: '{"method":"app_geo","sentence":"","candidates":[]}',
    distanceM: 20,
    site: null,
    box: null,
    corroboratedBy: null,
    fieldTimeRejected: null,
    offline: 0,
    signerKey: null,
    signature: null,
    signedAt: null,
    via: "web",
    needsMaintenance: 0,
  });
}

const BOXES = 2000;

/** Boxes of a size in degrees of latitude; twice as wide. */
function boxes(height: number): { minLon: number; minLat: number; maxLon: number; maxLat: number }[] {
  const random = seeded();
  return Array.from({ length: BOXES }, () => {
    const minLat = AREA.lat + random() * (AREA.height - height);
    const minLon = AREA.lon + random() * (AREA.width - 2 * height);
    return { minLat, minLon, maxLat: minLat + height, maxLon: minLon + 2 * height };
  });
}

/** Boxes a second of processor time that C SQLite reads and writes as JSON, from the same file. */
async function sqliteBoxes(folder: string, height: number): Promise<number> {
  const e7 = (degrees: number) => Math.round(degrees * 1e7);
  const query = ({ minLon, minLat, maxLon, maxLat }: ReturnType<typeof boxes>[number]) =>
    `SELECT json_object('caches', json_group_array(json_object('id', c.id, 'code', c.code, 'title', c.title, 'type', c.type,
      'size', c.size, 'status', c.status, 'difficulty', c.difficulty, 'terrain', c.terrain, 'lat', c.lat, 'lon', c.lon,
      'owner', c.owner_call, 'country', c.country, 'tags', json(c.tags), 'minTrust', c.min_trust, 'source', c.source)))
    FROM bench_map m JOIN cache c ON c.id = m.id WHERE m.min_lon >= ${e7(minLon)} AND m.max_lon <= ${
      e7(maxLon)
    }
      AND m.min_lat >= ${e7(minLat)} AND m.max_lat <= ${e7(maxLat)};`;
  const file = join(folder, "boxes.sql");
  await Deno.writeTextFile(file, boxes(height).map(query).join("\n"));
  const { stderr } = await new Deno.Command("bash", {
    args: [
      "-c",
      `TIMEFORMAT='%U %S'; time sqlite3 -readonly "${join(folder, "gateway.db")}" < "${file}" > /dev/null`,
    ],
    stderr: "piped",
  }).output();
  const [user, system] = new TextDecoder().decode(stderr).trim().split(/\s+/).slice(-2).map(Number);
  return BOXES / (user! + system!);
}

/** wrk asks for the boxes one after the other. */
const boxScript = (height: number) => `
local boxes = {${
  boxes(height).map((b) => `"${[b.minLon, b.minLat, b.maxLon, b.maxLat].map((d) => d.toFixed(6)).join(",")}"`)
    .join(",")
}}
local n = 0
request = function()
  n = n % #boxes + 1
  return wrk.format("GET", "/api/caches?bbox=" .. boxes[n])
end
done = function(summary, latency)
  io.write(string.format("p99 %f\\n", latency:percentile(99) / 1000))
end`;

/** Answers a second of processor time under wrk. */
async function perCpu(server: Measured, script: string, seconds: number): Promise<number> {
  const before = cpuSeconds(server.pid);
  const rate = await wrk(server.url, { seconds, script, connections: 64 });
  return rate * seconds / (cpuSeconds(server.pid) - before);
}

/** Milliseconds of the slowest hundredth of answers, at 64 connections. */
async function p99(server: Measured, height: number): Promise<number> {
  const file = await Deno.makeTempFile({ suffix: ".lua" });
  await Deno.writeTextFile(file, boxScript(height));
  const { stdout } = await new Deno.Command("wrk", {
    args: ["-t1", "-c64", "-d3s", "-s", file, server.url],
    stdout: "piped",
  }).output();
  await Deno.remove(file);
  return Number(/p99 ([\d.]+)/.exec(new TextDecoder().decode(stdout))![1]);
}

/** Reading boxes over HTTP, against C SQLite that reads the same boxes and makes JSON of them. */
const bbox = () =>
  inFolder(async (folder): Promise<Row[]> => {
    fill(folder, CACHES, (random) => ({
      lat: AREA.lat + random() * AREA.height,
      lon: AREA.lon + random() * AREA.width,
    }));
    const ours = await start("main.ts", ["serve"], { DATA_DIR: folder });
    const rows: Row[] = [];
    for (const [name, height, least] of [["small box", 0.03, 0.5], ["60 rows", 0.085, 0.9]] as const) {
      const rates: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
      await wrk(ours.url, { seconds: 1, script: boxScript(height) });
      for (let round = 0; round < 5; round++) {
        rates.ours.push(await perCpu(ours, boxScript(height), 2));
        rates.peer.push(await sqliteBoxes(folder, height));
      }
      rows.push({
        budget: `bbox, ${name} / C SQLite JSON`,
        measured: median(rates.ours),
        against: median(rates.peer),
        unit: "/cpu s",
        least,
      });
    }
    rows.push({
      budget: "bbox, small box, p99 at 64 connections",
      measured: await p99(ours, 0.03),
      against: 25,
      unit: "ms",
      least: 1,
      smaller: true,
    });
    await ours.stop();
    return rows;
  });

/** A pack of 5000 caches, and asking for it again. */
const offlinePack = () =>
  inFolder(async (folder): Promise<Row[]> => {
    fill(folder, 5000, (random) => ({ lat: 48 + random() * 0.99, lon: 16 + random() * 1.99 }));
    const ours = await start("main.ts", ["serve"], { DATA_DIR: folder });
    const path = `${ours.url}/api/offline/pack?grid=JN88`;
    const builds: number[] = [], known: number[] = [];
    let tag = "";
    for (let round = 0; round < 15; round++) {
      const began = performance.now();
      const answer = await fetch(path);
      const body = new Uint8Array(await answer.arrayBuffer());

      const took = performance.now() - began;
      // The first ones make what all later ones take ready made.
      if (round > 2) builds.push(took);
      if (round === 0) {
        const { caches } = JSON.parse(new TextDecoder().decode(body));
        if (caches.length !== 5000) throw new Error(`the pack has ${caches.length} caches`);
      }
      tag = answer.headers.get("etag")!;
    }
    for (let round = 0; round < 200; round++) {
      const began = performance.now();
      const answer = await fetch(path, { headers: { "if-none-match": tag } });
      if (answer.status !== 304) throw new Error(`the pack answered ${answer.status}`);
      known.push(performance.now() - began);
    }
    await ours.stop();
    const row = (budget: string, measured: number, against: number): Row => ({
      budget,
      measured,
      against,
      unit: "ms",
      least: 1,
      smaller: true,
    });
    return [
      row("offline pack, 5,000 caches", median(builds), 150),
      row("offline pack, unchanged", median(known), 2),
    ];
  });

const RANGES = `
local n = 0
request = function()
  n = (n * 1103515245 + 12345) % 2147483648
  local from = n % 60000000
  return wrk.format("GET", nil, { ["range"] = "bytes=" .. from .. "-" .. (from + 32767) })
end`;

/** Ranges of 32 KiB of the map archive, against nginx serving the same file. */
const tiles = () =>
  inFolder(async (folder): Promise<Row[]> => {
    Deno.mkdirSync(join(folder, "tiles"));
    const archive = join(folder, "tiles", "offline.pmtiles");
    Deno.writeFileSync(archive, new Uint8Array(64_000_000).map((_, i) => i % 251));
    const ours = await start("main.ts", ["serve"], { DATA_DIR: folder });
    const port = 40_000 + Math.floor(Math.random() * 10_000);
    Deno.writeTextFileSync(
      join(folder, "nginx.conf"),
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log /dev/null;
events { worker_connections 256; }
http { access_log off; sendfile on; server { listen 127.0.0.1:${port}; root ${folder}; } }`,
    );
    const nginx = new Deno.Command("nginx", { args: ["-c", join(folder, "nginx.conf")], stderr: "null" })
      .spawn();
    const peer = {
      url: `http://127.0.0.1:${port}`,
      pid: nginx.pid,
      startMs: 0,
      stop: () => Promise.resolve(),
    };
    await new Promise((resolve) => setTimeout(resolve, 500));
    const rates: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
    const path = "/tiles/offline.pmtiles";
    for (let round = 0; round < 5; round++) {
      for (const [server, list] of [[ours, rates.ours], [peer, rates.peer]] as const) {
        list.push(await perCpu({ ...server, url: server.url + path }, RANGES, 2));
      }
    }
    nginx.kill("SIGTERM");
    await nginx.status;
    await ours.stop();
    return [{
      budget: "PMTiles ranges / nginx",
      measured: median(rates.ours),
      against: median(rates.peer),
      unit: "/cpu s",
      least: 0.5,
    }];
  });

export const game: Record<string, () => Promise<Row[]>> = { bbox, "offline-pack": offlinePack, tiles };
