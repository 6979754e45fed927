/** The relay's queue in the database. The rules on who may ask and answer stand in queue.ts. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

export type RelayStatus = "queued" | "leased" | "dispatched" | "answered";

export interface RelayRow {
  id: string;
  /** The spoke that is asked. */
  instance: string;
  kind: "feed" | "corroborate";
  /** JSON, as the spoke gets it. */
  params: string;
  requester: string;
  gid: string | null;
  /** SHA-256 of the ticket, hex. */
  ticket: string;
  status: RelayStatus;
  createdAt: number;
  leaseUntil: number | null;
  dispatchedAt: number | null;
  answeredAt: number | null;
  bytes: number;
  answer: string | null;
}

const ROW = columns<RelayRow>(
  asNamed(
    "id instance kind params requester gid ticket status createdAt leaseUntil dispatchedAt answeredAt",
    "bytes answer",
  ),
);
const ASKED = ROW.only("id", "kind", "params");

/** One spoke's queue in figures. */
export interface QueueCount {
  instance: string;
  status: RelayStatus;
  n: number;
  oldest: number;
}

/** What waits to be handed to a spoke: queued, or leased and not answered in time. */
const READY = `instance = :instance AND created_at > :after
  AND (status = 'queued' OR (status = 'leased' AND (lease_until <= :now OR lease_until > :latest)))`;

export function relayStore(db: Database) {
  return {
    add: db.change<RelayRow>(ROW.insertInto("fed_relay")),
    get: db.row<{ id: string }, RelayRow>(`SELECT ${ROW.select()} FROM fed_relay WHERE id = :id`),
    byGid: db.row<{ gid: string }, { id: string }>("SELECT id FROM fed_relay WHERE gid = :gid"),
    /** Oldest first. A lease that ends later than a lease can end was made under another clock, and counts as over. */
    ready: db.rows<
      { instance: string; now: number; after: number; latest: number; limit: number },
      Pick<RelayRow, "id" | "kind" | "params">
    >(`SELECT ${ASKED.select()} FROM fed_relay WHERE ${READY} ORDER BY created_at, id LIMIT :limit`),
    lease: db.change<{ id: string; until: number }>(
      "UPDATE fed_relay SET status = 'leased', lease_until = :until WHERE id = :id",
    ),
    dispatch: db.change<{ id: string; at: number }>(
      "UPDATE fed_relay SET status = 'dispatched', lease_until = NULL, dispatched_at = :at WHERE id = :id",
    ),
    answer: db.change<{ id: string; at: number; answer: string; bytes: number }>(
      `UPDATE fed_relay SET status = 'answered', lease_until = NULL, answered_at = :at, answer = :answer,
         bytes = :bytes WHERE id = :id`,
    ),
    /** How many of a requester's lie here, how many of them are not answered yet, and how many came after a time. */
    ofRequester: db.row<
      { requester: string; after: number },
      { kept: number; open: number; recent: number }
    >(
      `SELECT count(*) AS kept, coalesce(sum(status <> 'answered'), 0) AS open, coalesce(sum(created_at > :after), 0) AS recent
       FROM fed_relay WHERE requester = :requester`,
    ),
    openFor: db.row<{ instance: string }, { n: number }>(
      "SELECT count(*) AS n FROM fed_relay WHERE instance = :instance AND status <> 'answered'",
    ),
    ofKind: db.row<{ kind: RelayRow["kind"] }, { n: number }>(
      "SELECT count(*) AS n FROM fed_relay WHERE kind = :kind",
    ),
    /** Bytes of a spoke's answers. */
    bytesOf: db.row<{ instance: string }, { n: number }>(
      "SELECT coalesce(sum(bytes), 0) AS n FROM fed_relay WHERE instance = :instance",
    ),
    total: db.row<Record<never, never>, { rows: number; bytes: number }>(
      "SELECT count(*) AS rows, coalesce(sum(bytes), 0) AS bytes FROM fed_relay",
    ),
    counts: db.rows<Record<never, never>, QueueCount>(
      `SELECT instance, status, count(*) AS n, min(created_at) AS oldest FROM fed_relay
       GROUP BY instance, status ORDER BY instance, status`,
    ),
    /**
     * Questions leased over HTTP are deleted after one time, those sent by packet mail after another, answers after
     * the first.
     */
    purge: db.change<{ http: number; dispatched: number; latest: number }>(
      `DELETE FROM fed_relay WHERE
         (status IN ('queued', 'leased') AND created_at <= :http)
         OR (status = 'answered' AND answered_at <= :http)
         OR (status = 'dispatched' AND dispatched_at <= :dispatched)
         OR created_at > :latest`,
    ),
  };
}
export type RelayStore = ReturnType<typeof relayStore>;
