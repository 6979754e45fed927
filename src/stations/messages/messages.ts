/** Messages heard and sent: the log, answers to what members sent, and what is for the service call. */
import type { Content, Message } from "../../aprs/mod.ts";
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { serviceCall, type Settings } from "../../settings/mod.ts";
import type { Commands } from "./commands.ts";
import type { Reception, StationEvent } from "../reception.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { MessageLog } from "../sending/message_log.ts";
import type { MessageRow } from "../sending/message_store.ts";
import type { WaysBack } from "../sending/ways_back.ts";
import { SAME_PACKET_S } from "../ring/recent.ts";

/** A numbered message is repeated within this time, in seconds. */
const REPEAT_S = 1800;

type Spoken = Extract<Content, { kind: "message" | "ack" | "rej" | "bulletin" }>;

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
    const bulletin = content.kind === "bulletin";
    const number = bulletin ? undefined : content.number;
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
      bulletin,
    });
    if (!bulletin) {
      if (content.replyAck) this.#answered(tx, packet.call, content.addressee, content.replyAck, "ack");
      if (this.#isCommand(packet, content)) this.commands.take(tx, packet, content.text, content.number);
    }
    return id === undefined
      ? undefined
      : { type: "message", id, from: packet.call, to: content.addressee, bulletin };
  }

  /** Another receiver's copy: it may be the one that attests a command. */
  copyArrived(tx: Tx, packet: Reception, content: Message): void {
    if (this.#isCommand(packet, content)) this.commands.take(tx, packet, content.text, content.number);
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
export const messageView = ({ id, at, msgNo, delivery, ...row }: MessageRow) => ({
  id,
  ts: at,
  ...row,
  ...(msgNo === null ? {} : { msgNo }),
  ...(delivery === null ? {} : { delivery }),
});
