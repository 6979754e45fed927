/**
 * What a packet's path says about who was heard. It only ever takes away: that a frame was heard by a certain site is
 * known from who delivered it (stations/evidence/attest.ts), never from the path.
 */
import type { Packet } from "./packet.ts";

const INTERNET = new Set(["TCPIP", "TCPXX"]);
/** Gated from RF. Everything else behind a q construct is a session, a server or a trace. */
const FROM_RADIO = new Set(["qAR", "qAr", "qAO", "qAo"]);
/** Aliases that digipeaters consume without leaving their own call. */
const ALIAS = /^(WIDE|TRACE|RELAY|ECHO|GATE|TEMP)\d?(-\d)?$/;

export interface Arrival {
  /** Whose transmission carries the position or message: the inner source of a third-party packet. */
  packet: Packet;
  /** Came through the Internet at some point: no hearing of the source, ever. */
  internet: boolean;
  /** No used digipeater and not third-party: the receiver heard the source itself. */
  direct: boolean;
  /** The last used digipeater, i.e. what the receiver heard, when not direct and it left its call. */
  relay?: string;
  /** The sender asked not to be passed on (NOGATE, RFONLY). */
  local: boolean;
}

/** Unwraps third-party packets and judges the path. */
export function arrivalOf(outer: Packet): Arrival {
  let packet = outer, wrapped = false, internet = false, local = false;
  for (;;) {
    if (packet.q && !FROM_RADIO.has(packet.q.construct)) internet = true;
    for (const { call } of packet.path) {
      if (INTERNET.has(call)) internet = true;
      else if (call === "NOGATE" || call === "RFONLY") local = true;
    }
    if (packet.content.kind !== "third-party") break;
    packet = packet.content.inner;
    wrapped = true;
  }
  let relay: string | undefined;
  for (const hop of outer.path) if (hop.used) relay = hop.call;
  const direct = !wrapped && relay === undefined;
  const judged: Arrival = { packet, internet, direct, local };
  const transmitter = wrapped && relay === undefined ? outer.source : relay;
  if (!direct && transmitter && !ALIAS.test(transmitter)) judged.relay = transmitter;
  return judged;
}
