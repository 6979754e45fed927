/**
 * Administration: the setup checklist, instance settings, test mail, backups, disk use and the latest problems. Owns no
 * tables; areas hand it their own lines of the checklist as values (`ExtraCheck`). Refuses everybody who is not an
 * operator, and shows of a secret only whether it is set.
 */
import type { RouteTable } from "../http/mod.ts";
import type { adminRoutes as routes } from "./routes.ts";

export { type RanJob, ranJobs } from "./clock_and_jobs.ts";
export { type CheckItem, checklist, type ExtraCheck } from "./checklist.ts";
export { CHECK_REASONS, type CheckReason, type CheckValues } from "./reasons.ts";
export type { HostControl, Restoring, WaitingBackup } from "./parts.ts";
export { Problems } from "./problems.ts";
export { keptProblems } from "./kept_problems.ts";
export { isFolder, newestPiece, withoutSecret } from "./replica.ts";
export { upkeepChecks } from "./upkeep.ts";
export { adminRoutes } from "./routes.ts";
/** What its routes take and give, by signature. */
export type AdminRoutes = RouteTable<ReturnType<typeof routes>>;
