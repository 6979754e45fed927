/** Messages to the service call, remembered for repeats, limits and the members' list. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

export interface ServiceMessageRow {
  id: number;
  at: number;
  fromCall: string;
  fromBase: string;
  /** Empty where none. */
  msgNo: string;
  body: string;
  word: string;
  status: string;
  attested: number;
  ackedAt: number | null;
}
const MESSAGE = columns<ServiceMessageRow>(
  asNamed("id at fromCall fromBase msgNo body word status attested ackedAt"),
);
type CommandText = Pick<ServiceMessageRow, "fromCall" | "fromBase" | "msgNo" | "body">;

export const commandStore = (db: Database) => ({
  /** The same message since then, the latest copy. */
  earlier: db.row<CommandText & { since: number }, ServiceMessageRow>(
    `SELECT ${MESSAGE.select()} FROM service_message
     WHERE from_base = :fromBase AND at >= :since AND from_call = :fromCall AND msg_no = :msgNo AND body = :body
     ORDER BY at DESC LIMIT 1`,
  ),
  /** Messages of a base call since then, attested ones or others. */
  countOf: db.row<{ base: string; since: number; attested: boolean }, { n: number }>(
    "SELECT count(*) AS n FROM service_message WHERE from_base = :base AND at >= :since AND attested = :attested",
  ),
  insert: db.change<CommandText & { at: number; word: string; status: string; attested: boolean }>(
    MESSAGE.without("id", "ackedAt").insertInto("service_message"),
  ),
  drop: db.change<{ id: number }>("DELETE FROM service_message WHERE id = :id"),
  settle: db.change<{ id: number; status: string; attested: boolean }>(
    "UPDATE service_message SET status = :status, attested = :attested WHERE id = :id",
  ),
  acked: db.change<{ id: number; at: number }>("UPDATE service_message SET acked_at = :at WHERE id = :id"),
  replied: db.change<{ id: number; text: string }>(
    "UPDATE service_message SET reply = :text WHERE id = :id",
  ),
  replySince: db.row<{ base: string; since: number; attested: boolean }, { one: number }>(
    `SELECT 1 AS one FROM service_message WHERE from_base = :base AND at >= :since AND attested = :attested
       AND reply IS NOT NULL LIMIT 1`,
  ),
  /** Acks and replies since then, to attested messages or to others. */
  countAnswers: db.row<{ since: number; attested: boolean }, { n: number }>(
    "SELECT count(acked_at) + count(reply) AS n FROM service_message WHERE at >= :since AND attested = :attested",
  ),
  prune: db.change<{ before: number }>("DELETE FROM service_message WHERE at < :before"),
});
export type CommandStore = ReturnType<typeof commandStore>;
