/** Budgets of reading a box of the map: against C SQLite, and gzipped against plain. */
import { join } from "node:path";
import { AREA, CACHES, fill, seeded } from "./game_data.ts";
import { inFolder, type Measured, perCpu, start, wrk } from "./processes.ts";
import { median, type Row } from "./row.ts";

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
export const boxScript = (height: number, encoding = "identity", count = BOXES) => `
local headers = { ["accept-encoding"] = "${encoding}" }
local boxes = {${
  boxes(height).slice(0, count).map((b) =>
    `"${[b.minLon, b.minLat, b.maxLon, b.maxLat].map((d) => d.toFixed(6)).join(",")}"`
  )
    .join(",")
}}
local n = 0
request = function()
  n = n % #boxes + 1
  return wrk.format("GET", "/api/caches?bbox=" .. boxes[n], headers)
end
done = function(summary, latency)
  io.write(string.format("p99 %f\\n", latency:percentile(99) / 1000))
end`;

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
    rows.push(...await gzipped(ours));
    await ours.stop();
    return rows;
  });

/** What it costs to send a box gzipped, and what that saves. */
async function gzipped(ours: Measured): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, height] of [["60 rows", 0.085], ["500 rows", 0.25]] as const) {
    const rates: { gzip: number[]; identity: number[] } = { gzip: [], identity: [] };
    for (let round = 0; round < 5; round++) {
      for (const encoding of ["gzip", "identity"] as const) {
        rates[encoding].push(await perCpu(ours, boxScript(height, encoding), 2));
      }
    }
    rows.push({
      budget: `bbox, ${name}, gzipped / plain`,
      measured: median(rates.gzip),
      against: median(rates.identity),
      unit: "/cpu s",
      least: 0.5,
    });
    const [{ minLon, minLat, maxLon, maxLat }] = boxes(height) as [ReturnType<typeof boxes>[number]];
    const path = `/api/caches?bbox=${[minLon, minLat, maxLon, maxLat].map((d) => d.toFixed(6)).join(",")}`;
    rows.push({
      budget: `bbox, ${name}, bytes gzipped / plain, limit 0.2`,
      measured: await sentBytes(ours.url + path, "gzip"),
      against: await sentBytes(ours.url + path, "identity") * 0.2,
      unit: "bytes",
      least: 1,
      smaller: true,
    });
  }
  return rows;
}

/** Bytes of a body as they were sent. */
async function sentBytes(url: string, encoding: string): Promise<number> {
  const { stdout } = await new Deno.Command("curl", {
    args: ["-s", "-o", "/dev/null", "-w", "%{size_download}", "-H", `accept-encoding: ${encoding}`, url],
    stdout: "piped",
  }).output();
  return Number(new TextDecoder().decode(stdout));
}

export const boxRows: Record<string, () => Promise<Row[]>> = { bbox };
