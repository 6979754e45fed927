/**
 * Jobs: what runs by itself. Each is a plain function that tests call directly; `startJobs` binds the table to
 * `Deno.cron` (five fields, no overlap) and, for shorter periods, to timers, and makes up for what was missed while the
 * host was off. Owns no tables. A job that throws is logged and runs again at its next time; one that judges ages waits
 * while the time is not known.
 */
import type { World } from "../base/mod.ts";
import { missedJobs } from "./due.ts";
import type { Job } from "./job.ts";
import { runJob, type Runs } from "./run_job.ts";

export { lastDue, missedJobs, nextDue, rhythmOf } from "./due.ts";
export type { Job } from "./job.ts";
export { runJob } from "./run_job.ts";

/** After the start, and again while the time is not known: when it is looked for what was missed, or runs at each start. */
const LOOK_MS = 60_000;
/** What was missed is spread over this time: a small host does not do all of it at once. */
const SPREAD_MS = 60_000;

interface JobsOptions {
  /** A word before the names under which `Deno.cron` knows them: a second server in one process. */
  prefix?: string;
  /** Where the runs are kept; without it nothing is made up for. */
  runs?: Runs;
  /** Calls `fn` after so many milliseconds and gives what calls that off; tests have their own. */
  after?(ms: number, fn: () => void): () => void;
}

function later(ms: number, fn: () => void): () => void {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
}

/** Starts all jobs; gives what stops them and waits for those that run. */
export function startJobs(
  jobs: readonly Job[],
  world: World,
  { prefix = "", runs, after = later }: JobsOptions = {},
): () => Promise<void> {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const timers: ReturnType<typeof setInterval>[] = [];
  const waiting = new Set<() => void>();

  /** The same job never runs twice at a time: whoever comes while it runs gets that run. */
  const runOnce = (job: Job): Promise<void> => {
    const now = running.get(job.name) ??
      runJob(job, world, runs).finally(() => running.delete(job.name));
    running.set(job.name, now);
    return now;
  };
  const wait = (ms: number, fn: () => void): void => {
    const end = after(ms, () => {
      waiting.delete(end);
      fn();
    });
    waiting.add(end);
  };
  const makeUp = (kept: Runs): void => {
    if (!world.clock.isKnown()) return wait(LOOK_MS, () => makeUp(kept));
    const ranAt = new Map(kept.all().map(({ job, ranAt }) => [job, ranAt]));
    const missed = new Set(missedJobs(jobs, ranAt, world.now()));
    const now = jobs.filter((job) => job.atStart || missed.has(job));
    now.forEach((job, i) => wait(i * SPREAD_MS / now.length, () => void runOnce(job)));
  };

  for (const job of jobs) {
    if (typeof job.when === "string") {
      Deno.cron(prefix + job.name, job.when, { signal: stopping.signal }, () => runOnce(job));
    } else {
      timers.push(setInterval(() => void runOnce(job), job.when));
    }
  }
  if (runs) wait(LOOK_MS, () => makeUp(runs));
  return async () => {
    stopping.abort();
    for (const timer of timers) clearInterval(timer);
    for (const end of waiting) end();
    await Promise.allSettled(running.values());
  };
}
