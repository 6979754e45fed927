/** Sessions that were ended before their time, by the name in their cookies. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

interface EndedSession {
  id: string;
  accountId: number;
  /** When the cookie would have expired, unix seconds. */
  expiresAt: number;
}
const ENDED = columns<EndedSession>(asNamed("id accountId expiresAt"));

export function sessionStore(db: Database) {
  const ended = db.row<{ id: string }, { id: string }>("SELECT id FROM ended_session WHERE id = :id");
  const count = db.row<{ account: number }, { ended: number }>(
    "SELECT count(*) AS ended FROM ended_session WHERE account_id = :account",
  );
  return {
    end: db.change<EndedSession>(`${ENDED.insertInto("ended_session")} ON CONFLICT (id) DO NOTHING`),
    isEnded: (id: string): boolean => ended({ id }) !== undefined,
    /** How many ended sessions of an account are remembered. */
    countOf: (account: number): number => count({ account })!.ended,
    forgetOf: db.change<{ account: number }>("DELETE FROM ended_session WHERE account_id = :account"),
    prune: db.change<{ now: number }>("DELETE FROM ended_session WHERE expires_at <= :now"),
  };
}
