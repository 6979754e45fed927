/**
 * Putting a database in the place of another one. A power cut at any step leaves a state that the next start knows: the
 * incoming file has its name only once it is whole, and while there is no database it is the one to be finished.
 */
import { dirname, join } from "node:path";
import { backupsIn, removeIfThere } from "../../db/mod.ts";
import { freePath, lookAt, writing } from "../files.ts";
import { lockDataDir } from "../running.ts";

const LOGS = ["-wal", "-shm"];
const incomingOf = (path: string): string => `${path}.restoring`;
const replaced = "replaced-";

/**
 * Puts what `copy` writes in the place of the database at `path`; nobody else may use that. Gives where the one before lies
 * now, under `backups/replaced-<stamp>.db`, if there was one.
 */
export async function putInPlace(
  path: string,
  copy: (to: string) => Promise<void>,
  stamp: string,
): Promise<string | undefined> {
  const incoming = incomingOf(path), partial = `${incoming}.partial`;
  const folder = join(dirname(path), "backups");
  const aside = freePath(folder, replaced + stamp, ".db");
  const there = lookAt(path) !== undefined;
  try {
    for (const left of [incoming, partial]) removeWhole(left);
    await writing(incoming, () => copy(partial));
    await writing(aside, () => Deno.mkdirSync(folder, { recursive: true, mode: 0o700 }));
    Deno.chmodSync(partial, 0o600);
    syncFile(partial);
    Deno.renameSync(partial, incoming);
    if (there) Deno.renameSync(path, aside);
    moveLogs(path, aside);
    Deno.renameSync(incoming, path);
  } finally {
    removeWhole(partial);
    // Without it the next start would find neither database.
    if (lookAt(path)) removeWhole(incoming);
  }
  return there ? aside : undefined;
}

/** The log of the database that went: to it, never beside another one. */
function moveLogs(path: string, aside: string): void {
  for (const suffix of LOGS.filter((one) => lookAt(path + one))) {
    Deno.renameSync(path + suffix, aside + suffix);
  }
}

function removeWhole(path: string): void {
  for (const suffix of ["", "-journal", ...LOGS]) removeIfThere(path + suffix);
}

/** What is renamed has to be on the disk first. */
function syncFile(path: string): void {
  using file = Deno.openSync(path, { read: true, write: true });
  file.syncDataSync();
}

/**
 * Finishes a restore that was cut off after the old database went and before the new one came: else a start would make an
 * empty one. Gives whether there was something to do. Throws `server_running` while the restore still runs.
 */
export function finishRestore(path: string): boolean {
  const incoming = incomingOf(path);
  if (lookAt(path) || !lookAt(incoming)) return false;
  using _lock = lockDataDir(dirname(path));
  if (lookAt(path) || !lookAt(incoming)) return false;
  const folder = join(dirname(path), "backups");
  const before = backupsIn(folder).find(({ name }) => name.startsWith(replaced));
  if (before) moveLogs(path, before.file);
  for (const suffix of LOGS) removeIfThere(path + suffix);
  Deno.renameSync(incoming, path);
  return true;
}
