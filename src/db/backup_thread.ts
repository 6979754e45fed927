/**
 * Copies a database on a thread of its own: the runtime copies without a break, and nobody else would be served
 * meanwhile.
 */
import { onThread } from "./on_thread.ts";
import { explainSqlite } from "./open.ts";

/** Pages copied so far, and pages in all. */
export type Copied = (done: number, total: number) => void;

/** Pages of one step: some milliseconds of work, after each of which the progress is told. */
export const STEP_PAGES = 1000;

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

type Told = { done: number; total: number } | { problems: string[] } | { failed: string };

/** Copies the file `from` to `to`; gives what an integrity check complains of. Rejects where it cannot be copied. */
export async function copyBeside(from: string, to: string, copied: Copied = () => {}): Promise<string[]> {
  const told = await onThread<Told>(THREAD, { from, to, rate: STEP_PAGES }, (told) => {
    if ("done" in told) copied(told.done, told.total);
    return !("done" in told);
  });
  if ("failed" in told) throw explainSqlite(new Error(told.failed), to);
  return "problems" in told ? told.problems : [];
}
