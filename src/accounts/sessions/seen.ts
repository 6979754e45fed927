/**
 * When each account and each session was seen last: held in memory, since most requests only read, and written down every
 * quarter of an hour.
 */
import type { Database } from "../../db/mod.ts";

export function openSeen(db: Database) {
  const note = db.change<{ id: number; at: number }>(
    "UPDATE account SET seen_at = :at WHERE id = :id AND coalesce(seen_at, 0) < :at",
  );
  const noteDevice = db.change<{ session: string; at: number }>(
    "UPDATE device_key SET used_at = :at WHERE session = :session AND coalesce(used_at, 0) < :at",
  );
  let accounts = new Map<number, number>(), sessions = new Map<string, number>();
  return {
    /** The account has just asked for something, in a session of this name. */
    now(account: number, session: string, at: number): void {
      accounts.set(account, at);
      sessions.set(session, at);
    },
    /** When it was seen, if that is not written down yet. */
    of: (account: number): number | undefined => accounts.get(account),
    /** The same of a session. */
    inSession: (session: string): number | undefined => sessions.get(session),
    async keep(): Promise<void> {
      const [people, devices] = [accounts, sessions];
      [accounts, sessions] = [new Map(), new Map()];
      if (people.size === 0) return;
      await db.write((tx) => {
        people.forEach((at, id) => note(tx, { id, at }));
        devices.forEach((at, session) => noteDevice(tx, { session, at }));
      });
    },
  };
}
