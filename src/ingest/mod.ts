/**
 * Ingest: receiver boxes and what they hand over. Owns the box tables (migration 0020). Refuses what no credential
 * stands behind, and lets services and trust grant nothing of each other: trusting what a box hears lets it do nothing,
 * and letting it run services makes nothing that it hears count.
 */
import type { Accounts } from "../accounts/mod.ts";
import type { World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { Route } from "../http/mod.ts";
import type { Job } from "../jobs/mod.ts";
import type { Settings } from "../settings/mod.ts";
import type { Stations } from "../stations/mod.ts";
import type { BoxCommands } from "./commands/commands.ts";
import type { Boxes } from "./boxes/boxes.ts";
import type { PostedFind } from "./intake/items.ts";
import { boxAdminRoutes } from "./boxes/routes.ts";
import { boxRoutes } from "./commands/routes.ts";
import { intakeRoutes } from "./intake/routes.ts";
import { statusRoutes } from "./commands/status.ts";

export { BoxCommands } from "./commands/commands.ts";
export { Boxes } from "./boxes/boxes.ts";
export { ingestFailure } from "./errors.ts";
export type { PostedFind } from "./intake/items.ts";

/** What the game offers: logging finds that receivers took, and finds that a receiver's hearing made. */
export interface FindSink {
  log(find: PostedFind): Promise<"accepted" | "duplicate" | { reason: string }>;
  attestedBy(by: { box?: string; site?: string }): {
    count: number;
    recent: { code: string; loggerCall: string; ts: number; site: string }[];
  };
}

export interface IngestParts {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  accounts: Accounts;
  stations: Stations;
  boxes: Boxes;
  boxCommands: BoxCommands;
  finds?: FindSink;
}

export const ingestRoutes = (parts: IngestParts): Route[] => [
  ...intakeRoutes(parts),
  ...boxRoutes(parts),
  ...boxAdminRoutes(parts),
  ...statusRoutes(parts),
];

export const ingestJobs = ({ db, boxCommands }: Pick<IngestParts, "db" | "boxCommands">): Job[] => [
  { name: "box-commands-prune", when: "*/5 * * * *", run: () => db.write((tx) => boxCommands.prune(tx)) },
];
