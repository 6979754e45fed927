/**
 * `deno task bench --against <commit>`: another commit and this checkout on one machine, side by side. Processes of both take
 * turns, five of each, and processor time is compared, so that a slow minute of the machine is shared by both.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { boxScript } from "./box_rows.ts";
import { AREA, CACHES } from "./game_data.ts";
import { type Measured, perCpu, perCpuSecond, ROOT, start } from "./processes.ts";
import { median } from "./row.ts";

/** Processes of each side. */
const PROCESSES = 5;
/** Load, for each core, above which nothing is measured: neighbours then take caches and clock rate. */
const BUSY = 0.25;

/** What is measured of one process: microseconds of processor a request, and milliseconds of its start. */
const ROWS: Record<string, (server: Measured) => Promise<number>> = {
  "start to the first answer, ms": (server) => Promise.resolve(server.startCpuMs),
  "cheap route, us": async (server) => 1e6 / await perCpuSecond(server, "/.well-known/webauthn", 1),
  "small box, us": (server) => boxes(server, boxScript(0.03)),
  "60 rows, us": (server) => boxes(server, boxScript(0.085)),
  "60 rows gzipped, us": (server) => boxes(server, boxScript(0.085, "gzip")),
  "60 rows gzipped, asked again, us": (server) => boxes(server, boxScript(0.085, "gzip", 50)),
  "front page, us": async (server) => 1e6 / await perCpuSecond(server, "/", 1),
};
/** What fills a database with caches; early commits have none. */
const FILL = "tools/bench/game_data.ts";
/** Rows that need no request before them: all others are warmed up. */
const COLD = "start to the first answer, ms";

const boxes = async (server: Measured, script: string): Promise<number> =>
  1e6 / await perCpu(server, script, 1);

async function sh(command: string, args: string[], cwd = ROOT): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args, cwd, stdout: "null", stderr: "piped" })
    .output();
  if (!success) throw new Error(`${command} ${args[0]}: ${new TextDecoder().decode(stderr)}`);
}

/** How busy this machine is: its load for each core. */
export const loadOf = (loadavg: string, cores: number): number => Number(loadavg.split(" ", 1)[0]) / cores;

/** Ends the program where others use the machine. */
export function endWhereBusy(): void {
  const load = loadOf(Deno.readTextFileSync("/proc/loadavg"), navigator.hardwareConcurrency);
  if (load <= BUSY) return;
  console.error(
    `this machine is busy (${load.toFixed(2)} for each core): figures would say little; --busy all the same`,
  );
  Deno.exit(1);
}

/** A database of a checkout's own making, with the same caches in each. */
async function filled(root: string, folder: string): Promise<void> {
  const script = join(folder, "fill.ts");
  const data = JSON.stringify(join(root, FILL));
  const { lat, lon, height, width } = AREA;
  await Deno.writeTextFile(
    script,
    `const { fill } = await import(${data});
fill(${JSON.stringify(folder)}, ${CACHES}, (random) =>
  ({ lat: ${lat} + random() * ${height}, lon: ${lon} + random() * ${width} }));`,
  );
  const config = ["--config", join(root, "deno.json")];
  await sh(Deno.execPath(), ["run", "--allow-all", "--no-check", ...config, script], root);
}

/** Measures both and prints each row; refuses on a busy machine unless told otherwise. */
export async function against(commit: string, { busy = false } = {}): Promise<void> {
  if (!busy) endWhereBusy();
  const folder = await Deno.makeTempDir({ prefix: "bench-against-" });
  const other = join(folder, "checkout");
  try {
    await sh("git", ["worktree", "add", "--detach", other, commit]);
    const { tasks } = JSON.parse(await Deno.readTextFile(join(other, "deno.json")));
    // Early commits have no app to build.
    if (tasks.app) await sh(Deno.execPath(), ["task", "app"], other);
    const sides = [{ name: commit, root: other }, { name: "here", root: ROOT }]
      .map((side, n) => ({ ...side, data: join(folder, String(n)), values: {} as Record<string, number[]> }));
    const filling = existsSync(join(other, FILL));
    if (!filling) console.log(`${commit} has no ${FILL}: both maps are empty`);
    for (const { root, data } of sides) {
      await Deno.mkdir(data);
      if (filling) await filled(root, data);
    }
    for (let round = 0; round < PROCESSES; round++) {
      // Each second round begins with the other side.
      for (const side of round % 2 ? sides.toReversed() : sides) {
        const server = await start("main.ts", ["serve"], { DATA_DIR: side.data }, { root: side.root });
        for (const [row, measure] of Object.entries(ROWS)) {
          try {
            if (row !== COLD) await measure(server);
            (side.values[row] ??= []).push(await measure(server));
          } catch {
            // What this commit does not answer yet has no figure.
            (side.values[row] ??= []).push(NaN);
          }
        }
        await server.stop();
      }
    }
    print(sides.map(({ name, values }) => ({ name, values })));
  } finally {
    await sh("git", ["worktree", "remove", "--force", other]).catch(() => {});
    await Deno.remove(folder, { recursive: true });
  }
}

/** Medians, and the least of each beside them: neighbours make a process slower, never faster. */
function print(sides: { name: string; values: Record<string, number[]> }[]): void {
  const cells = (row: string, rest: string[]) =>
    console.log(row.padEnd(36) + rest.map((cell) => cell.padStart(22)).join(""));
  cells("processor time, median (least)", [...sides.map(({ name }) => name.slice(0, 12)), "here / there"]);
  for (const row of Object.keys(ROWS)) {
    const figures = sides.map(({ values }) => ({
      median: median(values[row]!),
      least: Math.min(...values[row]!),
    }));
    const [there, here] = figures as [typeof figures[0], typeof figures[0]];
    cells(row, [
      ...figures.map((one) => `${one.median.toFixed(1)} (${one.least.toFixed(1)})`),
      `${(here.median / there.median).toFixed(2)} (${(here.least / there.least).toFixed(2)})`,
    ]);
  }
}
