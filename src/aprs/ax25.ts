/** AX.25 UI frames as they leave a KISS TNC: no flags, no checksum (AX.25 2.2 section 3; domain of APRS: UI only). */
import type { Hop, Packet, Unreadable } from "./packet.ts";
import { fromBinary, toBinary } from "./text.ts";
import { assemble, endOfLine } from "./tnc2.ts";

const ADDRESS = 7;
const MAX_DIGIPEATERS = 8;
/** Unnumbered information, poll bit clear or set. */
const UI = 0x03, POLL = 0x10;
const PID_TEXT = 0xf0;

export interface Frame {
  destination: string;
  source: string;
  path: Hop[];
  control: number;
  /** Absent on frames that carry none (supervisory, most unnumbered). */
  pid?: number;
  info: Uint8Array;
}

/** One shifted address; a string in its place says what is wrong with it. */
function readAddress(frame: Uint8Array, at: number): { call: string; high: boolean; last: boolean } | string {
  let call = "";
  for (let i = 0; i < 6; i++) {
    const byte = frame[at + i]!;
    if (byte & 1) return "an address ends early";
    const char = byte >> 1;
    if (char === 32) continue;
    if (call.length < i) return "a blank stands inside a call";
    if (!(char >= 48 && char <= 57) && !(char >= 65 && char <= 90) && !(char >= 97 && char <= 122)) {
      return "an address has a character that no call has";
    }
    call += String.fromCharCode(char);
  }
  if (call === "") return "an address is empty";
  const ssid = frame[at + 6]!;
  const number = ssid >> 1 & 15;
  return { call: number ? `${call}-${number}` : call, high: (ssid & 0x80) !== 0, last: (ssid & 1) !== 0 };
}

/** Takes a frame apart; never throws. */
export function decodeAx25(frame: Uint8Array): Frame | Unreadable {
  const calls: { call: string; high: boolean }[] = [];
  let at = 0;
  for (let last = false; !last; at += ADDRESS) {
    if (calls.length === 2 + MAX_DIGIPEATERS) {
      return { unreadable: "the frame has more than eight digipeaters" };
    }
    if (at + ADDRESS > frame.length) return { unreadable: "the frame ends inside its addresses" };
    const address = readAddress(frame, at);
    if (typeof address === "string") return { unreadable: address };
    calls.push(address);
    last = address.last;
  }
  const [destination, source, ...digipeaters] = calls;
  if (!destination || !source) return { unreadable: "the frame has no source" };
  const control = frame[at];
  if (control === undefined) return { unreadable: "the frame ends behind its addresses" };
  const path = digipeaters.map(({ call, high }) => ({ call, used: high }));
  const base = { destination: destination.call, source: source.call, path, control };
  const hasPid = (control & 1) === 0 || (control & ~POLL) === UI;
  if (!hasPid) return { ...base, info: frame.slice(at + 1) };
  const pid = frame[at + 1];
  if (pid === undefined) return { unreadable: "the frame has no protocol byte" };
  return { ...base, pid, info: frame.slice(at + 2) };
}

/** An APRS packet from a frame; `unreadable` for anything but a UI frame that carries text. */
export function decodeFrame(bytes: Uint8Array, heardAt?: number): Packet | Unreadable {
  const frame = decodeAx25(bytes);
  if ("unreadable" in frame) return frame;
  if ((frame.control & ~POLL) !== UI) {
    return { unreadable: `control ${hex(frame.control)} is not a UI frame` };
  }
  if (frame.pid !== PID_TEXT) return { unreadable: `protocol ${hex(frame.pid!)} is not APRS` };
  const info = toBinary(frame.info);
  return assemble(
    frame.source,
    frame.destination,
    frame.path,
    undefined,
    info.slice(0, endOfLine(info)),
    heardAt,
    0,
  );
}

const hex = (byte: number): string => `0x${byte.toString(16).padStart(2, "0")}`;

function writeAddress(call: string, high: boolean, last: boolean): Uint8Array | undefined {
  const match = /^([A-Z0-9]{1,6})(?:-(\d{1,2}))?$/.exec(call);
  const ssid = Number(match?.[2] ?? 0);
  if (!match || ssid > 15) return undefined;
  const bytes = new Uint8Array(ADDRESS);
  for (let i = 0; i < 6; i++) bytes[i] = (match[1]!.charCodeAt(i) || 32) << 1;
  bytes[6] = 0x60 | ssid << 1 | (high ? 0x80 : 0) | (last ? 1 : 0);
  return bytes;
}

/** Any frame, or `undefined` when one of its calls does not fit AX.25 or there are more than eight digipeaters. */
export function encodeAx25(frame: Frame, isCommand = true): Uint8Array | undefined {
  if (frame.path.length > MAX_DIGIPEATERS) return undefined;
  const hops = [
    { call: frame.destination, high: isCommand },
    { call: frame.source, high: !isCommand },
    ...frame.path.map(({ call, used }) => ({ call, high: used })),
  ];
  const { control, pid, info } = frame, head = hops.length * ADDRESS;
  const fields = pid === undefined ? [control] : [control, pid];
  const bytes = new Uint8Array(head + fields.length + info.length);
  for (const [i, { call, high }] of hops.entries()) {
    const address = writeAddress(call, high, i === hops.length - 1);
    if (!address) return undefined;
    bytes.set(address, i * ADDRESS);
  }
  bytes.set(fields, head);
  bytes.set(info, head + fields.length);
  return bytes;
}

/** Whether a frame is a command; `undefined` for one of stations that do not say it (AX.25 before 2.0). */
export function isCommandFrame(bytes: Uint8Array): boolean | undefined {
  const destination = (bytes[ADDRESS - 1]! & 0x80) !== 0, source = (bytes[2 * ADDRESS - 1]! & 0x80) !== 0;
  return destination === source ? undefined : destination;
}

/**
 * A UI frame of a packet, or `undefined` when one of its calls does not fit AX.25 or there are more than eight
 * digipeaters. The command bit is set on the destination, as TNCs send UI frames.
 */
export function encodeFrame(
  packet: {
    source: string;
    destination: string;
    path: readonly Hop[];
    info: string | Uint8Array;
    pid?: number;
  },
): Uint8Array | undefined {
  const info = typeof packet.info === "string" ? fromBinary(packet.info) : packet.info;
  return encodeAx25({ ...packet, path: [...packet.path], control: UI, pid: packet.pid ?? PID_TEXT, info });
}
