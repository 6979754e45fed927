/** A rehearsal of the emergency: the newest copy is put into a folder beside what is in use, opened, checked, and gone again. */
import { join } from "node:path";
import { onThread } from "../db/mod.ts";
import { archiveFailure } from "./errors.ts";
import { isArchive, openArchive } from "./open.ts";

/** Reading all of a database takes a while: nobody else is held up meanwhile. */
const THREAD = `
import { DatabaseSync } from "node:sqlite";
self.onmessage = ({ data: { path, table } }) => {
  try {
    const copy = new DatabaseSync(path);
    const problems = copy.prepare("PRAGMA integrity_check").all().map((row) => row.integrity_check);
    const { n } = copy.prepare('SELECT count(*) AS n FROM "' + table + '"').get();
    copy.close();
    self.postMessage({ problem: problems.find((text) => text !== "ok"), n });
  } catch (error) {
    self.postMessage({ problem: error instanceof Error ? error.message : String(error), n: 0 });
  }
};`;

interface Rehearsed {
  /** Rows of the table that was counted. */
  rows: number;
  /** `closed`: they are in it, and there is no passphrase for them. */
  secrets: "all" | "closed" | "none";
}

/**
 * Tries one copy. `counted`: the table whose rows say how much of it came back. Throws what is wrong with it; in either case
 * nothing of it is left.
 */
export async function rehearse(
  file: string,
  dataDir: string,
  { passphrase, counted }: { passphrase: string | undefined; counted: string },
): Promise<Rehearsed> {
  if (isArchive(file)) {
    using opened = await openArchive(file, dataDir, passphrase);
    const { secrets } = opened.manifest;
    return {
      rows: await look(opened.database, counted),
      secrets: opened.hasSecrets ? "all" : secrets ? "closed" : "none",
    };
  }
  const folder = join(dataDir, `restoring-archive-${Deno.pid}`);
  Deno.mkdirSync(folder, { mode: 0o700 });
  try {
    const copy = join(folder, "gateway.db");
    await Deno.copyFile(file, copy);
    return { rows: await look(copy, counted), secrets: "none" };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function look(path: string, table: string): Promise<number> {
  const { problem, n } = await onThread<{ problem?: string; n: number }>(THREAD, { path, table });
  if (problem !== undefined) throw archiveFailure.archive_unsound({}, `The backup is not whole: ${problem}`);
  return n;
}
