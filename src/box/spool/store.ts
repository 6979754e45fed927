/** Statements on the spool's tables. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import type { Run } from "../clock/stamp.ts";

export interface ItemRow {
  id: number;
  run: number;
  atMs: number;
  urgent: number;
  body: string;
  site: string | null;
  stamp: number | null;
  /** The call that sent it; empty where nobody knows. */
  source: string;
}
/** in = sent + waiting + rejected + dropped; `in` is `taken` here, since SQL has that word. */
interface CounterRow {
  taken: number;
  sent: number;
  rejected: number;
  dropped: number;
  waiting: number;
  bytes: number;
}
interface RejectedRow {
  id: number;
  at: number;
  reason: string;
  body: string;
}

const ITEM = columns<ItemRow>(asNamed("id run atMs urgent body site stamp source"));
const COUNTER = columns<CounterRow>(asNamed("taken sent rejected dropped waiting bytes"));
const REJECTED = columns<RejectedRow>(asNamed("id at reason body"));
/** Refused items that are kept to be looked at. */
const REJECTED_KEPT = 500;

/** Of a sender's earlier packets, so many go along with a message to the service call. */
const SAID_BEFORE = 20;

/** Statements on the spool; times in milliseconds by the box's clock. */
export function spoolStore(db: Database) {
  const counters = db.row<Record<never, never>, CounterRow>(
    `SELECT ${COUNTER.select()} FROM spool_counter WHERE id = 1`,
  );
  const add = db.change<CounterRow>(
    `UPDATE spool_counter SET taken = taken + :taken, sent = sent + :sent, rejected = rejected + :rejected,
       dropped = dropped + :dropped, waiting = waiting + :waiting, bytes = bytes + :bytes WHERE id = 1`,
  );
  const put = db.change<Omit<ItemRow, "id">>(ITEM.without("id").insertInto("spool_item"));
  const remove = db.change<{ id: number }>("DELETE FROM spool_item WHERE id = :id");
  const stamp = db.change<{ id: number; stamp: number }>(
    "UPDATE spool_item SET stamp = :stamp WHERE id = :id",
  );
  const byId = db.row<{ id: number }, ItemRow>(
    `SELECT ${ITEM.select()} FROM spool_item WHERE id = :id`,
  );
  const urgent = db.rows<{ limit: number }, ItemRow>(
    `SELECT ${ITEM.select()} FROM spool_item WHERE urgent = 1 ORDER BY id LIMIT :limit`,
  );
  const said = db.rows<{ source: string; below: number; limit: number }, ItemRow>(
    `SELECT ${ITEM.select()} FROM spool_item WHERE source = :source AND id < :below ORDER BY id DESC LIMIT :limit`,
  );
  const between = db.rows<{ from: number; below: number; limit: number }, ItemRow>(
    `SELECT ${ITEM.select()} FROM spool_item WHERE id >= :from AND id < :below AND urgent = 0 ORDER BY id LIMIT :limit`,
  );
  const oldest = db.rows<{ limit: number }, ItemRow>(
    `SELECT ${ITEM.select()} FROM spool_item ORDER BY id LIMIT :limit`,
  );
  const reject = db.change<Omit<RejectedRow, "id">>(REJECTED.without("id").insertInto("spool_rejected"));
  const pruneRejected = db.change<{ keep: number }>(
    "DELETE FROM spool_rejected WHERE id <= (SELECT max(id) FROM spool_rejected) - :keep",
  );
  const rejected = db.rows<{ limit: number }, RejectedRow>(
    `SELECT ${REJECTED.select()} FROM spool_rejected ORDER BY id DESC LIMIT :limit`,
  );
  const openRun = db.change<Pick<Run, "startedMs" | "boot" | "upMs">>(
    "INSERT INTO box_run (started_ms, lasted_ms, boot, up_ms) VALUES (:startedMs, :startedMs, :boot, :upMs)",
  );
  const noteRun = db.change<{ id: number; lastedMs: number; offsetMs: number | null }>(
    "UPDATE box_run SET lasted_ms = :lastedMs, offset_ms = coalesce(:offsetMs, offset_ms) WHERE id = :id",
  );
  const runs = db.rows<Record<never, never>, Run>(
    "SELECT id, started_ms AS startedMs, boot, up_ms AS upMs, offset_ms AS offsetMs FROM box_run ORDER BY id",
  );
  const pruneRuns = db.change<{ current: number }>(
    "DELETE FROM box_run WHERE id <> :current AND id NOT IN (SELECT DISTINCT run FROM spool_item)",
  );
  return {
    counters: (): CounterRow => counters()!,
    add: (tx: Tx, some: Partial<CounterRow>) =>
      add(tx, { taken: 0, sent: 0, rejected: 0, dropped: 0, waiting: 0, bytes: 0, ...some }),
    put: (tx: Tx, item: Omit<ItemRow, "id">): number => put(tx, item).id,
    remove: (tx: Tx, id: number) => void remove(tx, { id }),
    /** The items of these ids that are still there, in their order. */
    byIds: (ids: readonly number[]): ItemRow[] => ids.flatMap((id) => byId({ id }) ?? []),
    stamp: (tx: Tx, id: number, at: number) => void stamp(tx, { id, stamp: at }),
    /** Urgent items, each behind what its sender said before. */
    urgent: (limit: number) =>
      urgent({ limit }).flatMap((item) => [
        ...said({ source: item.source, below: item.id, limit: item.source === "" ? 0 : SAID_BEFORE })
          .reverse(),
        item,
      ]),
    between,
    oldest: (limit: number) => oldest({ limit }),
    reject(tx: Tx, row: Omit<RejectedRow, "id">): void {
      reject(tx, row);
      pruneRejected(tx, { keep: REJECTED_KEPT });
    },
    rejected: (limit: number) => rejected({ limit }),
    openRun: (tx: Tx, run: Pick<Run, "startedMs" | "boot" | "upMs">): number => openRun(tx, run).id,
    noteRun: (tx: Tx, id: number, lastedMs: number, offsetMs: number | null) =>
      void noteRun(tx, { id, lastedMs, offsetMs }),
    runs: (): Run[] => runs(),
    pruneRuns: (tx: Tx, current: number) => void pruneRuns(tx, { current }),
  };
}
export type SpoolStore = ReturnType<typeof spoolStore>;
