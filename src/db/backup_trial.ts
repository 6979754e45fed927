/** What came of trying the newest copy (migration 0871). */
import { asNamed, columns } from "./columns.ts";
import type { Database } from "./open.ts";
import type { Tx } from "./write.ts";

/** A copy that was put into a folder beside what is in use, opened and checked. */
export interface BackupTrial {
  /** Unix seconds. */
  at: number;
  /** File name of the copy. */
  name: string;
  /** How long it took, from its file to a sound database. */
  ms: number;
  caches: number;
  /** `closed`: they are in it, and nobody here knows their passphrase. */
  secrets: "all" | "closed" | "none";
  /** Why it would not come back; null where it would. */
  error: string | null;
}

const ROW = columns<BackupTrial>(asNamed("at name ms caches secrets error"));

/** Keeps the last trial. */
export function openBackupTrials(db: Database) {
  const last = db.row<Record<never, never>, BackupTrial>(`SELECT ${ROW.select()} FROM backup_trial`);
  const drop = db.change<Record<never, never>>("DELETE FROM backup_trial");
  const put = db.change<BackupTrial>(ROW.insertInto("backup_trial"));
  return {
    /** The last one. */
    last: (): BackupTrial | undefined => last({}),
    /** Keeps this one in its place. */
    keep(tx: Tx, trial: BackupTrial): void {
      drop(tx, {});
      put(tx, trial);
    },
  };
}
export type BackupTrials = ReturnType<typeof openBackupTrials>;
