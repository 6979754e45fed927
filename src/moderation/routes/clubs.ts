/** Reports of other clubs about what members of this one signed there. */
import { z } from "#schemas";
import { HandedReport, visitFailure } from "../../caches/mod.ts";
import type { Database } from "../../db/mod.ts";
import { json, type Limit, open, route } from "../../http/mod.ts";
import { moderationFailure as failure } from "../errors.ts";
import type { Reports } from "../reports/reports.ts";
import { CategoryName } from "../shapes.ts";

/** A report has the text of a log in it, and that of whoever reported it. */
const MOST_BYTES = 16 * 1024;
const HANDED: Limit = { name: "handed-reports", points: 30, seconds: 60 };

export const clubReportRoutes = ({ db, reports }: { db: Database; reports: Reports }) => [
  route("POST /federation/visits/reports", {
    gate: open("a report is signed by the instance of the cache, and proves what a member here signed there"),
    spec: 'FED "Public federation"',
    summary: "Report a visitor to the club where they live; its operators see it among their reports",
    limit: HANDED,
    maxBytes: MOST_BYTES,
    body: HandedReport.extend({ category: CategoryName }),
    status: 201,
    also: { 200: "The same report as before" },
    reply: z.object({ ok: z.literal(true) }),
    errors: [
      visitFailure.origin_untrusted,
      visitFailure.origin_blocked,
      visitFailure.bad_report_signature,
      visitFailure.too_old,
      visitFailure.too_early,
      visitFailure.wrong_instance,
      visitFailure.bad_visit_signature,
      visitFailure.visit_not_found,
      failure.reports_full,
    ],
    handle: async ({ body }) => {
      const { duplicate } = await db.write((tx) => reports.fileOf(tx, body));
      return duplicate ? json({ ok: true }) : { ok: true as const };
    },
  }),
];
