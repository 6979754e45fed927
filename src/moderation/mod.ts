/**
 * Moderation: reports, removal and restoring, suspension, and what an operator sees of a person. Owns the tables
 * `report`, `report_hand_on` and `report_from`; the audit log is `db/`'s, the things themselves are their areas'. Each kind of thing comes from its
 * area as one value (`ModeratedKind`), so a new kind is one entry there. Refuses to remove what is gone, to suspend
 * operators, and to tell anybody who reported.
 */
import type { RouteTable } from "../http/mod.ts";
import type { GameHappenings } from "../caches/mod.ts";
import { area } from "../plan/mod.ts";
import { MODERATION_RETENTION_DAYS } from "../settings/mod.ts";
import { Decisions } from "./decisions/decisions.ts";
import { ClubReports } from "./reports/clubs.ts";
import { Welcomes } from "./decisions/welcomes.ts";
import { welcomeRoutes } from "./routes/welcomes.ts";
import { decisionRoutes } from "./routes/decisions.ts";
import { Kinds, profiles } from "./kinds.ts";
import { Members } from "./members/members.ts";
import { memberRoutes } from "./routes/members.ts";
import type { ModerationParts } from "./parts.ts";
import { clubReportRoutes } from "./routes/clubs.ts";
import { Reports } from "./reports/reports.ts";
import { reportRoutes } from "./routes/reports.ts";

export { CATEGORIES, type Category, KINDS, type QueuedKind, type ReportedKind } from "./kinds.ts";

export interface ModerationKeeps {
  moderation: { kinds: Kinds; reports: Reports; decisions: Decisions; members: Members; welcomes: Welcomes };
}
interface ModerationWords {
  needs: ModerationParts;
  keeps: ModerationKeeps;
  hears: Pick<GameHappenings, "findContradicted" | "visitorGone">;
}

/** What operators read of a find that what was heard later speaks against. */
const contradiction = (call: string, reason: string): string =>
  `Found by this instance itself: what was heard later of ${call} speaks against this find (${reason}). It still counts.`;

function routes({ moderation, ...parts }: ModerationParts & ModerationKeeps) {
  moderation.kinds.all(); // throws at the start where an area is missing
  return [
    ...reportRoutes({ ...parts, ...moderation }),
    ...clubReportRoutes({ ...parts, ...moderation }),
    ...decisionRoutes({ ...parts, ...moderation }),
    ...memberRoutes(moderation),
    ...welcomeRoutes({ ...parts, ...moderation }),
  ];
}
/** What its routes take and give, by signature. */
export type ModerationRoutes = RouteTable<ReturnType<typeof routes>>;

export const moderation = area<ModerationWords>()({
  name: "moderation",
  needs: [
    "accounts",
    "alert",
    "audit",
    "bbs",
    "caches",
    "db",
    "gathered",
    "limits",
    "people",
    "settings",
    "stations",
    "world",
  ],
  keeps: {
    moderation(needs) {
      const clubs = new ClubReports(needs);
      const kinds = new Kinds(() => [...needs.gathered.moderated(), clubs.visits]);
      const reports = new Reports({ ...needs, kinds, clubs });
      const decisions = new Decisions(needs, kinds, reports);
      const members = new Members(needs, kinds, reports);
      return { kinds, reports, decisions, members, welcomes: new Welcomes(needs) };
    },
  },
  hears: {
    findContradicted: ({ moderation: { reports } }, { tx, log, call, reason, said }) => {
      reports.file(tx, {
        ...{ kind: "log", id: String(log), category: "other", text: contradiction(call, reason) },
        found: { call, why: said },
      }, undefined);
    },
    visitorGone: ({ moderation: { reports } }, { tx, account }) => reports.store.forgetOwner(tx, { account }),
  },
  jobs: ({ db, settings, world, moderation: { reports } }) => [{
    name: "moderation-prune",
    when: "29 3 * * *",
    judgesTime: true,
    run: () => {
      const before = world.now() - settings.get(MODERATION_RETENTION_DAYS) * 86_400;
      return db.write((tx) => void reports.store.prune(tx, { before }));
    },
  }, {
    // Reports about visitors, for the clubs where they live.
    name: "reports-hand-on",
    when: "* * * * *",
    judgesTime: true,
    run: () => reports.handOn(),
  }],
  data: ({ moderation: { reports } }) => ({
    name: "moderation",
    export: ({ accountId }) => ({ reports: reports.store.writtenBy({ account: accountId }) }),
    erase(tx, { accountId }) {
      reports.store.forgetReporter(tx, { account: accountId });
      reports.store.forgetOwner(tx, { account: accountId });
    },
  }),
  moderated: ({ accounts, people }) => [profiles(accounts, people.cards)],
  routes,
});
