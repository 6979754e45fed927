/** Messages kept and messages queued for APRS-IS: the two belong together, since sending the one settles the other. */
import type { Accounts } from "../../accounts/mod.ts";
import { baseCall } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { type DeliveryState, type MessageRow, type MessageSides, messageStore } from "./message_store.ts";
import { type OutboxRow, outboxStore } from "./outbox_store.ts";

interface NewMessage {
  at: number;
  from: string;
  to: string;
  body: string;
  direction: "rx" | "tx";
  transport: string;
  bulletin?: boolean;
  msgNo?: string;
  delivery?: DeliveryState;
}
interface NewOutbox {
  at: number;
  /** Whose suspension drops it; `null` for the service's own. */
  account: number | null;
  src: string;
  to: string;
  kind: OutboxRow["kind"];
  payload: string;
  target?: OutboxRow["target"];
  /** The logged message that it carries. */
  message?: number;
}

/** A message that was logged, or whose delivery changed. */
export type ToldMessage = Omit<MessageRow, "transport" | "fromAccount" | "toAccount"> & { bulletin: boolean };

export class MessageLog {
  readonly store;
  readonly outbox;
  /** When a box asked last for what waits for APRS-IS; 0 since the start of the process. */
  outboxAskedAt = 0;

  /** `told` is called with every message that is logged and every change of a delivery, once it is kept. */
  constructor(
    db: Database,
    readonly accounts: Pick<Accounts, "holder" | "isVerified">,
    readonly told: (message: ToldMessage) => void,
  ) {
    this.store = messageStore(db);
    this.outbox = outboxStore(db);
  }

  /** Logs a message; gives its number. */
  put(tx: Tx, message: NewMessage): number {
    const { from, to } = message;
    const told = {
      at: message.at,
      fromCall: from,
      toCall: to,
      body: message.body,
      direction: message.direction,
      bulletin: message.bulletin ?? false,
      msgNo: message.msgNo ?? null,
      delivery: message.delivery ?? null,
    };
    const { id } = this.store.insert(tx, {
      ...told,
      fromBase: baseCall(from),
      toBase: baseCall(to),
      transport: message.transport,
      ...this.#holders(from, to),
    });
    this.#tell(tx, { id, ...told });
    return id;
  }

  /** Who holds the two calls now: what is logged stays theirs when a call goes on. */
  #holders(
    from: string,
    to: string,
  ): Pick<MessageSides, "fromAccount" | "fromProven" | "toAccount" | "toProven"> {
    const account = (call: string) => this.accounts.holder(call)?.accountId ?? null;
    const proven = (call: string) => this.accounts.isVerified(call) ? 1 : 0;
    return {
      fromAccount: account(from),
      fromProven: proven(from),
      toAccount: account(to),
      toProven: proven(to),
    };
  }

  /** What became of a message that was sent. What was acknowledged stays so. */
  deliver(tx: Tx, id: number, delivery: "sent" | "failed" | "acked"): void {
    if (this.store.setDelivery(tx, { id, delivery }).changes === 0) return;
    const row = this.store.byId({ id });
    if (row) this.#tell(tx, { ...row, bulletin: false });
  }

  /** `to` has answered what `from` sent under that number. */
  answered(tx: Tx, numbered: { from: string; to: string; number: string }, by: "acked" | "failed"): void {
    for (const { id } of this.store.numbered(numbered)) this.deliver(tx, id, by);
  }

  #tell(tx: Tx, message: ToldMessage): void {
    tx.after(() => this.told(message));
  }

  /** Whether the same text with the same number was heard since then. */
  repeated(message: { from: string; to: string; body: string; msgNo?: string }, since: number): boolean {
    return this.store.repeated({
      fromBase: baseCall(message.from),
      fromCall: message.from,
      toCall: message.to,
      body: message.body,
      msgNo: message.msgNo ?? null,
      since,
    }) !== undefined;
  }

  /** Queues something for APRS-IS or CWOP; gives its number. */
  queue(tx: Tx, item: NewOutbox): number {
    return this.outbox.insert(tx, {
      createdAt: item.at,
      accountId: item.account,
      srcCall: item.src,
      tocall: item.to,
      kind: item.kind,
      payload: item.payload,
      target: item.target ?? "is",
      status: "queued",
      messageId: item.message ?? null,
    }).id;
  }

  /** A queued item was sent; its message with it. `false` when it was not waiting. */
  sent(tx: Tx, id: number, at: number): boolean {
    const item = this.outbox.queued({ id });
    if (!item) return false;
    this.#settle(tx, item, "sent", at);
    return true;
  }

  /** What waited since before then is never sent. */
  expire(tx: Tx, before: number, at: number): void {
    for (const item of this.outbox.queuedBefore({ before })) this.#settle(tx, item, "failed", at);
  }

  #settle(tx: Tx, item: { id: number; messageId: number | null }, status: "sent" | "failed", at: number) {
    this.outbox.settle(tx, { id: item.id, status, at });
    if (item.messageId !== null) this.deliver(tx, item.messageId, status);
  }
}
