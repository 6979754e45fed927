/**
 * Trends: what the instance did, by minute, hour and day, for administration's drawings and for programs that watch. Owns
 * the table of migration 0550. Counts nobody: each series is a number for the whole instance.
 */
import type { World } from "../base/mod.ts";
import type { Database } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import type { Job } from "../jobs/mod.ts";
import type { Settings } from "../settings/mod.ts";
import type { Process } from "./metrics.ts";
import { trendRoutes } from "./routes.ts";
import type { Readings } from "./series.ts";
import { Trends } from "./trends.ts";

export { NAMES, type Readings, SERIES } from "./series.ts";

export interface TrendParts {
  db: Database;
  world: World;
  settings: Settings;
  /** Counts since the start of the process, and levels now. */
  read(): Readings;
  process(): Process;
}

/** What its routes that answer with JSON take and give, by signature. */
export type TrendRoutes = RouteTable<ReturnType<typeof trendRoutes>>;

/** Opens the area. */
export function openTrends({ db, world, settings, read, process }: TrendParts) {
  const trends = new Trends(db, world, read);
  const jobs: Job[] = [{ name: "trends", when: "* * * * *", judgesTime: true, run: () => trends.look() }];
  return {
    area: { routes: trendRoutes({ settings, trends, now: () => world.now(), process }), jobs },
    trends,
  };
}
