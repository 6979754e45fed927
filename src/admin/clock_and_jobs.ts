/** The host's time and what runs by it, the services that are used, and the operator's word that the time is right. */
import { z } from "#schemas";
import { CLOCK_STATES, type Living, standingOf } from "../base/mod.ts";
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

const Service = z.object({
  kind: z.enum(["mail", "push", "dns", "broker", "backup", "neighbour", "partner", "box", "job"]),
  name: z.string().nullable().describe("Which one, of a kind that may have several"),
  standing: z.enum(["works", "fails", "untried"]),
  lastOkAt: z.number().nullable(),
  lastFailedAt: z.number().nullable(),
  lastError: z.string().nullable().describe(
    "In the words of the service or the system; null once it works again",
  ),
  shortfall: z.enum(["outage", "refusal"]).nullable().describe(
    "outage: it was not to be had; refusal: it was there and said no",
  ),
  nextTryAt: z.number().nullable().describe("When it is tried again by itself; null where nobody can say"),
});

function shownService({ service, life }: Living): z.output<typeof Service> {
  const at = service.indexOf(":");
  const [kind, name] = at < 0 ? [service, null] : [service.slice(0, at), service.slice(at + 1)];
  return { kind: Service.shape.kind.parse(kind), name, standing: standingOf(life), ...life };
}

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
export function clockAndJobsRoutes({ db, audit, world, jobs, jobRuns, lives }: AdminParts) {
  return [
    route("GET /api/admin/services", {
      gate: sysopOrOperator(),
      spec: SPEC,
      summary:
        "How each outside service did last: when it worked, when it failed and why, when it is tried again",
      reply: z.object({ services: z.array(Service) }),
      handle: () => ({ services: lives().map(shownService) }),
    }),
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
