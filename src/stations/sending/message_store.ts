/** The message log and the outbox to APRS-IS. */
import { baseCall } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";

export interface MessageRow {
  id: number;
  at: number;
  fromCall: string;
  toCall: string;
  body: string;
  direction: "rx" | "tx";
  transport: string;
  msgNo: string | null;
  delivery: string | null;
}
export interface NewMessage {
  at: number;
  from: string;
  to: string;
  body: string;
  direction: "rx" | "tx";
  transport: string;
  bulletin?: boolean;
  msgNo?: string;
  delivery?: "queued" | "sent" | "acked" | "failed";
}
export interface OutboxRow {
  id: number;
  srcCall: string;
  tocall: string;
  kind: string;
  payload: string;
  target: string;
}
export interface NewOutbox {
  at: number;
  account: number | null;
  src: string;
  to: string;
  kind: "message" | "status" | "beacon" | "wx";
  payload: string;
  target?: "is" | "cwop";
  message?: number;
}

const MESSAGE =
  `SELECT id, at, from_call AS fromCall, to_call AS toCall, body, direction, transport, msg_no AS msgNo,
  delivery FROM message`;
const PAGE = "AND id < :before ORDER BY id DESC LIMIT :limit";

export class MessageStore {
  readonly #put;
  readonly #repeated;
  readonly #all;
  readonly #ofCall;
  readonly #toBase;
  readonly #bulletins;
  readonly #acked;
  readonly #delivery;
  readonly #prune;
  readonly #toCalls;
  readonly #putOutbox;
  readonly #outbox;
  readonly #waiting;
  readonly #settle;
  readonly #expire;
  readonly #pruneOutbox;
  readonly #dropOutboxOf;

  constructor(db: Database) {
    this.#put = db.sql<{
      at: number;
      from: string;
      to: string;
      fromBase: string;
      toBase: string;
      body: string;
      direction: string;
      transport: string;
      bulletin: boolean;
      msgNo: string | null;
      delivery: string | null;
    }>(
      `INSERT INTO message (at, from_call, to_call, from_base, to_base, body, direction, transport, bulletin, msg_no, delivery)
       VALUES (:at, :from, :to, :fromBase, :toBase, :body, :direction, :transport, :bulletin, :msgNo, :delivery)`,
    );
    this.#repeated = db.sql<
      { base: string; from: string; to: string; body: string; msgNo: string | null; since: number },
      { id: number }
    >(
      `SELECT id FROM message WHERE from_base = :base AND at >= :since AND from_call = :from AND to_call = :to
         AND body = :body AND msg_no IS :msgNo AND direction = 'rx' LIMIT 1`,
    );
    this.#all = db.sql<{ before: number; limit: number }, MessageRow>(`${MESSAGE} WHERE 1 ${PAGE}`);
    this.#ofCall = db.sql<{ base: string; service: string; before: number; limit: number }, MessageRow>(
      `SELECT * FROM (
         ${MESSAGE} WHERE from_base = :base AND from_call <> :service ${PAGE})
       UNION SELECT * FROM (
         ${MESSAGE} WHERE to_base = :base AND to_call <> :service ${PAGE})
       ORDER BY id DESC LIMIT :limit`,
    );
    this.#toBase = db.sql<{ base: string; before: number; limit: number }, MessageRow>(
      `${MESSAGE} WHERE to_base = :base ${PAGE}`,
    );
    this.#bulletins = db.sql<{ before: number; limit: number }, MessageRow>(
      `${MESSAGE} WHERE bulletin = 1 ${PAGE}`,
    );
    this.#acked = db.sql<{ from: string; to: string; number: string; delivery: string }>(
      `UPDATE message SET delivery = :delivery WHERE to_call = :to AND msg_no = :number AND direction = 'tx'
         AND from_call = :from AND delivery IS NOT 'acked'`,
    );
    this.#delivery = db.sql<{ id: number; delivery: string }>(
      "UPDATE message SET delivery = :delivery WHERE id = :id AND delivery IS NOT 'acked'",
    );
    this.#prune = db.sql<{ before: number }>("DELETE FROM message WHERE at < :before");
    this.#toCalls = db.sql<{ bases: string; since: number; limit: number }, MessageRow>(
      `${MESSAGE} WHERE to_base IN (SELECT value FROM json_each(:bases)) AND direction = 'rx' AND at >= :since
       ORDER BY id DESC LIMIT :limit`,
    );
    this.#putOutbox = db.sql<{
      at: number;
      account: number | null;
      src: string;
      to: string;
      kind: string;
      payload: string;
      target: string;
      message: number | null;
    }>(
      `INSERT INTO outbox (created_at, account_id, src_call, to_call, kind, payload, target, status, message_id)
       VALUES (:at, :account, :src, :to, :kind, :payload, :target, 'queued', :message)`,
    );
    this.#outbox = db.sql<{ since: number; limit: number }, OutboxRow>(
      `SELECT id, src_call AS srcCall, to_call AS tocall, kind, payload, target FROM outbox
       WHERE status = 'queued' AND created_at > :since ORDER BY id LIMIT :limit`,
    );
    this.#waiting = db.sql<{ id: number }, { messageId: number | null }>(
      "SELECT message_id AS messageId FROM outbox WHERE id = :id AND status = 'queued'",
    );
    this.#settle = db.sql<{ id: number; status: string; at: number }>(
      "UPDATE outbox SET status = :status, settled_at = :at WHERE id = :id AND status = 'queued'",
    );
    this.#expire = db.sql<{ before: number }, { id: number; messageId: number | null }>(
      "SELECT id, message_id AS messageId FROM outbox WHERE status = 'queued' AND created_at <= :before",
    );
    this.#pruneOutbox = db.sql<{ before: number }>(
      "DELETE FROM outbox WHERE status <> 'queued' AND settled_at < :before",
    );
    this.#dropOutboxOf = db.sql<{ account: number }>(
      "DELETE FROM outbox WHERE account_id = :account AND status = 'queued'",
    );
  }

  put(tx: Tx, message: NewMessage): number {
    return this.#put.run(tx, {
      at: message.at,
      from: message.from,
      to: message.to,
      fromBase: baseCall(message.from),
      toBase: baseCall(message.to),
      body: message.body,
      direction: message.direction,
      transport: message.transport,
      bulletin: message.bulletin ?? false,
      msgNo: message.msgNo ?? null,
      delivery: message.delivery ?? null,
    }).id;
  }
  /** Whether the same text with the same number was heard since then. */
  repeated = (message: { from: string; to: string; body: string; msgNo?: string }, since: number): boolean =>
    this.#repeated.get({
      base: baseCall(message.from),
      from: message.from,
      to: message.to,
      body: message.body,
      msgNo: message.msgNo ?? null,
      since,
    }) !== undefined;
  all = (before: number, limit: number): MessageRow[] => this.#all.all({ before, limit });
  /** Sent or received by any SSID, leaving out rows whose matching side is the service call. */
  ofCall = (base: string, service: string, before: number, limit: number): MessageRow[] =>
    this.#ofCall.all({ base, service, before, limit });
  toBase = (base: string, before: number, limit: number): MessageRow[] =>
    this.#toBase.all({ base, before, limit });
  bulletins = (before: number, limit: number): MessageRow[] => this.#bulletins.all({ before, limit });
  receivedBy = (bases: readonly string[], since: number, limit: number): MessageRow[] =>
    this.#toCalls.all({ bases: JSON.stringify(bases), since, limit });
  /** Marks what `from` sent to `to` under that number. Gives how many. */
  answered = (tx: Tx, from: string, to: string, number: string, delivery: "acked" | "failed"): number =>
    this.#acked.run(tx, { from, to, number, delivery }).changes;
  setDelivery = (tx: Tx, id: number, delivery: "sent" | "failed" | "acked") =>
    this.#delivery.run(tx, { id, delivery });
  prune = (tx: Tx, before: number): number => this.#prune.run(tx, { before }).changes;

  queue(tx: Tx, item: NewOutbox): number {
    return this.#putOutbox.run(tx, {
      at: item.at,
      account: item.account,
      src: item.src,
      to: item.to,
      kind: item.kind,
      payload: item.payload,
      target: item.target ?? "is",
      message: item.message ?? null,
    }).id;
  }
  waiting = (since: number, limit: number): OutboxRow[] => this.#outbox.all({ since, limit });
  /** A queued item was sent; its message with it. `false` when it was not waiting. */
  sent(tx: Tx, id: number, at: number): boolean {
    const item = this.#waiting.get({ id });
    if (!item) return false;
    this.#settle.run(tx, { id, status: "sent", at });
    if (item.messageId !== null) this.setDelivery(tx, item.messageId, "sent");
    return true;
  }
  /** What waited too long is never sent. */
  expire(tx: Tx, before: number, at: number): number {
    const late = this.#expire.all({ before });
    for (const { id, messageId } of late) {
      this.#settle.run(tx, { id, status: "failed", at });
      if (messageId !== null) this.setDelivery(tx, messageId, "failed");
    }
    return late.length;
  }
  pruneOutbox = (tx: Tx, before: number): number => this.#pruneOutbox.run(tx, { before }).changes;
  /** Suspension drops what an account has waiting. */
  dropQueuedOf = (tx: Tx, account: number): number => this.#dropOutboxOf.run(tx, { account }).changes;
}
