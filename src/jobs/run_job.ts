/** One run of one job: whether it may, what is said of it, and when it was. */
import { Failure, isDiskFull, type World } from "../base/mod.ts";
import { rhythmOf } from "./due.ts";
import type { Job } from "./job.ts";

/** The last run of each job, kept by whoever owns the table. */
export interface Runs {
  all(): { job: string; ranAt: number }[];
  note(run: { job: string; ranAt: number; failed: string | null }): Promise<unknown>;
}

/** Runs a job now; one that judges ages is left out while the time is not known. Never rejects: what went wrong is logged. */
export async function runJob(job: Job, world: World, runs?: Runs): Promise<void> {
  const log = world.log.getChild("jobs");
  if (job.judgesTime && !world.clock.isKnown()) {
    return log.debug("{job} waits: the time is not known", { job: job.name });
  }
  const started = world.elapsedMs();
  let failed: string | null = null;
  try {
    await job.run();
    log.debug("{job} done in {ms} ms", { job: job.name, ms: Math.round(world.elapsedMs() - started) });
  } catch (error) {
    // An expected failure (a full disk, a refusal) is logged as one line, a defect with its stack.
    const why = error instanceof Failure || isDiskFull(error) ? (error as Error).message : error;
    log.error("{job} failed: {why}", { job: job.name, why });
    failed = error instanceof Error ? error.message : String(error);
  }
  // What runs each minute is not worth a write: it is never missed for long.
  if (!runs || rhythmOf(job) === undefined || !world.clock.isKnown()) return;
  // The table has the last run alone: when it last went the other way stands here.
  if (failed === null) world.lives.worked(`job:${job.name}`);
  else world.lives.failed(`job:${job.name}`, failed);
  try {
    await runs.note({ job: job.name, ranAt: world.now(), failed });
  } catch (error) {
    log.error("the run of {job} could not be noted: {error}", { job: job.name, error });
  }
}
