/** The recording that is to be played: a file, or the one that comes with the program. Loaded by a box that plays alone. */
import { basename } from "node:path";
import { boxFailure } from "../errors.ts";
import { MOST_BYTES, readRecording } from "./recording.ts";
import type { Simulation } from "./simulated.ts";
import recorded from "./data/recorded.txt" with { type: "text" };

/** Reads the recording of a path, or the one that comes with the program. Throws `box_option` where none can be played. */
export function openRecording(path: string | undefined): Simulation {
  const bytes = path === undefined ? new TextEncoder().encode(recorded) : bytesOf(path);
  const recording = readRecording(bytes);
  if (typeof recording === "string") throw boxFailure.box_option({}, `--simulate ${path}: ${recording}`);
  return { recording, name: path === undefined ? "recorded" : basename(path).slice(0, 100) };
}

function bytesOf(path: string): Uint8Array {
  try {
    using file = Deno.openSync(path, { read: true });
    // One byte more than is taken shows that there is more.
    const room = new Uint8Array(Math.min(file.statSync().size, MOST_BYTES + 1));
    let length = 0;
    for (let n: number | null; length < room.length && (n = file.readSync(room.subarray(length))) !== null;) {
      length += n;
    }
    return room.subarray(0, length);
  } catch (error) {
    throw boxFailure.box_option({}, `--simulate takes a file that can be read: ${(error as Error).message}`);
  }
}
