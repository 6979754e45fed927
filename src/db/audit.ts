/** The log of what operators did. Every area writes to it; moderation shows it. */
import { callAsWord } from "../base/mod.ts";
import { asNamed, columns } from "./columns.ts";
import type { Database } from "./open.ts";
import type { Tx } from "./write.ts";

interface AuditEntry {
  /** A call, `OPERATOR` for the operator secret, `CLI` for a command at the operator's shell. */
  actor: string;
  /** setting, remove, restore, suspend, unsuspend, resolve, reopen, trust … */
  action: string;
  /** What it was done to: setting, cache, log, account, peer … */
  kind: string;
  targetId: string;
  label: string;
  reason: string;
  /** Base call of the person whose thing it was, until that person is erased. */
  about?: string | null;
}
export interface AuditRow extends AuditEntry {
  id: number;
  /** What the rows of one act on several things share; null: an act on one thing. */
  batch: number | null;
  /** When, unix seconds. */
  at: number;
}
/** Filters on the log; a member that is `null` filters nothing. */
interface AuditQuery {
  /** Entries below this id. */
  before: number;
  limit: number;
  action?: string | null;
  actor?: string | null;
  about?: string | null;
  target?: string | null;
}

const ROW = columns<AuditRow>(asNamed("id at actor action kind targetId label reason about batch"));
const WITHDRAWN = "WITHDRAWN";

/** Statements on the log. */
export function openAudit(db: Database) {
  const put = db.change<Omit<AuditRow, "id">>(ROW.without("id").insertInto("audit_log"));
  const newest = db.row<Record<never, never>, { id: number }>(
    "SELECT coalesce(max(id), 0) AS id FROM audit_log",
  );
  const prune = db.change<{ before: number }>("DELETE FROM audit_log WHERE at < :before");
  const page = db.rows<Required<AuditQuery>, AuditRow>(
    `SELECT ${ROW.select()} FROM audit_log WHERE id < :before AND (:action IS NULL OR action = :action)
       AND (:actor IS NULL OR actor = :actor) AND (:about IS NULL OR about = :about)
       AND (:target IS NULL OR target_id = :target) ORDER BY id DESC LIMIT :limit`,
  );
  const of = db.rows<{ base: string; limit: number }, AuditRow>(
    `SELECT ${ROW.select()} FROM audit_log WHERE about = :base ORDER BY id DESC LIMIT :limit`,
  );
  const naming = db.rows<{ base: string }, AuditRow>(
    `SELECT ${ROW.select()} FROM audit_log WHERE about = :base OR instr(upper(target_id), :base) > 0
       OR instr(upper(label), :base) > 0 OR instr(upper(reason), :base) > 0`,
  );
  const redact = db.change<Pick<AuditRow, "id" | "targetId" | "label" | "reason"> & { base: string }>(
    `UPDATE audit_log SET ${ROW.only("targetId", "label", "reason").set()}, about = nullif(about, :base)
     WHERE id = :id`,
  );
  return {
    /** Notes what was done, in the same write that does it. */
    note(tx: Tx, at: number, entry: AuditEntry, batch: number | null = null): void {
      put(tx, { at, ...entry, about: entry.about ?? null, batch });
    },
    /** The number for the rows of an act on several things: none had it before. Asked in the write that notes them. */
    newBatch: (_tx: Tx): number => newest({})!.id + 1,
    /** Entries, newest first. */
    page: ({ action = null, actor = null, about = null, target = null, ...rest }: AuditQuery): AuditRow[] =>
      page({ action, actor, about, target, ...rest }),
    /** What was done to a person's things, newest first. */
    of,
    /**
     * Takes an erased person's call out of the log: what operators did stays on record (API "Limits"), without the
     * call. In rows about others that mention it as a word, that word is replaced.
     */
    withdraw(tx: Tx, base: string): void {
      const words = callAsWord(base);
      for (const { id, targetId, label, reason } of naming({ base })) {
        redact(tx, {
          id,
          base,
          targetId: targetId.replace(words, WITHDRAWN),
          label: label.replace(words, WITHDRAWN),
          reason: reason.replace(words, WITHDRAWN),
        });
      }
    },
    /** Forgets what is older than `before`, unix seconds. */
    prune: (tx: Tx, before: number): number => prune(tx, { before }).changes,
  };
}
export type Audit = ReturnType<typeof openAudit>;
