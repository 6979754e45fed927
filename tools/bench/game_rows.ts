/** Budgets of the game: offline packs, map tiles. */
import { join } from "node:path";
import { fill } from "./game_data.ts";
import { inFolder, perCpu, start } from "./processes.ts";
import { median, type Row } from "./row.ts";

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

/** Ranges of 32 KiB of the map archive, against nginx and a bare `Deno.serve` that give the same. */
const tiles = () =>
  inFolder(async (folder): Promise<Row[]> => {
    Deno.mkdirSync(join(folder, "tiles"));
    const archive = join(folder, "tiles", "offline.pmtiles");
    Deno.writeFileSync(archive, new Uint8Array(64_000_000).map((_, i) => i % 251));
    const ours = await start("main.ts", ["serve"], { DATA_DIR: folder });
    const bare = await start("tools/bench/bare_file.ts", [], { ARCHIVE: archive });
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
      startCpuMs: 0,
      stop: () => Promise.resolve(),
    };
    await new Promise((resolve) => setTimeout(resolve, 500));
    const rates: Record<"ours" | "nginx" | "bare", number[]> = { ours: [], nginx: [], bare: [] };
    const path = "/tiles/offline.pmtiles";
    for (let round = 0; round < 6; round++) {
      for (const [server, list] of [[ours, rates.ours], [peer, rates.nginx], [bare, rates.bare]] as const) {
        const rate = await perCpu({ ...server, url: server.url + path }, RANGES, 2);
        // In the first round compilers work.
        if (round > 0) list.push(rate);
      }
    }
    nginx.kill("SIGTERM");
    await nginx.status;
    await Promise.all([ours.stop(), bare.stop()]);
    const row = (budget: string, other: number[], least: number): Row => ({
      budget,
      measured: median(rates.ours),
      against: median(other),
      unit: "/cpu s",
      least,
    });
    return [
      row("PMTiles ranges / bare Deno.serve", rates.bare, 0.8),
      // The kernel hands nginx's file to the socket; any Deno.serve has to copy it into its answer.
      row("PMTiles ranges / nginx", rates.nginx, 0.5),
    ];
  });

export const game: Record<string, () => Promise<Row[]>> = { "offline-pack": offlinePack, tiles };
