/** Numbered plain-SQL files, applied in order, never edited once released. */
import type { World } from "../base/mod.ts";
import { type Database, dbFailure } from "./open.ts";

export interface Migration {
  number: number;
  name: string;
  sql: string;
}

interface Applied {
  number: number;
  name: string;
}

const LEDGER = `CREATE TABLE IF NOT EXISTS schema_migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT`;

/** Applied migrations, oldest first; empty for a new file. */
export function appliedMigrations(db: Database): Applied[] {
  const there = db.sql("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migration'").get();
  return there
    ? db.sql<never, Applied>("SELECT number, name FROM schema_migration ORDER BY number").all()
    : [];
}

/** The migrations that this file still lacks. Refuses a file that has one which this program does not know. */
export function pendingMigrations(db: Database, known: readonly Migration[]): Migration[] {
  const applied = appliedMigrations(db);
  const newer = applied.find((one) => !known.some((migration) => migration.number === one.number));
  if (newer) {
    throw dbFailure.database_newer(
      {},
      `${db.path} was made by a newer version of this program (it has migration ${newer.name}): ` +
        "start that version, or restore a backup made before the upgrade",
    );
  }
  return known.filter((migration) => !applied.some((one) => one.number === migration.number));
}

/**
 * Applies what is pending, all of it or nothing, and gives the names applied. A power cut or a full disk in the
 * middle leaves the file as it was.
 */
export function migrate(db: Database, known: readonly Migration[], world: World): string[] {
  const pending = pendingMigrations(db, known);
  if (pending.length === 0) return [];
  db.writeNow((tx) => {
    db.exec(tx, LEDGER);
    const note = db.sql(
      "INSERT INTO schema_migration (number, name, applied_at) VALUES (:number, :name, :at)",
    );
    for (const { number, name, sql } of pending) {
      db.exec(tx, sql);
      note.run(tx, { number, name, at: world.now() });
    }
  });
  return pending.map((migration) => migration.name);
}

/** Name of the newest applied migration, e.g. `0010_accounts`: what `/health` calls the schema (API "Versioning"). */
export const schemaOf = (db: Database): string => appliedMigrations(db).at(-1)?.name ?? "none";
