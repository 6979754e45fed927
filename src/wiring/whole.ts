/** What the whole program keeps and does, which belongs to no area. */
import { jobsCheck, upkeepChecks } from "../admin/mod.ts";
import { newToken } from "../base/mod.ts";
import { openAudit, openJobRuns, openNonces } from "../db/mod.ts";
import { Limits, readLimits } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import { API_RATE_ANON, API_RATE_KEYED, API_RATE_WINDOW_SEC, instanceId } from "../settings/mod.ts";
import { authorityCertificate, fingerprintOf } from "../tls/mod.ts";
import { drawPicture, drawRefuses, townsCalled } from "../web/mod.ts";
import { openBackups } from "./backups.ts";
import { houseJobs, NIGHTLY } from "./house.ts";
import type { HouseKeeps, Kept } from "./kept.ts";
import { namesOf } from "./lives.ts";
import { reachChecks } from "./reach_checks.ts";
import { restJobs } from "./rest.ts";
import { Tally } from "./tally.ts";

interface WholeWords {
  needs: Pick<Kept, "db" | "gathered" | "house" | "settings" | "world">;
  keeps: Omit<HouseKeeps, "keepLives" | "lives">;
}

export const whole = area<WholeWords>()({
  name: "the whole program",
  needs: ["db", "gathered", "house", "settings", "world"],
  keeps: {
    instance: ({ settings }) => instanceId(settings),
    audit: ({ db }) => openAudit(db),
    nonces: ({ db }) => openNonces(db),
    limits: ({ world }) => new Limits(() => world.now(), () => newToken(world, 16)),
    rates: ({ settings }) => ({
      windowSec: () => settings.get(API_RATE_WINDOW_SEC),
      anonymous: () => settings.get(API_RATE_ANON),
      keyed: () => settings.get(API_RATE_KEYED),
    }),
    reading: ({ rates }) => readLimits(rates),
    jobRuns: ({ db }) => openJobRuns(db),
    backups: ({ house }) => openBackups(house),
    tally: () => new Tally(),
    draw: () => drawPicture,
    drawRefuses: () => drawRefuses,
    towns: () => townsCalled,
    ownAuthority: ({ house: { reach, dataDir } }) => () => {
      const authority = reach?.mode === "own" ? authorityCertificate(dataDir) : undefined;
      return authority && fingerprintOf(authority.der).hex.join("").toLowerCase();
    },
  },
  jobs: ({ house, nonces, audit, backups, tally }) => [
    ...houseJobs(house, nonces, audit),
    ...backups.jobs,
    ...restJobs(() => tally.requests),
  ],
  checks: ({ house, jobRuns, backups, gathered }) => [
    ...upkeepChecks({
      ...house,
      nightly: () => jobRuns.all().find(({ job }) => job === NIGHTLY)?.failed ?? null,
      tried: backups.trials.last,
    }),
    jobsCheck(jobRuns, () => namesOf(gathered.jobs())),
    ...reachChecks(house),
    ...backups.checks,
  ],
});
