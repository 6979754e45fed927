/**
 * Moderation: reports, removal and restoring, suspension, and what an operator sees of a person. Owns the table
 * `report`; the audit log is `db/`'s, the things themselves are their areas'. Each kind of thing comes from its
 * area as one value (`ModeratedKind`), so a new kind is one entry there. Refuses to remove what is gone, to suspend
 * operators, and to tell anybody who reported.
 */
import type { RouteTable } from "../http/mod.ts";
import type { PersonalData } from "../accounts/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { MODERATION_RETENTION_DAYS } from "../settings/mod.ts";
import { Decisions } from "./decisions/decisions.ts";
import { decisionRoutes } from "./routes/decisions.ts";
import { Kinds, profiles } from "./kinds.ts";
import { Members } from "./members/members.ts";
import { memberRoutes } from "./routes/members.ts";
import type { ModerationParts } from "./parts.ts";
import { Reports } from "./reports/reports.ts";
import { reportRoutes } from "./routes/reports.ts";

export { CATEGORIES, type Category, type Kind, KINDS } from "./kinds.ts";

/** The area's services. */
export type Moderation = ReturnType<typeof openModeration>;

/** Opens the area over the kinds of things that the other areas give. */
export function openModeration(parts: ModerationParts) {
  const { db, settings, world, accounts, people } = parts;
  const kinds = new Kinds([...parts.kinds, profiles(accounts, people.cards)]);
  const reports = new Reports({ ...parts, kinds });
  const decisions = new Decisions(parts, kinds, reports);
  const members = new Members(parts, kinds, reports);
  const jobs: Job[] = [{
    name: "moderation-prune",
    when: "29 3 * * *",
    judgesTime: true,
    run: () => {
      const before = world.now() - settings.get(MODERATION_RETENTION_DAYS) * 86_400;
      return db.write((tx) => void reports.store.prune(tx, { before }));
    },
  }];
  const personalData: PersonalData[] = [{
    name: "moderation",
    export: ({ accountId }) => ({ reports: reports.store.writtenBy({ account: accountId }) }),
    erase(tx, { accountId }) {
      reports.store.forgetReporter(tx, { account: accountId });
      reports.store.forgetOwner(tx, { account: accountId });
    },
  }];
  const routes = [
    ...reportRoutes({ ...parts, kinds, reports, decisions }),
    ...decisionRoutes({ ...parts, decisions }),
    ...memberRoutes({ kinds, members }),
  ];
  return { kinds, reports, decisions, members, routes, jobs, personalData };
}
/** What its routes take and give, by signature. */
export type ModerationRoutes = RouteTable<Moderation["routes"]>;
