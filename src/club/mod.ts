/**
 * What the club looks like: its colour, checked for contrast in every look, and its logo, of which nothing but pixels drawn
 * here is kept. Owns the table of migration 0631. Refuses files that are no picture, and SVG that needs anything else.
 */
import type { FailureMaker, World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import type { Settings } from "../settings/mod.ts";
import { Club } from "./club.ts";
import type { Draw } from "./draw_logo.ts";
import { clubRoutes } from "./routes.ts";

export { Club } from "./club.ts";
export { inkOn } from "./contrast.ts";
export type { ClubMarks } from "./club.ts";

/** What its routes take and give, by signature. */
export type ClubRoutes = RouteTable<ReturnType<typeof clubRoutes>>;

interface ClubNeeds {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  /** Makes a PNG of an SVG; what it may refuse with. */
  draw: Draw;
  drawRefuses: readonly FailureMaker[];
}
export interface ClubKeeps {
  club: Club;
}

export const club = area<{ needs: ClubNeeds; keeps: ClubKeeps }>()({
  name: "club",
  needs: ["audit", "db", "draw", "drawRefuses", "settings", "world"],
  keeps: { club: ({ db, settings, world }) => new Club(db, settings, world) },
  routes: clubRoutes,
});
