/** When each regular job ran last. Its rows outlive the process; they are written only by a clock that can be believed. */
import type { Database } from "./open.ts";

interface JobRun {
  job: string;
  /** Unix seconds. */
  ranAt: number;
  /** What went wrong; `null` where nothing did. */
  failed: string | null;
}

export type JobRuns = ReturnType<typeof openJobRuns>;

/** Opens the table of runs. */
export function openJobRuns(db: Database) {
  const all = db.rows<Record<never, never>, JobRun>(
    "SELECT job, ran_at AS ranAt, failed FROM job_run ORDER BY job",
  );
  const latest = db.row<Record<never, never>, { at: number | null }>("SELECT max(ran_at) AS at FROM job_run");
  const put = db.change<{ job: string; ranAt: number; failed: string | null }>(
    `INSERT INTO job_run (job, ran_at, failed) VALUES (:job, :ranAt, :failed)
     ON CONFLICT (job) DO UPDATE SET ran_at = excluded.ran_at, failed = excluded.failed`,
  );
  return {
    /** Every job that ever ran, with its last run. */
    all: (): JobRun[] => all(),
    /** The last time at which this database was certainly in use, in unix seconds. */
    latest: (): number | undefined => latest()?.at ?? undefined,
    note: (run: JobRun): Promise<unknown> => db.write((tx) => put(tx, { ...run })),
  };
}
