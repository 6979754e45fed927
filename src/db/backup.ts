/** Copies of a database while it is in use: copied, checked for damage, and only then given their final name. */
import { dirname, join } from "node:path";
import { failures } from "../base/mod.ts";
import { Database, explainSqlite } from "./open.ts";
import { onThread } from "./on_thread.ts";

// Copies a database on a thread of its own: the runtime copies without a break, and nobody else would be served
// meanwhile.

/** Pages copied so far, and pages in all. */
type Copied = (done: number, total: number) => void;

/** Pages of one step: some milliseconds of work, after each of which the progress is told. */
const STEP_PAGES = 1000;

/**
 * A write in between would begin the copy again from the start, so all of it is read in one transaction. The copy is
 * checked for damage here too: that takes as long as the copying.
 */
const THREAD = `
import { backup, DatabaseSync } from "node:sqlite";
self.onmessage = async ({ data: { from, to, rate } }) => {
  try {
    const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
    source.exec("BEGIN");
    source.prepare("SELECT count(*) FROM sqlite_schema").get();
    await backup(source, to, {
      rate,
      progress: ({ totalPages, remainingPages }) =>
        self.postMessage({ done: totalPages - remainingPages, total: totalPages }),
    });
    source.exec("ROLLBACK");
    source.close();
    const copy = new DatabaseSync(to);
    copy.exec("PRAGMA journal_mode = DELETE"); // one file, as in Database.backup
    const problems = copy.prepare("PRAGMA integrity_check").all().map((row) => row.integrity_check);
    copy.close();
    self.postMessage({ problems: problems.filter((text) => text !== "ok") });
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
};`;

type CopyProgress = { done: number; total: number } | { problems: string[] } | { failed: string };

/** Copies the file `from` to `to`; gives what an integrity check complains of. Rejects where it cannot be copied. */
async function copyBeside(from: string, to: string, copied: Copied = () => {}): Promise<string[]> {
  const told = await onThread<CopyProgress>(THREAD, { from, to, rate: STEP_PAGES }, (told) => {
    if ("done" in told) copied(told.done, told.total);
    return !("done" in told);
  });
  if ("failed" in told) throw explainSqlite(new Error(told.failed), to);
  return "problems" in told ? told.problems : [];
}

export const backupFailure = failures({ backup_unsound: "invalid" });

/** `20260601-120000`, UTC: the part of a backup's name that sorts. */
export const stamp = (unix: number): string =>
  new Date(unix * 1000).toISOString().replace(/[-:]|\.\d{1,9}Z/g, "").replace("T", "-");

/** Removes a file that may not be there. */
export function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

interface BackupOptions {
  /** Called with the number of pages copied so far, and of all pages. */
  copied?: Copied;
  /** On a thread of its own, so that others are served meanwhile. A database in memory can only be copied here. */
  beside?: boolean;
}

/** Of a copy that is being made, or whose maker was killed: named as this program names its copies. */
const PARTIAL =
  /^(?:gateway|nightly|before)-[\w-]{1,80}\.(?:db\.partial|tar\.partial|tar\.copying(?:\.partial)?)(?:-journal|-wal|-shm)?$/;
const BESIDE = ["-journal", "-wal", "-shm"];

/** Removes what copies that were never finished left in a folder. One that another process makes now is locked by it. */
function sweepPartials(folder: string): void {
  const left = [...Deno.readDirSync(folder)].filter(({ name, isFile }) => isFile && PARTIAL.test(name));
  const names = new Set(left.map(({ name }) => name.replace(/-(?:journal|wal|shm)$/, "")));
  for (const name of names) {
    const partial = join(folder, name);
    if (isBeingMade(partial)) continue;
    for (const suffix of ["", ...BESIDE]) removeIfThere(partial + suffix);
  }
}

function isBeingMade(partial: string): boolean {
  try {
    using file = Deno.openSync(partial, { read: true });
    return !file.tryLockSync(true);
  } catch {
    return false; // the log alone is left
  }
}

/**
 * Copies `db` to `path`. Throws when the copy is damaged or there is no room; then nothing is at `path`. What a killed one
 * left in the folder goes first.
 */
export async function backupTo(
  db: Database,
  path: string,
  { copied, beside = false }: BackupOptions = {},
): Promise<void> {
  const partial = `${path}.partial`;
  sweepPartials(dirname(path));
  for (const suffix of ["", ...BESIDE]) removeIfThere(partial + suffix);
  // Not through a name that somebody else has laid there; locked, so that no other copy takes it for a left one.
  using lock = Deno.openSync(partial, { write: true, createNew: true, mode: 0o600 });
  lock.lockSync(true);
  try {
    const problems = beside && db.path !== ":memory:"
      ? await copyBeside(db.path, partial, copied)
      : await copyHere(db, partial, copied);
    if (problems.length > 0) throw backupFailure.backup_unsound({}, `The copy is damaged: ${problems[0]}`);
    Deno.renameSync(partial, path);
  } catch (error) {
    removeIfThere(partial);
    throw error;
  } finally {
    for (const suffix of BESIDE) removeIfThere(partial + suffix);
  }
}

async function copyHere(db: Database, path: string, copied?: Copied): Promise<string[]> {
  await db.backup(path, STEP_PAGES, copied);
  const copy = new Database(path, { readOnly: true });
  try {
    return copy.problems();
  } finally {
    copy.close();
  }
}

/** A copy of the database in a folder, or an archive that holds one. */
interface BackupFile {
  file: string;
  name: string;
  bytes: number;
  /** Unix seconds. */
  madeAt: number;
}

/** Copies of the database alone, and whole backups. */
const KEPT = /\.(?:db|tar)$/;

/** The copies in a folder, newest first; none where there is no such folder. */
export function backupsIn(folder: string): BackupFile[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ name, isFile }) => isFile && KEPT.test(name))
      .map(({ name }) => {
        const file = join(folder, name);
        const { size, mtime } = Deno.statSync(file);
        return { file, name, bytes: size, madeAt: Math.floor((mtime?.getTime() ?? 0) / 1000) };
      })
      .sort((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return [];
    throw error;
  }
}

/**
 * Deletes a copy by its name, with the log files that a database put aside (`replaced-….db`) has beside it. Gives false
 * where no such copy is listed, so that a path or another file's name deletes nothing.
 */
export function removeBackup(folder: string, name: string): boolean {
  if (!backupsIn(folder).some((one) => one.name === name)) return false;
  for (const suffix of ["", "-wal", "-shm"]) removeIfThere(join(folder, name + suffix));
  return true;
}

const NIGHTLY = /^nightly-\d{8}-\d{6}\.(?:db|tar)$/;

/**
 * Makes a nightly copy in `folder` and deletes all nightly copies but the newest `keep`; every other copy stays until the
 * operator deletes it. `whole` makes an archive instead of a copy of the database alone. Gives the path of the new copy.
 */
export async function nightlyBackup(
  db: Database,
  folder: string,
  now: number,
  keep: number,
  whole?: (path: string) => Promise<unknown>,
): Promise<string> {
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `nightly-${stamp(now)}.${whole ? "tar" : "db"}`);
  if (whole) await whole(path);
  else await backupTo(db, path, { beside: true });
  const old = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) => NIGHTLY.test(name))
    .sort().reverse().slice(keep);
  for (const name of old) removeIfThere(join(folder, name));
  return path;
}
