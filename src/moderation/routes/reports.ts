/** Reports over HTTP: filing one, the queue, resolving. */
import { z } from "#schemas";
import type { Database } from "../../db/mod.ts";
import { json, type Limit, type Limits, networkOf, open, route, sysopOrOperator } from "../../http/mod.ts";
import { moderationFailure as failure } from "../errors.ts";
import type { Kinds } from "../kinds.ts";
import type { Decisions } from "../decisions/decisions.ts";
import { CategoryName, ItemId, KindName, ReportedView, ReportView } from "../shapes.ts";
import type { Reports } from "../reports/reports.ts";
import type { ReportRow } from "../reports/store.ts";
import { reportedItem, reportView } from "../reports/view.ts";

const ADMIN = 'API "Administration"';
const HOUR = 3600;
/** API "Limits", Reports. */
const BY_MEMBER: Limit<never> = { name: "report-member", points: 10, seconds: HOUR };
const BY_MEMBERS_NETWORK: Limit<never> = { name: "report-network", points: 20, seconds: HOUR };
const BY_NOBODY: Limit<never> = { name: "report-anonymous", points: 3, seconds: HOUR };

export function reportRoutes(
  { db, limits, kinds, reports, decisions }: {
    db: Database;
    limits: Limits;
    kinds: Kinds;
    reports: Reports;
    decisions: Decisions;
  },
) {
  const reportOf = (id: string): ReportRow => {
    const row = /^\d{1,15}$/.test(id) ? reports.store.byId({ id: Number(id) }) : undefined;
    if (!row) throw failure.report_not_found();
    return row;
  };
  const Filed = z.object({ ok: z.literal(true), id: z.number(), duplicate: z.literal(true).optional() });
  return [
    route("POST /api/reports", {
      gate: open("whoever sees something wrong may say so"),
      spec: 'API "Caches, logs, media"',
      summary: "Report a thing to the operators",
      body: z.object({
        kind: KindName,
        id: ItemId,
        category: CategoryName,
        text: z.string().max(1000).optional().describe("What is wrong; needed where the category is other"),
      }),
      reply: Filed,
      status: 201,
      also: { 200: "This asker has reported the thing already" },
      errors: [failure.item_not_found, failure.text_needed],
      handle: async ({ who, body, incoming }) => {
        const network = networkOf(incoming.client);
        const member = who.session?.scope === "full" && who.session.call !== null ? who.session : undefined;
        if (member) {
          limits.use(BY_MEMBER, String(member.account));
          limits.use(BY_MEMBERS_NETWORK, network);
        } else limits.use(BY_NOBODY, network);
        const reporter = member && { account: member.account, call: member.call! };
        const { id, duplicate } = await db.write((tx) => reports.file(tx, body, reporter));
        return duplicate ? json({ ok: true, id, duplicate }) : { ok: true, id };
      },
    }),
    route("GET /api/admin/moderation/reports", {
      gate: sysopOrOperator(),
      spec: ADMIN,
      summary: "The queue of reports, newest first",
      query: z.object({
        status: z.enum(["open", "resolved"]).default("open").describe(
          "Which reports are listed: open ones, or those that are resolved",
        ),
        before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().describe(
          "Only reports with a smaller number than this: `nextBefore` of the page before",
        ),
      }),
      reply: z.object({
        reports: z.array(ReportView),
        nextBefore: z.number().nullable().describe("`before` of the next page; null where there is none"),
        oldestAt: z.number().nullable().describe(
          "When the oldest of these reports came; null where there is none",
        ),
        counts: z.object({ open: z.number(), resolved: z.number() }),
      }),
      handle: ({ query }) => {
        const { reports: rows, ...rest } = reports.queue(query.status, query.before);
        return { reports: rows.map((row) => reportView(kinds, row)), ...rest };
      },
    }),
    route("GET /api/admin/moderation/reports/:id", {
      gate: sysopOrOperator(),
      spec: ADMIN,
      summary: "A report with the thing it is about as it is now, and what a removal would take away",
      params: { id: "Number of the report, as the queue shows it" },
      reply: ReportedView,
      errors: [failure.report_not_found],
      handle: ({ params }) => {
        const row = reportOf(params.id);
        return {
          report: reportView(kinds, row),
          item: reportedItem(kinds, row),
          touches: row.kind === "visit"
            ? null
            : decisions.touchesOf({ kind: row.kind, id: row.targetId, reportId: row.id }) ?? null,
        };
      },
    }),
    route("POST /api/admin/moderation/reports/:id", {
      gate: sysopOrOperator({
        anyAge: "moderation is daily work, and what it takes away can be brought back",
      }),
      spec: ADMIN,
      summary: "Resolve a report without removing anything, or open it again",
      params: { id: "Number of the report, as the queue shows it" },
      body: z.object({ status: z.enum(["resolved", "open"]), note: z.string().trim().max(500).optional() }),
      reply: z.object({ ok: z.literal(true), report: ReportView }),
      errors: [failure.report_not_found],
      handle: async ({ who, params, body }) => {
        const { id } = reportOf(params.id);
        const row = await db.write((tx) => reports.decide(tx, who.actor, id, body.status, body.note ?? ""));
        return { ok: true, report: reportView(kinds, row) };
      },
    }),
  ];
}
