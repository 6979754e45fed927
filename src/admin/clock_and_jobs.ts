/** The host's time and what runs by it: when each job ran last, and the operator's word that the time is right. */
import { z } from "zod";
import { CLOCK_STATES } from "../base/mod.ts";
import { route, sysopOrOperator } from "../http/mod.ts";
import { type Job, rhythmOf } from "../jobs/mod.ts";
import type { AdminParts } from "./parts.ts";

const SPEC = 'API "Administration"';

const RanJob = z.object({
  name: z.string(),
  rhythm: z.enum(["hourly", "daily"]),
  ranAt: z.number().nullable().describe(
    "When it ended last, in unix seconds; null where it never ran on this database",
  ),
  failed: z.string().nullable().describe("What went wrong then; null where nothing did"),
});
export type RanJob = z.output<typeof RanJob>;

/** Every job that runs each hour or each day, with its last run. */
export function ranJobs(jobs: readonly Job[], runs: AdminParts["jobRuns"]): RanJob[] {
  const last = new Map(runs.all().map((run) => [run.job, run]));
  return jobs.flatMap((job) => {
    const rhythm = rhythmOf(job), run = last.get(job.name);
    return rhythm === undefined
      ? []
      : [{ name: job.name, rhythm, ranAt: run?.ranAt ?? null, failed: run?.failed ?? null }];
  });
}

/** The operator's routes for jobs and the clock. */
export function clockAndJobsRoutes({ db, audit, world, jobs, jobRuns }: AdminParts) {
  return [
    route("GET /api/admin/jobs", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary:
        "When each regular job ran last; what was missed while the host was off runs soon after the start",
      reply: z.object({ jobs: z.array(RanJob) }),
      handle: () => ({ jobs: ranJobs(jobs, jobRuns) }),
    }),
    route("POST /api/admin/clock", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary: "Say that this host's time is right: after a jump it is believed at once, not after an hour",
      reply: z.object({
        clock: z.enum(CLOCK_STATES),
        time: z.number().describe("Time of this instance's clock, in unix seconds"),
      }),
      handle: async ({ who }) => {
        const before = world.clock.state();
        world.clock.confirm();
        const clock = world.clock.state(), time = world.now();
        await db.write((tx) =>
          audit.note(tx, time, {
            actor: who.actor,
            action: "confirm clock",
            kind: "clock",
            targetId: before,
            label: new Date(time * 1000).toISOString(),
            reason: "",
          })
        );
        return { clock, time };
      },
    }),
  ];
}
