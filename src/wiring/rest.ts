/**
 * Memory goes back to the system once a burst of requests is over. By itself the engine collects only while it is asked for
 * memory: what a burst has left behind, half as much as the program needs, would stay until the next one.
 */
import type { Job } from "../jobs/mod.ts";

/** How often it is looked whether anybody asks, and how few answers in that time are nobody. */
const LOOK_MS = 30_000, QUIET = 30;
/** Growth of the heap since it was collected that is worth another time. */
const GROWN = 1.2;
/** Compiled code goes with the second collection after it was used last. */
const ROUNDS = 2;

interface Memory {
  /** Collects everything; the engine has it only with `--expose-gc`, as the tarball runs it. */
  collect: (() => void) | undefined;
  /** Bytes of objects. */
  used(): number;
}

const engine: Memory = {
  collect: (globalThis as { gc?: () => void }).gc,
  used: () => Deno.memoryUsage().heapUsed,
};

/** The job, where the engine can be asked. `asked` counts the requests that were answered so far. */
export function restJobs(asked: () => number, { collect, used }: Memory = engine): Job[] {
  if (!collect) return [];
  // What the start has left goes by itself: a collection for it would cost more memory than it gives back.
  let seen = 0, settled: number | undefined, rounds = 0;
  return [{
    name: "rest",
    when: LOOK_MS,
    run() {
      const now = asked(), isQuiet = now - seen < QUIET;
      seen = now;
      if (!isQuiet) return;
      settled ??= used();
      if (rounds === 0 && used() > settled * GROWN) rounds = ROUNDS;
      if (rounds === 0) return;
      collect();
      rounds--;
      settled = used();
    },
  }];
}
