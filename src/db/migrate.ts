/** Numbered plain-SQL files, applied in order, never edited once released. */
import { sha256Hex, type World } from "../base/mod.ts";
import { Database, dbFailure, explainSqlite, hasLog, sizeOf } from "./open.ts";

export interface Migration {
  number: number;
  name: string;
  sql: string;
}

interface Applied {
  number: number;
  name: string;
  /** The checksum of its text; `null` where it was applied by a version before checksums. */
  checksum: string | null;
}

const LEDGER = `CREATE TABLE IF NOT EXISTS schema_migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at INTEGER NOT NULL,
  checksum TEXT
) STRICT`;

const checksums = new Map<string, string>();
/** The same migrations. Their checksums are known from now on where `json` has them by name: it begins with a brace then. */
export function withChecksums(json: string, migrations: readonly Migration[]): readonly Migration[] {
  const known: Record<string, string> = json.startsWith("{") ? JSON.parse(json) : {};
  for (const { name, sql } of migrations) if (known[name] !== undefined) checksums.set(sql, known[name]);
  return migrations;
}

/** The SHA-256, in hex, of a migration's statements: comments and white space do not count. Each start asks twice. */
export function checksum(sql: string): string {
  const known = checksums.get(sql) ?? checksumOf(sql);
  checksums.set(sql, known);
  return known;
}

/** The same, made anew. */
export function checksumOf(sql: string): string {
  const signs = sql.match(/'(?:[^']|'')*'|--[^\n]*|\w+|[^\s\w]/g) ?? [];
  return sha256Hex(signs.filter((sign) => !sign.startsWith("--")).join(" "));
}

const hasColumn = (db: Database, table: string, column: string): boolean =>
  db.sql<{ table: string; column: string }>(
    "SELECT 1 FROM pragma_table_info(:table) WHERE name = :column",
  ).get({ table, column }) !== undefined;

/** Applied migrations, oldest first; empty for a new file. */
export function appliedMigrations(db: Database): Applied[] {
  if (!hasColumn(db, "schema_migration", "number")) return [];
  const kept = hasColumn(db, "schema_migration", "checksum") ? "checksum" : "NULL AS checksum";
  return db.sql<never, Applied>(`SELECT number, name, ${kept} FROM schema_migration ORDER BY number`).all();
}

/**
 * The migrations that this file still lacks, in the order in which they are to be applied. Refuses a file that
 * another program made, one that a newer version made, and one whose migrations are not those of this version:
 * statements must not run against tables that differ from those they were written for.
 */
export function pendingMigrations(db: Database, known: readonly Migration[]): Migration[] {
  const applied = appliedMigrations(db);
  const newest = applied.at(-1);
  if (!newest) {
    if (db.sql("SELECT 1 FROM sqlite_schema").get() === undefined) return [...known];
    throw dbFailure.database_foreign({}, `${db.path} is an SQLite file, but not a database of this program`);
  }
  for (const one of applied) {
    const ours = known.find(({ number }) => number === one.number);
    if (!ours && one.number > known.at(-1)!.number) {
      throw dbFailure.database_newer(
        {},
        `${db.path} was made by a newer version of this program (it has migration ${one.name}): ` +
          "start that version, or restore a backup made before the upgrade",
      );
    }
    if (ours?.name !== one.name || (one.checksum !== null && one.checksum !== checksum(ours.sql))) {
      throw differs(db, `its migration ${one.name} is none of this version's`);
    }
  }
  const pending = known.filter(({ number }) => !applied.some((one) => one.number === number));
  const late = pending.find(({ number }) => number < newest.number);
  if (late) {
    throw differs(db, `it has migration ${newest.name}, but lacks ${late.name}, which comes before it`);
  }
  return pending;
}

const differs = (db: Database, how: string) =>
  dbFailure.database_differs(
    {},
    `${db.path} was made by a program that differs from this version: ${how}. ` +
      "Start the version that made it, or restore a backup of this version",
  );

/**
 * Throws what keeps this version from using the file at `path`, where there is one, and changes nothing about it: a newer
 * version, or the program that it belongs to, finds it as it left it.
 */
export function refuseForeign(path: string, known: readonly Migration[]): void {
  if (sizeOf(path) === undefined) return;
  const db = new Database(path, { untouched: true });
  try {
    pendingMigrations(db, known);
  } catch (error) {
    throw explainSqlite(error, path);
  } finally {
    db.close();
  }
}

/**
 * Opens the file at `path`, or makes it. Refuses what `refuseForeign` does, in one opening where no log lies beside the
 * file: a log would be written back by whoever opens it to write.
 */
export function openOurs(path: string, known: readonly Migration[], { alone = false } = {}): Database {
  if (sizeOf(path) !== undefined && (alone || !hasLog(path))) {
    return new Database(path, { first: (db) => void pendingMigrations(db, known), alone });
  }
  refuseForeign(path, known);
  return new Database(path);
}

/**
 * Applies what is pending, all of it or nothing, and gives the names applied. A power cut or a full disk in the
 * middle leaves the file as it was. Migrations of a file from before checksums are taken to be those of this version.
 */
export function migrate(db: Database, known: readonly Migration[], world: World): string[] {
  const pending = pendingMigrations(db, known);
  const unsigned = appliedMigrations(db).filter((one) => one.checksum === null);
  if (pending.length === 0 && unsigned.length === 0) return [];
  db.writeNow((tx) => {
    db.exec(tx, LEDGER);
    if (!hasColumn(db, "schema_migration", "checksum")) {
      db.exec(tx, "ALTER TABLE schema_migration ADD COLUMN checksum TEXT");
    }
    const adopt = db.sql<{ number: number; checksum: string }>(
      "UPDATE schema_migration SET checksum = :checksum WHERE number = :number",
    );
    for (const { number } of unsigned) {
      adopt.run(tx, { number, checksum: checksum(known.find((one) => one.number === number)!.sql) });
    }
    const note = db.sql<{ number: number; name: string; at: number; checksum: string }>(
      "INSERT INTO schema_migration (number, name, applied_at, checksum) VALUES (:number, :name, :at, :checksum)",
    );
    for (const { number, name, sql } of pending) {
      db.exec(tx, sql);
      note.run(tx, { number, name, at: world.now(), checksum: checksum(sql) });
    }
  });
  return pending.map((migration) => migration.name);
}

/** Name of the newest applied migration, e.g. `0010_accounts`: what `/health` calls the schema (API "Versioning"). */
export const schemaOf = (db: Database): string => appliedMigrations(db).at(-1)?.name ?? "none";
