/** How this instance speaks to a station: back through the box that heard it, its mesh node, or APRS-IS. */
import { ackInfo, meshAckText, messageInfo } from "../../aprs/mod.ts";
import type { World } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { serviceCall, type Settings } from "../../settings/mod.ts";
import type { Reception } from "../reception.ts";
import type { MessageLog } from "./message_log.ts";

/** Destination call of frames that this program makes: experimental, no other is allotted to it. */
export const TOCALL = "APZSVC";

/** Boxes as a way to the air; supplied by the owner of box commands. */
export interface BoxWay {
  /** Whether the box asked for commands lately and can transmit on APRS. */
  canTransmit(box: string): boolean;
  /** The box whose TNC bears the call, if it asked for commands lately and can transmit. */
  boxOfStation(call: string): string | undefined;
  /** The box behind a mesh node, if it asked for commands lately. */
  boxOfNode(node: string): string | undefined;
  queue(
    tx: Tx,
    box: string,
    kind: "aprs_msg" | "meshcom_msg",
    payload: Record<string, string>,
    message: number,
  ): void;
}

interface ServiceReply {
  to: string;
  text: string;
  /** Asks for an ack. */
  number?: string;
}

export class Answers {
  constructor(
    readonly log: MessageLog,
    readonly boxes: BoxWay,
    readonly settings: Settings,
    readonly world: World,
  ) {}

  /** Acknowledges a message to the service call. */
  ack(tx: Tx, reception: Reception, number: string): void {
    const mesh = reception.mesh !== undefined;
    this.#send(tx, reception, {
      to: reception.call,
      text: mesh ? meshAckText(reception.call, number) : `ack${number}`,
    }, mesh ? undefined : ackInfo(reception.call, number));
  }

  /** Sends a text under the service call. Gives the message's id, or `undefined` when there is no way. */
  send(tx: Tx, reception: Reception, answer: ServiceReply): number | undefined {
    return this.#send(tx, reception, answer, messageInfo(answer.to, answer.text, answer.number));
  }

  #send(tx: Tx, reception: Reception, answer: ServiceReply, info: string | undefined): number | undefined {
    const from = serviceCall(this.settings);
    const at = this.world.now();
    const logged = (transport: string) =>
      this.log.put(tx, {
        at,
        from,
        to: answer.to,
        body: answer.text,
        direction: "tx",
        transport,
        ...(answer.number ? { msgNo: answer.number } : {}),
        delivery: "queued",
      });
    const payload = {
      from,
      to: answer.to,
      text: answer.text,
      ...(answer.number ? { msgNo: answer.number } : {}),
    };
    const { delivery, mesh, rxCall } = reception;
    if (mesh) {
      const node = rxCall ?? delivery.site;
      const box = node === "" ? undefined : this.boxes.boxOfNode(node);
      // Without the node that heard it there is no way back into the mesh.
      if (box === undefined) return undefined;
      const message = logged("meshcom");
      const text = answer.number ? `${answer.text}{${answer.number}` : answer.text;
      this.boxes.queue(tx, box, "meshcom_msg", { ...payload, node, dst: answer.to, text }, message);
      return message;
    }
    const box = delivery.via !== "rf"
      ? undefined
      : delivery.box === ""
      ? this.boxes.boxOfStation(rxCall ?? delivery.site)
      : this.boxes.canTransmit(delivery.box)
      ? delivery.box
      : undefined;
    if (box !== undefined) {
      const message = logged("tnc");
      this.boxes.queue(tx, box, "aprs_msg", payload, message);
      return message;
    }
    const message = logged("aprs-is");
    this.log.queue(tx, {
      at,
      account: null,
      src: from,
      to: TOCALL,
      kind: "message",
      payload: info ?? messageInfo(answer.to, answer.text),
      message,
    });
    return message;
  }
}
