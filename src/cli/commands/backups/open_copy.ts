/** Looking whether a copy of the database can be used by this program. */
import type { World } from "../../../base/mod.ts";
import {
  appliedMigrations,
  backupFailure,
  Database,
  MIGRATIONS,
  pendingMigrations,
  schemaDifference,
} from "../../../db/mod.ts";
import { readable } from "../../files.ts";

/**
 * Opens a copy and looks whether this version can use it: whole, of this program, and with nothing in its schema that
 * this program did not make. Throws a failure that names the file and what is wrong.
 */
export function openCopy(file: string, world: World): Database {
  readable(file, "the backup in it");
  const backup = new Database(file, { untouched: true });
  try {
    const problems = backup.problems();
    if (problems.length > 0) throw backupFailure.backup_unsound({}, `${file} is damaged: ${problems[0]}`);
    pendingMigrations(backup, MIGRATIONS); // refuses what a newer program, or another one, made
    if (appliedMigrations(backup).length === 0) {
      throw backupFailure.backup_unsound({}, `${file} is an empty file, not a copy of a database`);
    }
    const difference = schemaDifference(backup, MIGRATIONS, world);
    if (difference !== undefined) {
      throw backupFailure.backup_unsound(
        {},
        `${file} is not as this program makes its database: ${difference}`,
      );
    }
    return backup;
  } catch (error) {
    backup.close();
    throw error;
  }
}
