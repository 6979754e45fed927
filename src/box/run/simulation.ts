/**
 * A box that plays a recording: the same decoding, spool, link and page, in a folder of its own inside the box's, which
 * goes when it ends. So the box's own spool, counters and switches stay as they are. It reports to the gateway, and does
 * nothing else: no commands, no mail, no transmitting.
 */
import { join } from "node:path";
import { type BoxFile, KEY_FILE, loadBoxFile, saveBoxFile, writePrivate } from "../config/box_file.ts";
import { authorityOf, keepAuthority } from "../gateway/authority.ts";
import { seal } from "../config/switches.ts";
import { reporting } from "../services/report.ts";
import { simulatedLines, type Simulation } from "../simulate/simulated.ts";
import { openFacts } from "../spool/facts.ts";
import { VERSION } from "../version.ts";
import { type BoxOptions, openBoxDatabase, type RunningBox, startBox } from "./box.ts";

const FOLDER = "simulation";

/** Reads the recording of a path, or the one that comes with the program. Throws `box_option` where none can be played. */
export const simulationOf = async (path: string | undefined): Promise<Simulation> =>
  (await import("../simulate/open_recording.ts")).openRecording(path);

/** Removes a folder of which nothing is kept; one that is not there is no failure. */
function remove(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Starts the box of a folder on a recording. The caller holds the folder's lock. */
export function startSimulation(options: BoxOptions, simulation: Simulation): RunningBox {
  const { dir, world } = options;
  const folder = join(dir, FOLDER);
  // One that was killed left its folder.
  remove(folder);
  Deno.mkdirSync(folder, { mode: 0o700 });
  const file: BoxFile = { ...loadBoxFile(dir)!, connections: [], tx: "off", services: {} };
  saveBoxFile(folder, file);
  writePrivate(join(folder, KEY_FILE), Deno.readTextFileSync(join(dir, KEY_FILE)));
  const authority = authorityOf(dir);
  if (authority !== undefined) keepAuthority(folder, authority);
  const db = openBoxDatabase(folder, world);
  seal(db, openFacts(db), file);
  db.close();
  const box = startBox({
    ...options,
    dir: folder,
    lines: simulatedLines(simulation),
    services: options.services ?? [reporting(VERSION)],
  });
  return {
    parts: box.parts,
    connect: () => "a recording is played: stop that first",
    async stop() {
      await box.stop();
      remove(folder);
    },
  };
}
