/**
 * The database: one SQLite file behind a small shape. Owns connections, prepared statements, group-committed writes,
 * migrations, and tables that every area shares: the audit log, spent nonces, the lease and the last runs of jobs. Refuses an SQLite that is too old
 * and a file that a newer program made.
 */
export { type BackupTrial, type BackupTrials, openBackupTrials } from "./backup_trial.ts";
export { type Audit, type AuditRow, openAudit } from "./audit.ts";
export {
  backupFailure,
  backupsIn,
  backupTo,
  nightlyBackup,
  removeBackup,
  removeIfThere,
  stamp,
} from "./backup.ts";
export { asNamed, columns, factColumns, WHOLE, whole } from "./columns.ts";
export { watchDamage } from "./damage.ts";
export { type JobRuns, openJobRuns } from "./job_runs.ts";
export { keepLives } from "./lives.ts";
export { LEASE_S, leaseOf, machineOf, RENEW_S } from "./lease.ts";
export {
  appliedMigrations,
  checksumOf,
  migrate,
  type Migration,
  openOurs,
  pendingMigrations,
  refuseForeign,
  schemaOf,
} from "./migrate.ts";
export { type MemberRoom, openMemberRoom } from "./member_room.ts";
export { MIGRATIONS } from "./migrations.ts";
export { type Nonces, openNonces } from "./nonces.ts";
export { LATEST, type ModeratedItem, type ModeratedKind, PREVIEW } from "./moderated.ts";
export { Database, dbFailure, explainSqlite, isOfOneWrite, type OpenOptions } from "./open.ts";
export { CURSOR_FORM, pagedIds, type PageWanted } from "./paged.ts";
export { schemaDifference } from "./sound.ts";
export { type Params } from "./sql.ts";
export { isSide, notOfFormer, ofAccount } from "./whose.ts";
export { type OpenWrite, Tx } from "./write.ts";
export { onThread } from "./on_thread.ts";
