/**
 * Trends: what the instance did, by minute, hour and day, for administration's drawings and for programs that watch; and its
 * lights: since when something does not work, and telling operators of it once. Owns
 * the tables of migrations 0550 and 0870. Counts nobody: each series is a number for the whole instance.
 */
import type { Living, World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import type { Settings } from "../settings/mod.ts";
import { Lights, type Ways } from "./lights/lights.ts";
import type { Line } from "./lights/state.ts";
import type { Process } from "./metrics.ts";
import { trendRoutes } from "./routes.ts";
import type { Readings } from "./series.ts";
import { Trends } from "./trends.ts";

export type { Ways } from "./lights/lights.ts";
export { lightMail, lightName, onAir } from "./lights/say.ts";
export { NAMES, type Readings, SERIES } from "./series.ts";

export interface TrendNeeds {
  db: Database;
  world: World;
  settings: Settings;
  /** Counts since the start of the process, and levels now. */
  readings(): Readings;
  process(): Process;
  /** How outside services did last. */
  lives(): readonly Living[];
  audit: Audit;
  /** The setup checklist as it is now. */
  checkLines(): readonly Line[];
  /** How operators are told of lights. */
  operatorWays: Ways;
}
export interface TrendKeeps {
  trends: Trends;
  lights: Lights;
}

/** What its routes that answer with JSON take and give, by signature. */
export type TrendRoutes = RouteTable<ReturnType<typeof trendRoutes>>;

export const trends = area<{ needs: TrendNeeds; keeps: TrendKeeps }>()({
  name: "trends",
  needs: ["audit", "checkLines", "db", "lives", "operatorWays", "process", "readings", "settings", "world"],
  keeps: {
    trends: ({ db, world, readings }) => new Trends(db, world, readings),
    lights: ({ checkLines: lines, operatorWays: ways, process, ...needs }) =>
      new Lights({ ...needs, lines, ways, version: process().version }),
  },
  jobs: ({ trends, lights }) => [
    { name: "trends", when: "* * * * *", judgesTime: true, run: () => trends.look() },
    { name: "lights", when: "* * * * *", judgesTime: true, run: () => lights.look() },
  ],
  routes: ({ world, lights, ...parts }) =>
    trendRoutes({ ...parts, now: () => world.now(), lights: lights.store }),
});
