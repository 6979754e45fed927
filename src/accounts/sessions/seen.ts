/** When each account was seen last: held in memory, since most requests only read, and written down every quarter of an hour. */
import type { Database } from "../../db/mod.ts";

export function openSeen(db: Database) {
  const note = db.change<{ id: number; at: number }>(
    "UPDATE account SET seen_at = :at WHERE id = :id AND coalesce(seen_at, 0) < :at",
  );
  let waiting = new Map<number, number>();
  return {
    /** The account has just asked for something. */
    now: (account: number, at: number): void => void waiting.set(account, at),
    /** When it was seen, if that is not written down yet. */
    of: (account: number): number | undefined => waiting.get(account),
    async keep(): Promise<void> {
      const kept = waiting;
      waiting = new Map();
      if (kept.size > 0) await db.write((tx) => kept.forEach((at, id) => note(tx, { id, at })));
    },
  };
}
