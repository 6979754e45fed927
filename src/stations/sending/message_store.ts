/** The message log. */
import { asNamed, columns, type Database, isSide } from "../../db/mod.ts";

/** Of a sent message; `here`: between members of this instance, in the app. */
export type DeliveryState = "queued" | "sent" | "acked" | "failed" | "here";
/** Of a text between members that goes on the air as well: its sender sees the row of that, this one is the addressee's. */
export const ALSO_ON_AIR = "here-too";
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
  /** Who held the two calls when it came. */
  fromAccount: number | null;
  toAccount: number | null;
}
export interface MessageSides extends MessageRow {
  fromBase: string;
  toBase: string;
  bulletin: boolean;
  /** 0 or 1: that holder had the call verified. */
  fromProven: number;
  toProven: number;
}
const MESSAGE = columns<MessageSides>(
  asNamed(
    "id at fromCall toCall body direction transport msgNo delivery fromBase toBase bulletin",
    "fromAccount fromProven toAccount toProven",
  ),
);
/** What is told of a message. */
export const LOGGED = MESSAGE.without("fromBase", "toBase", "bulletin", "fromProven", "toProven");
interface Page {
  before: number;
  limit: number;
}

/** A line of a bulletin board: who sends it and under which name, and when it was heard. */
interface Board {
  from: string;
  to: string;
  at: number;
}
/** A text of one station to another, by its words and when it was written. */
interface Text {
  fromBase: string;
  from: string;
  to: string;
  body: string;
  sentAt: number;
}
/** What a moderator removed stays removed, however often it is sent. */
const BOARD = "bulletin = 1 AND direction = 'rx' AND from_call = :from AND to_call = :to";

export function messageStore(db: Database) {
  /** Removed messages stay for `repeated` alone. */
  const select = `SELECT ${LOGGED.select()} FROM message WHERE removed_at IS NULL`;
  /** What was on the air is public; what one member wrote to another here is theirs. */
  const onAir = "AND delivery IS NOT 'here'";
  const page = "AND id < :before ORDER BY id DESC LIMIT :limit";
  return {
    insert: db.change<Omit<MessageSides, "id">>(MESSAGE.without("id").insertInto("message")),
    /** The same text with the same number, heard since then. */
    repeated: db.row<
      Pick<MessageSides, "fromCall" | "fromBase" | "toCall" | "body" | "msgNo"> & { since: number },
      { id: number }
    >(
      `SELECT id FROM message WHERE from_base = :fromBase AND at >= :since AND from_call = :fromCall
         AND to_call = :toCall AND body = :body AND msg_no IS :msgNo AND direction = 'rx' LIMIT 1`,
    ),
    /** The same line of a bulletin board was heard again: nothing but its time changes. */
    boardHeard: db.change<Board & { body: string }>(
      `UPDATE message SET at = max(at, :at) WHERE ${BOARD} AND body = :body`,
    ),
    /** Another line of that name takes the place of those that are not newer. */
    boardReplaced: db.change<Board>(`DELETE FROM message WHERE ${BOARD} AND at <= :at`),
    all: db.rows<Page, MessageRow>(`${select} ${onAir} ${page}`),
    /** Sent or received by any SSID, leaving out rows whose matching side is the service call. */
    ofCall: db.rows<Page & { base: string; service: string }, MessageRow>(
      `SELECT * FROM (${select} ${onAir} AND from_base = :base AND from_call <> :service ${page})
       UNION SELECT * FROM (${select} ${onAir} AND to_base = :base AND to_call <> :service ${page})
       ORDER BY id DESC LIMIT :limit`,
    ),
    toBase: db.rows<Page & { base: string }, MessageRow>(`${select} ${onAir} AND to_base = :base ${page}`),
    bulletins: db.rows<Page, MessageRow>(`${select} AND bulletin = 1 ${page}`),
    /** `bases` is a JSON list of base calls. */
    receivedBy: db.rows<{ bases: string; since: number; limit: number }, MessageRow>(
      `${select} ${onAir} AND to_base IN (SELECT value FROM json_each(:bases)) AND direction = 'rx' AND at >= :since
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
         AND bulletin = 0 AND removed_at IS NULL AND delivery IS NOT 'here' GROUP BY from_call LIMIT 5000`,
    ),
    setDelivery: db.change<{ id: number; delivery: "sent" | "failed" | "acked" }>(
      "UPDATE message SET delivery = :delivery WHERE id = :id AND delivery IS NOT 'acked'",
    ),
    /** Moderation. */
    byId: db.row<{ id: number }, MessageRow>(`${select} AND id = :id`),
    remove: db.change<{ id: number; at: number }>(
      "UPDATE message SET removed_at = :at WHERE id = :id AND removed_at IS NULL",
    ),
    /** The rows of one text between members: the addressee's, and the sender's where it went on the air as well. */
    removeCopies: db.change<Text & { at: number }>(
      `UPDATE message SET removed_at = :at WHERE removed_at IS NULL AND from_base = :fromBase AND from_call = :from
         AND to_call = :to AND body = :body AND (delivery = 'here' OR direction = 'tx') AND at BETWEEN :sentAt - 1 AND :sentAt + 1`,
    ),
    /** Sent by an account, under any of its calls. */
    latestFrom: db.rows<{ me: number; bases: string; limit: number }, MessageRow>(
      `${select} AND ${isSide("from")} ORDER BY id DESC LIMIT :limit`,
    ),
    prune: db.change<{ before: number }>("DELETE FROM message WHERE at < :before"),
  };
}
