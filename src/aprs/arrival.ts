/**
 * What a packet's path says about who was heard. A path can only speak against a hearing: that a site heard a frame
 * is known from who delivered it (stations/evidence/attest.ts), never from the path.
 */
import type { Hop, Packet } from "./packet.ts";

const INTERNET = new Set(["TCPIP", "TCPXX"]);
/** Gated from RF. Everything else behind a q construct is a session, a server or a trace. */
const FROM_RADIO = new Set(["qAR", "qAr", "qAO", "qAo"]);
/** `WIDE2-1`: an alias with the hops that were sent and those that are left. */
const COUNTED = /^(WIDE|TRACE|[A-Z]{2,6})([1-7])(?:-([1-7]))?$/;

/**
 * Whether a path's first hop was counted down: fewer hops are left than were sent, so that a digipeater which leaves no
 * trace may have been the one that was heard. WIDE2 and TRACE2 are aliases for certain; any other name counts as an
 * alias only with the hops that are left (`AB2-1`), since a name like HILL2 may be a digipeater's own.
 */
function isCountedDown(first: Hop | undefined): boolean {
  const parts = first && COUNTED.exec(first.call);
  if (!parts) return false;
  const [, name, sent, left = "0"] = parts;
  return Number(left) < Number(sent) && (parts[3] !== undefined || name === "WIDE" || name === "TRACE");
}

/** Aliases that digipeaters consume without leaving their own call. */
const ALIAS = /^(WIDE|TRACE|RELAY|ECHO|GATE|TEMP)\d?(-\d)?$/;

interface Arrival {
  /** Whose transmission carries the position or message: the inner source of a third-party packet. */
  packet: Packet;
  /** Came through the Internet at some point: this never counts as a hearing of the source. */
  internet: boolean;
  /** No used digipeater, no alias counted down, and not third-party: the receiver heard the source itself. */
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
  const direct = !wrapped && relay === undefined && !isCountedDown(outer.path[0]);
  const judged: Arrival = { packet, internet, direct, local };
  const transmitter = wrapped && relay === undefined ? outer.source : relay;
  if (!direct && transmitter && !ALIAS.test(transmitter)) judged.relay = transmitter;
  return judged;
}
