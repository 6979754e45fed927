/**
 * Jobs: what runs by itself. Each is a plain function that tests call directly; `startJobs` binds the table to
 * `Deno.cron` (five fields, no overlap) and, for shorter periods, to timers. Owns no tables. A job that throws is logged
 * and runs again at its next time.
 */
import { Failure, isDiskFull, type World } from "../base/mod.ts";

export interface Job {
  /** Letters, digits, spaces and dashes, as `Deno.cron` takes them. */
  name: string;
  /** A cron expression in UTC, or a period in milliseconds for what must run more often than each minute. */
  when: string | number;
  run(): void | Promise<void>;
}

/** Starts all jobs; gives what stops them and waits for the one that runs. */
export function startJobs(jobs: readonly Job[], world: World): () => Promise<void> {
  const log = world.log.getChild("jobs");
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const timers: ReturnType<typeof setInterval>[] = [];

  const runOnce = async (job: Job): Promise<void> => {
    const started = world.elapsedMs();
    const work = (async () => await job.run())();
    running.add(work);
    try {
      await work;
      log.debug("{job} done in {ms} ms", { job: job.name, ms: Math.round(world.elapsedMs() - started) });
    } catch (error) {
      // An expected failure (a full disk, a refusal) is logged as one line, a defect with its stack.
      const why = error instanceof Failure || isDiskFull(error) ? (error as Error).message : error;
      log.error("{job} failed: {why}", { job: job.name, why });
    } finally {
      running.delete(work);
    }
  };

  for (const job of jobs) {
    if (typeof job.when === "string") {
      Deno.cron(job.name, job.when, { signal: stopping.signal }, () => runOnce(job));
      continue;
    }
    let busy = false;
    timers.push(setInterval(async () => {
      if (busy) return;
      busy = true;
      await runOnce(job);
      busy = false;
    }, job.when));
  }
  return async () => {
    stopping.abort();
    for (const timer of timers) clearInterval(timer);
    await Promise.allSettled(running);
  };
}
