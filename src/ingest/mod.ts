/**
 * Ingest: receiver boxes and what they hand over. Owns the box tables (migration 0020). Refuses what no credential
 * stands behind, and lets services and trust grant nothing of each other: trusting what a box hears lets it do nothing,
 * and letting it run services makes nothing that it hears count.
 */
import type { Route } from "../http/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { boxAdminRoutes } from "./boxes/routes.ts";
import { boxRoutes } from "./commands/routes.ts";
import { statusRoutes } from "./commands/status.ts";
import { intakeRoutes } from "./intake/routes.ts";
import type { IngestParts } from "./parts.ts";

export { BoxCommands } from "./commands/commands.ts";
export { Boxes } from "./boxes/boxes.ts";
export { ingestFailure } from "./errors.ts";
export type { PostedFind } from "./intake/items.ts";
export type { FindSink, IngestParts } from "./parts.ts";

export const ingestRoutes = (parts: IngestParts): Route[] => [
  ...intakeRoutes(parts),
  ...boxRoutes(parts),
  ...boxAdminRoutes(parts),
  ...statusRoutes(parts),
];

export const ingestJobs = ({ db, boxCommands }: Pick<IngestParts, "db" | "boxCommands">): Job[] => [
  { name: "box-commands-prune", when: "*/5 * * * *", run: () => db.write((tx) => boxCommands.prune(tx)) },
];
