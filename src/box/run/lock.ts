/** The one process of a folder: it holds a lock, and leaves in the locked file how commands beside it reach it. */
import { join } from "node:path";
import { boxFailure } from "../errors.ts";

const LOCK_FILE = "box.lock";

interface Contact {
  pid: number;
  /** Where the control server listens, on loopback. */
  control: string;
  token: string;
}

/**
 * Takes the folder for this process alone; the system releases it when the process ends. Throws where another process
 * has it.
 */
export function lockBox(dir: string): Deno.FsFile {
  const path = join(dir, LOCK_FILE);
  const file = Deno.openSync(path, { create: true, read: true, write: true, mode: 0o600 });
  if (!file.tryLockSync(true)) {
    file.close();
    throw boxFailure.box_running({}, `A box is running in ${dir}: stop it first`);
  }
  file.truncateSync();
  return file;
}

/** Writes into the locked file how commands reach the running box. */
export function leaveContact(lock: Deno.FsFile, contact: Contact): void {
  lock.truncateSync();
  lock.seekSync(0, Deno.SeekMode.Start);
  lock.writeSync(new TextEncoder().encode(JSON.stringify(contact)));
}

/** How the box of a folder is reached; undefined where none runs. */
export function contactOf(dir: string): Contact | undefined {
  try {
    using file = Deno.openSync(join(dir, LOCK_FILE), { read: true });
    if (file.tryLockSync(false)) return undefined;
    const contact = JSON.parse(Deno.readTextFileSync(join(dir, LOCK_FILE)));
    return typeof contact?.control === "string" ? contact : undefined;
  } catch {
    return undefined;
  }
}
