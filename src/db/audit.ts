/** The log of what operators did. Every area writes to it; moderation shows it. */
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
export type AuditRow = AuditEntry & { id: number; at: number };

export class Audit {
  readonly #put;
  readonly #page;
  readonly #prune;

  constructor(db: Database) {
    this.#put = db.sql<AuditEntryParams>(
      `INSERT INTO audit_log (at, actor, action, kind, target_id, label, reason)
       VALUES (:at, :actor, :action, :kind, :targetId, :label, :reason)`,
    );
    this.#page = db.sql<{ before: number; limit: number }, AuditRow>(
      `SELECT id, at, actor, action, kind, target_id AS targetId, label, reason FROM audit_log
       WHERE id < :before ORDER BY id DESC LIMIT :limit`,
    );
    this.#prune = db.sql<{ before: number }>("DELETE FROM audit_log WHERE at < :before");
  }

  /** Notes what was done, in the same write that does it. */
  note(tx: Tx, at: number, entry: AuditEntry): void {
    this.#put.run(tx, { at, ...entry });
  }

  /** Entries below the id `before`, newest first. */
  page = (before: number, limit: number): AuditRow[] => this.#page.all({ before, limit });

  /** Forgets what is older than `before`, unix seconds. */
  prune = (tx: Tx, before: number): number => this.#prune.run(tx, { before }).changes;
}

type AuditEntryParams = { [Field in keyof AuditEntry]: string } & { at: number };
