/** Messages heard and sent: the log, answers to what members sent, and what is for the service call. */
import type { Accounts } from "../../accounts/mod.ts";
import type { Content, Message } from "../../aprs/mod.ts";
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { serviceCall, type Settings } from "../../settings/mod.ts";
import type { Commands } from "./commands.ts";
import type { Reception, StationEvent } from "../reception.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { MessageLog } from "../sending/message_log.ts";
import { ALSO_ON_AIR, type MessageRow } from "../sending/message_store.ts";
import type { WaysBack } from "../sending/ways_back.ts";
import { SAME_PACKET_S } from "../ring/recent.ts";

/** A numbered message is repeated within this time, in seconds. */
const REPEAT_S = 1800;

type Spoken = Extract<Content, { kind: "message" | "ack" | "rej" | "bulletin" }>;
type Bulletin = Extract<Content, { kind: "bulletin" }>;

/** The driver as people know it (field: transports of messages). */
function transportOf(port: string): string {
  if (
    port === "aprs-is" || port === "axudp" || port === "axip" || port === "meshtastic" ||
    port === "browser-rf"
  ) {
    return port;
  }
  if (port === "webserial-kiss") return "browser-rf";
  if (port.startsWith("meshcom")) return "meshcom";
  return port === "app" ? "app" : port === "unknown" ? "unknown" : "tnc";
}

/** Whether a text of this account to a base call is one to another member of this instance, who has proven the call. */
export function isToMember(
  { accounts, settings }: { accounts: Pick<Accounts, "holder" | "isVerified">; settings: Settings },
  to: string,
  account: number,
): boolean {
  if (to !== baseCall(to) || to === serviceCall(settings)) return false;
  const holder = accounts.holder(to);
  return holder !== undefined && !holder.suspended && holder.accountId !== account && accounts.isVerified(to);
}

/** Takes every message that is heard, and says whether it was new. */
export class Messages {
  constructor(
    readonly log: MessageLog,
    readonly commands: Commands,
    readonly mailbox: Mailbox,
    readonly waysBack: WaysBack,
    readonly settings: Settings,
  ) {}

  /** A message, answer or bulletin was heard for the first time. Gives what to tell others. */
  arrived(tx: Tx, packet: Reception, content: Spoken): StationEvent | undefined {
    if (content.kind === "ack" || content.kind === "rej") {
      this.#answered(tx, packet.call, content.addressee, content.number, content.kind);
      if (content.replyAck) this.#answered(tx, packet.call, content.addressee, content.replyAck, "ack");
      return undefined;
    }
    if (content.kind === "bulletin") return this.#bulletin(tx, packet, content);
    // The other half of a reply-ack changes with each repeat, since it acknowledges something else (replyacks.txt).
    const number = content.numberOwn;
    const message = {
      from: packet.call,
      to: content.addressee,
      body: content.text,
      ...(number === undefined ? {} : { msgNo: number }),
    };
    // Senders repeat a numbered message until it is acknowledged: one row. Without a number only another copy of
    // the same packet counts as the same.
    const repeated = this.log.repeated(
      message,
      packet.at - (number === undefined ? SAME_PACKET_S : REPEAT_S),
    );
    const id = repeated ? undefined : this.log.put(tx, {
      ...message,
      at: packet.at,
      direction: "rx",
      transport: transportOf(packet.delivery.port),
    });
    if (content.replyAck) this.#answered(tx, packet.call, content.addressee, content.replyAck, "ack");
    if (this.#isCommand(packet, content)) this.commands.take(tx, packet, content);
    return id === undefined
      ? undefined
      : { type: "message", id, from: packet.call, to: content.addressee, bulletin: false };
  }

  /**
   * A line of a bulletin board. Its sender repeats it for days, and replaces it by another under the same name (APRS101 chapter
   * 14): there is one row for each, with the time at which it was heard last.
   */
  #bulletin(tx: Tx, packet: Reception, { addressee, text }: Bulletin): StationEvent | undefined {
    const line = { from: packet.call, to: addressee };
    if (this.log.store.boardHeard(tx, { ...line, body: text, at: packet.at }).changes > 0) return undefined;
    this.log.store.boardReplaced(tx, { ...line, at: packet.at });
    const id = this.log.put(tx, {
      ...line,
      body: text,
      at: packet.at,
      direction: "rx",
      transport: transportOf(packet.delivery.port),
      bulletin: true,
    });
    return { type: "message", id, ...line, bulletin: true };
  }

  /** Another receiver's copy: it may be the one that attests a command. */
  copyArrived(tx: Tx, packet: Reception, content: Message): void {
    if (this.#isCommand(packet, content)) this.commands.take(tx, packet, content);
  }

  #isCommand(packet: Reception, content: Message): boolean {
    return this.commands.isForUs(content.addressee) && packet.call !== content.addressee;
  }

  #answered(tx: Tx, by: string, sender: string, number: string, kind: "ack" | "rej"): void {
    this.log.answered(tx, { from: sender, to: by, number }, kind === "ack" ? "acked" : "failed");
    if (kind === "ack" && sender === serviceCall(this.settings)) this.mailbox.acked(tx, by, number);
  }

  /** A member's message that went out without the outbox: by a box or a browser's radio. */
  sent(
    tx: Tx,
    message: { from: string; to: string; text: string; at: number; transport?: string; msgNo?: string },
  ): number {
    return this.log.put(tx, {
      at: message.at,
      from: message.from,
      to: message.to,
      body: message.text,
      direction: "tx",
      transport: message.transport ?? "tnc",
      ...(message.msgNo === undefined ? {} : { msgNo: message.msgNo }),
      delivery: "sent",
    });
  }

  /**
   * A text to a member of this instance arrives in the app at once, and needs no radio. `onAir`: it goes out as well, under a row
   * of its own.
   */
  here(
    tx: Tx,
    message: {
      from: string;
      to: string;
      text: string;
      at: number;
      msgNo?: string | undefined;
      onAir: boolean;
    },
  ): number {
    return this.log.put(tx, {
      at: message.at,
      from: message.from,
      to: message.to,
      body: message.text,
      direction: "rx",
      transport: message.onAir ? ALSO_ON_AIR : "here",
      ...(message.msgNo === undefined ? {} : { msgNo: message.msgNo }),
      delivery: "here",
    });
  }

  /** Any packet of a station shows that it can be reached now. */
  stationSpoke(tx: Tx, packet: Reception): void {
    this.mailbox.deliverTo(tx, packet);
    this.waysBack.note(packet);
  }

  /** The log, newest first. */
  list(filter: { call?: string; to?: string; bulletins: boolean; before: number; limit: number }) {
    const { call, to, bulletins, before, limit } = filter;
    const base = call === undefined ? undefined : baseCall(call);
    const { store } = this.log;
    const rows = bulletins
      ? store.bulletins({ before, limit })
      : base !== undefined
      ? store.ofCall({ base, service: serviceCall(this.settings), before, limit })
      : to !== undefined
      ? store.toBase({ base: baseCall(to), before, limit })
      : store.all({ before, limit });
    return rows.map(messageView);
  }
}

/** A message as people and programs see it. */
export const messageView = (
  { id, at, msgNo, delivery, fromAccount: _from, toAccount: _to, ...row }: MessageRow,
) => ({
  id,
  ts: at,
  ...row,
  ...(msgNo === null ? {} : { msgNo }),
  ...(delivery === null ? {} : { delivery }),
});
