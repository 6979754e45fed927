/** A program run with patience: ended by the processor time that it takes, so that a busy machine ends nothing too soon. */

export interface Run {
  /** Exit status; undefined when its patience ended first. */
  code: number | undefined;
  /** Milliseconds by the wall clock. */
  took: number;
}

/** What a run may take: seconds of processor time, and seconds by the clock for one that waits for what never comes. */
export interface Patience {
  cpu: number;
  wall: number;
}

/** What a test file may take after a change, judged by the milliseconds it took before it on this machine as it is now. */
export const patienceFor = (took: number): Patience => ({
  cpu: 20 + Math.ceil(took / 250),
  wall: 60 + Math.ceil(took / 100),
});

/** Runs Deno in `folder`. What it prints is not kept. */
export async function runDeno(folder: string, args: string[], { cpu, wall }: Patience): Promise<Run> {
  const began = performance.now();
  const child = new Deno.Command("sh", {
    // The kernel ends what has used its processor time (setrlimit(2), RLIMIT_CPU).
    args: ["-c", `ulimit -t ${cpu}; exec "$0" "$@"`, Deno.execPath(), ...args],
    cwd: folder,
    env: {
      DENO_NO_UPDATE_CHECK: "1",
      NO_COLOR: "1",
      DENO_TEST_SANITIZE_OPS: "1",
      DENO_TEST_SANITIZE_RESOURCES: "1",
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), wall * 1000);
  try {
    const { code, signal } = await child.status;
    return { code: signal ? undefined : code, took: performance.now() - began };
  } finally {
    clearTimeout(timer);
  }
}
