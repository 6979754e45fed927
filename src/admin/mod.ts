/**
 * Administration: the setup checklist, instance settings, test mail, backups, disk use and the latest problems. Owns no
 * tables; areas hand it their own lines of the checklist as values (`ExtraCheck`). Refuses everybody who is not an
 * operator, and shows of a secret only whether it is set.
 */
import type { Accounts, OwnAddress } from "../accounts/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import type { Push } from "../live/mod.ts";
import { area, type Gathered } from "../plan/mod.ts";
import type { AdminParts } from "./parts.ts";
import type { ExtraCheck } from "./reasons.ts";
import { adminRoutes } from "./routes.ts";

export { type RanJob, ranJobs } from "./clock_and_jobs.ts";
export { checklist } from "./checklist.ts";
export {
  CHECK_REASONS,
  type CheckItem,
  type CheckReason,
  type CheckValues,
  type ExtraCheck,
} from "./reasons.ts";
export type { HostControl, Restoring, WaitingBackup } from "./parts.ts";
export { Problems } from "./problems.ts";
export { keptProblems } from "./kept_problems.ts";
export { isFolder, newestPiece, withoutSecret } from "./replica.ts";
export { jobsCheck } from "./service_lines.ts";
export { upkeepChecks } from "./upkeep.ts";
/** What its routes take and give, by signature. */
export type AdminRoutes = RouteTable<ReturnType<typeof adminRoutes>>;

interface AdminNeeds extends Omit<AdminParts, "checks" | "isFresh" | "isVerified" | "jobs" | "stopsAt"> {
  accounts: Pick<Accounts, "isAlone" | "isVerified">;
  caches: { hiddenBy(account: number): number };
  people: { ownAddress: OwnAddress };
  push: Pick<Push, "phones">;
  /** What runs by itself, and the areas' lines of the checklist. */
  gathered: Gathered<ExtraCheck>;
}

export const admin = area<{ needs: AdminNeeds }>()({
  name: "admin",
  needs: [
    "accounts",
    "audit",
    "backups",
    "caches",
    "dataDir",
    "db",
    "gathered",
    "host",
    "jobRuns",
    "limits",
    "lives",
    "people",
    "problems",
    "push",
    "settings",
    "source",
    "uploads",
    "world",
  ],
  routes: ({ accounts, caches, gathered, people, push, ...needs }) =>
    adminRoutes({
      ...needs,
      ...{ checks: gathered.checks(), jobs: gathered.jobs() },
      isVerified: (call) => accounts.isVerified(call),
      stopsAt: (to) => ({ ...people.ownAddress.change(to), phones: push.phones() }),
      isFresh: (account) => accounts.isAlone(account) && caches.hiddenBy(account) === 0,
    }),
});
