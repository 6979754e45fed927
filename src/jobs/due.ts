/** Which jobs were missed while the host was off. */
import type { Job } from "./job.ts";

const HOURLY_OR_DAILY = /^(\d{1,2}) (?:(\d{1,2})|\*) \* \* \*$/;

/** How often a job runs, as far as that is seldom enough to be missed: each hour or each day. */
export function rhythmOf({ when }: Pick<Job, "when">): "hourly" | "daily" | undefined {
  const at = HOURLY_OR_DAILY.exec(String(when));
  return at === null ? undefined : at[2] === undefined ? "hourly" : "daily";
}

/** When a job was to run last, at `now` or before it (unix seconds); `undefined` where it runs more often than each hour. */
export function lastDue({ when }: Pick<Job, "when">, now: number): number | undefined {
  const [, minute, hour] = HOURLY_OR_DAILY.exec(String(when)) ?? [];
  if (minute === undefined) return undefined;
  const period = hour === undefined ? 3600 : 86_400;
  const at = Number(minute) * 60 + Number(hour ?? 0) * 3600;
  return now - (now - at) % period;
}

/** When a job runs next, after `now`; `undefined` where it runs more often than each hour. */
export function nextDue(job: Pick<Job, "when">, now: number): number | undefined {
  const last = lastDue(job, now);
  return last === undefined ? undefined : last + (rhythmOf(job) === "hourly" ? 3600 : 86_400);
}

/** Jobs that did not run when they were to run last. `ranAt`: when each ran last; a time that lies ahead tells nothing. */
export const missedJobs = (
  jobs: readonly Job[],
  ranAt: ReadonlyMap<string, number>,
  now: number,
): Job[] =>
  jobs.filter((job) => {
    const due = lastDue(job, now), ran = ranAt.get(job.name);
    return due !== undefined && (ran === undefined || ran < due || ran > now);
  });
