/** From a frame that the radio heard to what is shown of it and handed on. Pure. */
import { decodeFrame } from "../../../aprs/ax25.ts";
import { isUnreadable, type Packet } from "../../../aprs/packet.ts";
import { decodeText } from "../../../aprs/text.ts";
import { encodeTnc2 } from "../../../aprs/tnc2.ts";
import { baseCall } from "../../../base/callsigns.ts";
import type { Heard } from "../../phone/known/heard.ts";

/** A station as this radio heard it. */
export interface HeardHere {
  call: string;
  /** Unix seconds. */
  at: number;
  /** The digipeater that was heard in its place; `undefined`: the station itself. */
  via?: string;
  /** What it said, as people read it. */
  says: string;
  symbol: string;
  lat?: number;
  lon?: number;
}

interface FrameRead {
  packet: Packet;
  /** The packet as a monitor prints it, in text that people read: so the gateway takes it. */
  line: string;
  heard: HeardHere;
}

/** `undefined` for what is no APRS packet: it is counted and never shown. */
export function readFrame(bytes: Uint8Array, at: number): FrameRead | undefined {
  const packet = decodeFrame(bytes, at);
  if (isUnreadable(packet)) return undefined;
  const { content } = packet, via = packet.path.findLast(({ used }) => used)?.call;
  const heard: HeardHere = { call: packet.source, at, says: saysOf(packet), symbol: "" };
  if (via !== undefined) heard.via = via;
  if (content.kind === "position") {
    Object.assign(heard, { lat: content.lat, lon: content.lon, symbol: content.symbol });
  }
  return { packet, line: decodeText(encodeTnc2(packet)), heard };
}

/** What a packet says. */
function saysOf({ content, info }: Packet): string {
  if ("comment" in content && content.comment !== "") return content.comment;
  if (content.kind === "status") return content.text;
  if (content.kind === "message") return `${content.addressee}: ${content.text}`;
  return content.kind === "position" ? "" : decodeText(info).replace(/\p{C}/gu, "").slice(0, 80);
}

/** The station as the live list takes it; `undefined` where nobody knows where it is. */
export function newsOf(
  { packet: { content }, heard }: FrameRead,
  before: Heard | undefined,
): Omit<Heard, "trail"> | undefined {
  const { call, at, via, says } = heard, here = { at, via: "rf", direct: via === undefined };
  if (content.kind !== "position") {
    if (!before) return undefined;
    const { trail: _, ...rest } = before;
    return { ...rest, ...here };
  }
  return {
    ...here,
    ...{ call, comment: says, lat: content.lat, lon: content.lon, symbol: content.symbol },
    course: content.course ?? null,
    speedKmh: content.speedKmh ?? null,
    mhz: content.frequency?.mhz ?? null,
    emergency: content.micE === "Emergency",
  };
}

/** Whether a packet is of one of this person's stations: the gateway takes no word of others from a phone. */
export const isOwn = ({ packet }: FrameRead, own: string | undefined): boolean =>
  own !== undefined && baseCall(packet.source) === baseCall(own);

/** Stations are kept in this order of hearing, at most so many. */
const MOST = 200;

/** The list after a station was heard: that one first. */
export const withHeard = (list: readonly HeardHere[], heard: HeardHere): readonly HeardHere[] => {
  const before = list.find(({ call }) => call === heard.call);
  const place = heard.lat === undefined && before?.lat !== undefined
    ? { lat: before.lat, lon: before.lon!, symbol: before.symbol }
    : undefined;
  return [{ ...heard, ...place }, ...list.filter(({ call }) => call !== heard.call)].slice(0, MOST);
};

const FEND = 0xc0, ENOUGH = 24;
/** Whether what came first is a tracker's text and no KISS: printable, with the marks of a monitor's line and no FEND. */
export function isText(first: Uint8Array): boolean {
  if (first.length < ENOUGH || first.includes(FEND)) return false;
  const text = String.fromCharCode(...first);
  return /^[\t\r\n\x20-\x7e]+$/.test(text) && text.includes(">") && text.includes(":");
}

interface PacketSeen {
  ts: number;
  heardBy: readonly { site: string | null; via: string; direct: boolean }[];
}
/** Who of the gateway's receivers heard a packet since it was sent; one that heard it itself comes first. Pure. */
export function heardBy(
  packets: readonly PacketSeen[],
  sentAt: number,
): { by: string; at: number } | undefined {
  const ways = packets.filter(({ ts }) => ts >= sentAt - 2).flatMap(({ ts, heardBy }) =>
    heardBy.filter(({ site, via }) => site !== null && via === "rf").map((way) => ({ ...way, at: ts }))
  );
  const found = ways.find(({ direct }) => direct) ?? ways[0];
  return found && { by: found.site!, at: found.at };
}
