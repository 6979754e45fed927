/** What waits for APRS-IS or CWOP until a gate fetches it. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

export interface OutboxRow {
  id: number;
  accountId: number | null;
  srcCall: string;
  tocall: string;
  kind: "message" | "status" | "beacon" | "wx";
  /** The information field. */
  payload: string;
  target: "is" | "cwop";
  createdAt: number;
}
interface Row extends OutboxRow {
  /** queued, sent, failed. */
  status: string;
  messageId: number | null;
}
const ITEM = columns<Row>({
  ...asNamed("id createdAt accountId srcCall kind payload target status messageId"),
  tocall: "to_call",
});
type Late = Pick<Row, "id" | "messageId">;
/** A beacon or weather report that was sent. */
type SentItem = Pick<Row, "srcCall" | "tocall" | "payload" | "createdAt">;
const SENT = ITEM.only("srcCall", "tocall", "payload", "createdAt").select();

export const outboxStore = (db: Database) => ({
  insert: db.change<Omit<Row, "id">>(ITEM.without("id").insertInto("outbox")),
  waiting: db.rows<{ since: number; limit: number }, OutboxRow>(
    `SELECT ${
      ITEM.only("id", "accountId", "srcCall", "tocall", "kind", "payload", "target", "createdAt").select()
    } FROM outbox
     WHERE status = 'queued' AND created_at > :since ORDER BY id LIMIT :limit`,
  ),
  /** An item that is still queued. */
  queued: db.row<{ id: number }, Late>(
    `SELECT ${ITEM.only("id", "messageId").select()} FROM outbox WHERE id = :id AND status = 'queued'`,
  ),
  queuedBefore: db.rows<{ before: number }, Late>(
    `SELECT ${
      ITEM.only("id", "messageId").select()
    } FROM outbox WHERE status = 'queued' AND created_at <= :before`,
  ),
  settle: db.change<{ id: number; status: "sent" | "failed"; at: number }>(
    "UPDATE outbox SET status = :status, settled_at = :at WHERE id = :id AND status = 'queued'",
  ),
  prune: db.change<{ before: number }>(
    "DELETE FROM outbox WHERE status <> 'queued' AND settled_at < :before",
  ),
  /** An item of those that say where a station is, once it was sent over APRS-IS. */
  placed: db.row<{ id: number }, SentItem>(
    `SELECT ${SENT} FROM outbox
     WHERE id = :id AND status = 'sent' AND kind IN ('beacon', 'wx') AND target = 'is'`,
  ),
  queuedOf: db.row<{ account: number }, { n: number }>(
    "SELECT count(*) AS n FROM outbox WHERE account_id = :account AND status = 'queued'",
  ),
  dropQueuedOf: db.change<{ account: number }>(
    "DELETE FROM outbox WHERE account_id = :account AND status = 'queued'",
  ),
});
export type OutboxStore = ReturnType<typeof outboxStore>;
