/** The message log. */
import { columns, type Database } from "../../db/mod.ts";

/** Of a sent message. */
export type DeliveryState = "queued" | "sent" | "acked" | "failed";
export interface MessageRow {
  id: number;
  at: number;
  fromCall: string;
  toCall: string;
  body: string;
  direction: "rx" | "tx";
  /** aprs-is, tnc, meshcom, browser-rf … */
  transport: string;
  msgNo: string | null;
  delivery: DeliveryState | null;
}
interface Row extends MessageRow {
  fromBase: string;
  toBase: string;
  bulletin: boolean;
}
const MESSAGE = columns<Row>({
  id: true,
  at: true,
  fromCall: true,
  toCall: true,
  body: true,
  direction: true,
  transport: true,
  msgNo: true,
  delivery: true,
  fromBase: true,
  toBase: true,
  bulletin: true,
});
/** What is told of a message. */
export const LOGGED = MESSAGE.without("fromBase", "toBase", "bulletin");
interface Page {
  before: number;
  limit: number;
}

export function messageStore(db: Database) {
  /** Removed messages stay for `repeated` alone. */
  const select = `SELECT ${LOGGED.select()} FROM message WHERE removed_at IS NULL`;
  const page = "AND id < :before ORDER BY id DESC LIMIT :limit";
  return {
    insert: db.change<Omit<Row, "id">>(MESSAGE.without("id").insertInto("message")),
    /** The same text with the same number, heard since then. */
    repeated: db.row<
      Pick<Row, "fromCall" | "fromBase" | "toCall" | "body" | "msgNo"> & { since: number },
      { id: number }
    >(
      `SELECT id FROM message WHERE from_base = :fromBase AND at >= :since AND from_call = :fromCall
         AND to_call = :toCall AND body = :body AND msg_no IS :msgNo AND direction = 'rx' LIMIT 1`,
    ),
    all: db.rows<Page, MessageRow>(`${select} ${page}`),
    /** Sent or received by any SSID, leaving out rows whose matching side is the service call. */
    ofCall: db.rows<Page & { base: string; service: string }, MessageRow>(
      `SELECT * FROM (${select} AND from_base = :base AND from_call <> :service ${page})
       UNION SELECT * FROM (${select} AND to_base = :base AND to_call <> :service ${page})
       ORDER BY id DESC LIMIT :limit`,
    ),
    toBase: db.rows<Page & { base: string }, MessageRow>(`${select} AND to_base = :base ${page}`),
    bulletins: db.rows<Page, MessageRow>(`${select} AND bulletin = 1 ${page}`),
    /** `bases` is a JSON list of base calls. */
    receivedBy: db.rows<{ bases: string; since: number; limit: number }, MessageRow>(
      `${select} AND to_base IN (SELECT value FROM json_each(:bases)) AND direction = 'rx' AND at >= :since
       ORDER BY id DESC LIMIT :limit`,
    ),
    /** What `from` sent to `to` under that number and nobody has acknowledged yet. */
    numbered: db.rows<{ from: string; to: string; number: string }, { id: number }>(
      `SELECT id FROM message WHERE to_call = :to AND msg_no = :number AND direction = 'tx'
         AND from_call = :from AND delivery IS NOT 'acked' ORDER BY id`,
    ),
    /** How many messages each station sent since then that were heard. */
    heardBySender: db.rows<{ since: number; until: number }, { call: string; n: number }>(
      `SELECT from_call AS call, count(*) AS n FROM message WHERE at >= :since AND at < :until AND direction = 'rx'
         AND bulletin = 0 AND removed_at IS NULL GROUP BY from_call LIMIT 5000`,
    ),
    setDelivery: db.change<{ id: number; delivery: "sent" | "failed" | "acked" }>(
      "UPDATE message SET delivery = :delivery WHERE id = :id AND delivery IS NOT 'acked'",
    ),
    /** Moderation. */
    byId: db.row<{ id: number }, MessageRow>(`${select} AND id = :id`),
    remove: db.change<{ id: number; at: number }>(
      "UPDATE message SET removed_at = :at WHERE id = :id AND removed_at IS NULL",
    ),
    /** Sent by any SSID of these base calls, a JSON list. */
    latestFrom: db.rows<{ bases: string; limit: number }, MessageRow>(
      `${select} AND from_base IN (SELECT value FROM json_each(:bases)) ORDER BY id DESC LIMIT :limit`,
    ),
    prune: db.change<{ before: number }>("DELETE FROM message WHERE at < :before"),
  };
}
