/** The lives of outside services: when they are asked without need, and where they are kept. */
import { join } from "node:path";
import { askDns, independent, type Life, type Living, NO_LIFE, type ServiceName } from "../base/mod.ts";
import { backupsIn, type JobRuns, keepLives } from "../db/mod.ts";
import { type Job, nextDue, rhythmOf } from "../jobs/mod.ts";
import { area } from "../plan/mod.ts";
import { DOH_URL, MQTT_URL, type Settings, SMTP_URL, VAPID_PRIVATE_KEY } from "../settings/mod.ts";
import { type House, NIGHTLY } from "./house.ts";
import type { Kept } from "./kept.ts";

/** How often it is looked whether something is worth a write, in milliseconds. */
const KEEP_MS = 10_000;
/** A name that is there for asking (RFC 2606, 3). */
const ASKED_NAME = "example.org";

/** The job that asks them. */
const LOOK = "services-look";

const resolversOf = (settings: Settings): string[] => independent(settings.get(DOH_URL));

/** Asks the services that can be asked without doing anything with them. What goes wrong is told to their lives alone. */
export async function lookAtServices({ world, settings }: House): Promise<void> {
  await Promise.all([
    world.mail?.look?.().catch(() => {}),
    ...resolversOf(settings).map((url) => askDns(world.fetch, url, ASKED_NAME, "A", world.lives)),
  ]);
}

/** What keeps its own record: areas of what they ask, and the table of runs. */
interface OwnRecords {
  runs: JobRuns;
  /** What areas know of neighbours, partners and boxes. */
  lives(): readonly Living[];
  jobs: readonly Job[];
}

/** Services that the settings name: one that nothing was asked of yet stands here too, and one that they name no more does not. */
function namedServices({ world, settings }: House): ServiceName[] {
  return [
    ...(world.mail || settings.get(SMTP_URL) !== undefined ? ["mail" as const] : []),
    ...(settings.get(VAPID_PRIVATE_KEY) === undefined ? [] : ["push" as const]),
    ...(settings.get(MQTT_URL) === undefined ? [] : ["broker" as const]),
    ...resolversOf(settings).map((url): ServiceName => `dns:${new URL(url).hostname}`),
  ];
}

/** Of everything outside that this program uses, and of what it does by itself, how it went last. */
function everyLife(house: House, { runs, lives, jobs }: OwnRecords): Living[] {
  const { world, dataDir } = house, all = runs.all(), regular = new Map(jobs.map((job) => [job.name, job]));
  const [copy] = backupsIn(join(dataDir, "backups"));
  const nightly = all.find(({ job }) => job === NIGHTLY);
  const nextOf = (name: string): number | null => {
    const job = regular.get(name);
    return (job && nextDue(job, world.now())) ?? null;
  };
  const ofJob = (name: string, run: Run | undefined, worked: number | null): Life => ({
    ...lifeOfRun(run, worked, world.lives.of(`job:${name}`) ?? NO_LIFE),
    nextTryAt: nextOf(name),
  });
  return [
    ...namedServices(house).map((service): Living => {
      const life = world.lives.of(service) ?? NO_LIFE;
      const isAsked = service === "mail" || service.startsWith("dns:");
      return { service, life: isAsked ? { ...life, nextTryAt: life.nextTryAt ?? nextOf(LOOK) } : life };
    }),
    ...lives(),
    ...all.filter(({ job }) => namesOf(jobs).has(job)).map((run): Living => ({
      service: `job:${run.job}`,
      life: ofJob(run.job, run, run.failed === null ? run.ranAt : null),
    })),
    ...(copy || nightly
      ? [{ service: "backup" as const, life: ofJob(NIGHTLY, nightly, copy?.madeAt ?? null) }]
      : []),
  ];
}

type Run = ReturnType<JobRuns["all"]>[number];

/** `worked`: when it last did, as far as the runs or the files say; `before`: what else is known of it. */
function lifeOfRun(run: Run | undefined, worked: number | null, before: Life): Life {
  const lastOkAt = worked ?? before.lastOkAt;
  return run === undefined || run.failed === null
    ? { ...NO_LIFE, lastOkAt, lastFailedAt: before.lastFailedAt }
    : { ...NO_LIFE, lastOkAt, lastFailedAt: run.ranAt, lastError: run.failed, shortfall: "outage" };
}

/** Names of the jobs that run each hour or each day: others are not worth a row. */
export const namesOf = (jobs: readonly Job[]): ReadonlySet<string> =>
  new Set(jobs.filter((job) => rhythmOf(job) !== undefined).map(({ name }) => name));

interface LivesWords {
  needs: Pick<Kept, "db" | "gathered" | "house" | "jobRuns" | "world">;
  keeps: Pick<Kept, "keepLives" | "lives">;
}

/** Keeps what is known over a restart, and asks soon after each start and each hour: whoever looks in the evening sees what is so, not what was set. */
export const lives = area<LivesWords>()({
  name: "lives",
  needs: ["db", "gathered", "house", "jobRuns", "world"],
  keeps: {
    keepLives: ({ db, world }) => keepLives(db, world.lives),
    lives: ({ house, gathered, jobRuns: runs }) => () =>
      everyLife(house, { runs, lives: gathered.lives, jobs: gathered.jobs() }),
  },
  jobs: ({ house, keepLives }) => [
    { name: "lives-keep", when: KEEP_MS, run: keepLives },
    { name: LOOK, when: "7 * * * *", atStart: true, run: () => lookAtServices(house) },
  ],
});
