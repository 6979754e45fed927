/**
 * Going back to the version before, after the newer one has already changed the database. The copy that was made
 * just before that takes its place at the old version's next start; what the newer one left is kept beside it.
 */
import { join } from "node:path";
import { failures, replaceFile } from "../base/mod.ts";
import { appliedMigrations, Database, MIGRATIONS, pendingMigrations } from "../db/mod.ts";

const goingBackFailure = failures({
  note_unreadable: "unavailable",
});

const FILE = "going-back.json";
const SUFFIXES = ["", "-wal", "-shm"];

/** Leaves a note for the version that is gone back to. `since`: when the upgrade began, unix milliseconds. */
export function sayGoingBack(dataDir: string, to: string, since: number): void {
  replaceFile(join(dataDir, FILE), JSON.stringify({ to, since }));
}

/** The newest copy from before a migration that was made since then and that this version can open. */
function copyBefore(dataDir: string, since: number): string | undefined {
  const folder = join(dataDir, "backups");
  const found = [...Deno.readDirSync(folder)].filter(({ name }) => /^before-.*\.db$/.test(name))
    .map(({ name }) => ({
      path: join(folder, name),
      at: Deno.statSync(join(folder, name)).mtime?.getTime() ?? 0,
    }))
    .filter(({ at }) => at >= since).sort((a, b) => b.at - a.at);
  return found.find(({ path }) => canUse(path))?.path;
}

/** Whether this version can open a database as it is. */
function canUse(path: string): boolean {
  try {
    const db = new Database(path, { readOnly: true });
    try {
      pendingMigrations(db, MIGRATIONS);
      return appliedMigrations(db).length > 0;
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}

/** The note; `undefined` where none was left. Throws `note_unreadable`: it may be the only way back to a database. */
function noteAt(path: string): { to: string; since: number } | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw goingBackFailure.note_unreadable(
      {},
      `${path} says which database this version goes on with, and cannot be read (${String(error)}): ` +
        "give it to the user that the server runs as",
    );
  }
}

/** At the start of a server: does what was left to do for the way back to `version`. Gives the copy that was put in place. */
export async function obeyGoingBack(dataDir: string, version: string): Promise<string | undefined> {
  const word = join(dataDir, FILE), path = join(dataDir, "gateway.db");
  const told = noteAt(word);
  if (told?.to !== version) return undefined;
  const copy = canUse(path) ? undefined : copyBefore(dataDir, told.since);
  if (copy !== undefined) {
    const db = new Database(copy, { readOnly: true });
    const incoming = `${path}.going-back`;
    await db.backup(incoming);
    db.close();
    // The file first: cut off in between there is none, so this is done again; a log is never left to another file.
    for (const suffix of SUFFIXES) {
      try {
        Deno.renameSync(path + suffix, join(dataDir, "backups", `newer-${told.since}.db${suffix}`));
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    }
    Deno.renameSync(incoming, path);
    for (const suffix of SUFFIXES.slice(1)) {
      try {
        Deno.removeSync(incoming + suffix);
      } catch {
        // There was none.
      }
    }
  }
  Deno.removeSync(word);
  return copy;
}
