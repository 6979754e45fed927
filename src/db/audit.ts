/** The log of what operators did. Every area writes to it; moderation shows it. */
import { columns } from "./columns.ts";
import type { Database } from "./open.ts";
import type { Tx } from "./write.ts";

export interface AuditEntry {
  /** A call, `OPERATOR` for the operator secret, `CLI` for a command at the operator's shell. */
  actor: string;
  /** setting, remove, restore, suspend, unsuspend, resolve, reopen, trust … */
  action: string;
  /** What it was done to: setting, cache, log, account, peer … */
  kind: string;
  targetId: string;
  label: string;
  reason: string;
}
export interface AuditRow extends AuditEntry {
  id: number;
  /** When, unix seconds. */
  at: number;
}

const ROW = columns<AuditRow>({
  id: true,
  at: true,
  actor: true,
  action: true,
  kind: true,
  targetId: true,
  label: true,
  reason: true,
});

/** Statements on the log. */
export function openAudit(db: Database) {
  const put = db.change<Omit<AuditRow, "id">>(ROW.without("id").insertInto("audit_log"));
  const prune = db.change<{ before: number }>("DELETE FROM audit_log WHERE at < :before");
  return {
    /** Notes what was done, in the same write that does it. */
    note(tx: Tx, at: number, entry: AuditEntry): void {
      put(tx, { at, ...entry });
    },
    /** Entries below the id `before`, newest first. */
    page: db.rows<{ before: number; limit: number }, AuditRow>(
      `SELECT ${ROW.select()} FROM audit_log WHERE id < :before ORDER BY id DESC LIMIT :limit`,
    ),
    /** Takes an erased person's call out of it: what operators did to calls stays on record (API "Limits"), without the call. */
    withdraw: db.change<{ base: string }>(
      "UPDATE audit_log SET target_id = 'WITHDRAWN', label = 'WITHDRAWN' WHERE kind = 'callsign' AND target_id = :base",
    ),
    /** Forgets what is older than `before`, unix seconds. */
    prune: (tx: Tx, before: number): number => prune(tx, { before }).changes,
  };
}
export type Audit = ReturnType<typeof openAudit>;
