/** Rows of reports. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { Category, QueuedKind } from "../kinds.ts";

export interface ReportRow {
  id: number;
  kind: QueuedKind;
  targetId: string;
  label: string;
  preview: string;
  /** Whose it was when it was reported. */
  ownerAccount: number | null;
  ownerCall: string | null;
  cacheId: number | null;
  code: string | null;
  category: Category;
  text: string;
  /** `Found` as JSON, of what this instance reports by itself. */
  found: string | null;
  reporterAccount: number | null;
  reporter: string | null;
  status: "open" | "resolved";
  resolution: string | null;
  resolvedBy: string | null;
  resolvedAt: number | null;
  createdAt: number;
}
type Resolution = Pick<ReportRow, "status" | "resolution" | "resolvedBy" | "resolvedAt">;

const ROW = columns<ReportRow>(
  asNamed(
    "id kind targetId label preview ownerAccount ownerCall cacheId code category text found",
    "reporterAccount reporter status resolution resolvedBy resolvedAt createdAt",
  ),
);
const RESOLUTION = ROW.only("status", "resolution", "resolvedBy", "resolvedAt");

export const reportStore = (db: Database) => ({
  byId: db.row<{ id: number }, ReportRow>(`SELECT ${ROW.select()} FROM report WHERE id = :id`),
  /** Newest first. */
  page: db.rows<{ status: string; before: number; limit: number }, ReportRow>(
    `SELECT ${ROW.select()} FROM report WHERE status = :status AND id < :before ORDER BY id DESC LIMIT :limit`,
  ),
  /** When the oldest one came. */
  oldest: db.row<{ status: string }, { at: number }>(
    "SELECT created_at AS at FROM report WHERE status = :status ORDER BY id LIMIT 1",
  ),
  count: db.row<{ status: string }, { n: number }>("SELECT count(*) AS n FROM report WHERE status = :status"),
  openOn: db.rows<{ kind: string; target: string }, ReportRow>(
    `SELECT ${ROW.select()} FROM report WHERE status = 'open' AND kind = :kind AND target_id = :target ORDER BY id`,
  ),
  openAbout: db.rows<{ account: number; limit: number }, ReportRow>(
    `SELECT ${ROW.select()} FROM report WHERE status = 'open' AND owner_account = :account ORDER BY id DESC LIMIT :limit`,
  ),
  insert: db.change<Omit<ReportRow, "id">>(ROW.without("id").insertInto("report")),
  resolve: db.change<Resolution & { id: number }>(`UPDATE report SET ${RESOLUTION.set()} WHERE id = :id`),
  prune: db.change<{ before: number }>("DELETE FROM report WHERE resolved_at < :before"),

  /** Written by an account, for its export: what became of them is the operators' affair. */
  writtenBy: db.rows<
    { account: number },
    Pick<ReportRow, "kind" | "label" | "category" | "text" | "createdAt">
  >(
    `SELECT ${ROW.only("kind", "label", "category", "text", "createdAt").select()} FROM report
     WHERE reporter_account = :account ORDER BY id`,
  ),
  /** Clears the reporter of reports whose account was erased. */
  forgetReporter: db.change<{ account: number }>(
    "UPDATE report SET reporter_account = NULL, reporter = NULL, text = '' WHERE reporter_account = :account",
  ),
  /** What an erased person was reported for goes with the person: the thing is gone. */
  forgetOwner: db.change<{ account: number }>("DELETE FROM report WHERE owner_account = :account"),
});
export type ReportStore = ReturnType<typeof reportStore>;
