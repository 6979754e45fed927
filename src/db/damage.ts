/** Whether pages of the database are damaged: looked for each night, beside the program, and met while it runs. */
import { onThread } from "./on_thread.ts";
import type { Database } from "./open.ts";

/** Lets SQLite read every page and look whether tables and indexes hold together. Reads alone, as another program would. */
const CHECK = `
import { DatabaseSync } from "node:sqlite";
self.onmessage = ({ data: path }) => {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    const rows = db.prepare("PRAGMA quick_check(1)").all().map((row) => row.quick_check);
    db.close();
    self.postMessage({ problem: rows.find((text) => text !== "ok") ?? null });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage(/malformed|not a database/.test(message) ? { problem: message } : { failed: message });
  }
};`;

type CheckResult = { problem: string | null } | { failed: string };

/** Opens the watch over a database. */
export function watchDamage(db: Database) {
  const last = db.row<Record<never, never>, { problem: string | null }>("SELECT problem FROM database_check");
  const put = db.change<{ at: number; problem: string | null }>(
    `INSERT INTO database_check (one, checked_at, problem) VALUES (1, :at, :problem)
     ON CONFLICT (one) DO UPDATE SET checked_at = excluded.checked_at, problem = excluded.problem`,
  );
  return {
    /** What is damaged, in SQLite's words, by the last check or what was met since the start; `undefined` for nothing. */
    problem: (): string | undefined => db.damage ?? last()?.problem ?? undefined,
    /** Checks the file on a thread of its own and keeps the verdict. Gives what it complains of. A database in memory is sound. */
    async check(now: number): Promise<string | undefined> {
      if (db.path === ":memory:") return undefined;
      const told = await onThread<CheckResult>(CHECK, db.path);
      if ("failed" in told) throw new Error(`the database could not be checked: ${told.failed}`);
      await db.write((tx) => put(tx, { at: now, problem: told.problem }));
      return told.problem ?? undefined;
    },
  };
}
