/**
 * The frames of a connection: what their control field says, and the field again (AX.25 2.2 section 4.3, modulo 8). Pure:
 * bytes in, values out; what is none of them is not read.
 */
import { decodeAx25, encodeAx25, isCommandFrame } from "../ax25.ts";
import type { Hop } from "../packet.ts";

const POLL = 0x10;
/** Text, as terminals, mailboxes and nodes send it. */
export const PID_TEXT = 0xf0;

/** Unnumbered frames by their control field without poll bit. */
const UNNUMBERED = { SABM: 0x2f, SABME: 0x6f, DISC: 0x43, UA: 0x63, DM: 0x0f, FRMR: 0x87, UI: 0x03 } as const;
const SUPERVISORY = { RR: 0x01, RNR: 0x05, REJ: 0x09, SREJ: 0x0d } as const;
type Unnumbered = keyof typeof UNNUMBERED;
type Supervisory = keyof typeof SUPERVISORY;
const NAMES = new Map<number, Unnumbered>(
  Object.entries(UNNUMBERED).map(([name, control]) => [control, name as Unnumbered]),
);
const ANSWERS = new Map<number, Supervisory>(
  Object.entries(SUPERVISORY).map(([name, control]) => [control, name as Supervisory]),
);

/** What a frame says, whoever sends it to whom. */
export type Says =
  | { type: "I"; ns: number; nr: number; pid: number; info: Uint8Array }
  | { type: Supervisory; nr: number }
  | { type: Exclude<Unnumbered, "UI" | "FRMR"> }
  | { type: "FRMR"; info: Uint8Array }
  | { type: "UI"; pid: number; info: Uint8Array };

/** One frame of a connection, or beside it. */
export type LinkFrame = Says & {
  from: string;
  to: string;
  via: readonly Hop[];
  /** `undefined`: the station does not say it. */
  command: boolean | undefined;
  /** The poll bit of a command, the final bit of an answer. */
  poll: boolean;
};

// The two ends of a connection, and what happens to it.

export interface Ends {
  own: string;
  peer: string;
  via: readonly string[];
}
export type LinkWord = "idle" | "calling" | "connected" | "leaving";
/** `refused`: the peer is busy. `no_answer`: it was tried often enough. `broken`: the two ends do not mean the same. */
export type EndWhy = "hung_up" | "left" | "refused" | "no_answer" | "broken";
export type LinkNews =
  | { what: "connected"; by: "own" | "peer" }
  | { what: "data"; bytes: Uint8Array; pid: number }
  /** So many frames are sent again. */
  | { what: "again"; frames: number }
  /** The peer began anew: what was on the way may be lost. */
  | { what: "reset" }
  | { what: "ended"; why: EndWhy };

/** Takes a frame apart; `undefined` for one that is no frame, or of a kind that no connection of modulo 8 has. */
export function readLinkFrame(bytes: Uint8Array): LinkFrame | undefined {
  const frame = decodeAx25(bytes);
  if ("unreadable" in frame) return undefined;
  const { control, info, pid } = frame;
  const head = {
    from: frame.source,
    to: frame.destination,
    via: frame.path,
    command: isCommandFrame(bytes),
    poll: (control & POLL) !== 0,
  };
  const nr = control >> 5;
  if ((control & 1) === 0) return { ...head, type: "I", ns: control >> 1 & 7, nr, pid: pid!, info };
  if ((control & 3) === 1) return { ...head, type: ANSWERS.get(control & 0x0f)!, nr };
  const type = NAMES.get(control & ~POLL);
  if (type === undefined) return undefined;
  if (type === "UI") return { ...head, type, pid: pid!, info };
  return type === "FRMR" ? { ...head, type, info } : { ...head, type };
}

/** The bytes of a frame; `undefined` where a call does not fit AX.25. */
export function writeLinkFrame(frame: LinkFrame): Uint8Array | undefined {
  const { from, to, via, command, poll } = frame, bit = poll ? POLL : 0;
  const info = "info" in frame ? frame.info : new Uint8Array();
  return encodeAx25({
    source: from,
    destination: to,
    path: [...via],
    control: controlOf(frame) | bit,
    ...("pid" in frame && { pid: frame.pid }),
    info,
  }, command ?? true);
}

function controlOf(frame: Says): number {
  if (frame.type === "I") return frame.nr << 5 | frame.ns << 1;
  if ("nr" in frame) return frame.nr << 5 | SUPERVISORY[frame.type];
  return UNNUMBERED[frame.type];
}

/** A frame as monitors print it, without what it carries: `I2 R5 P`. */
export function controlText(frame: LinkFrame): string {
  const { type, poll, command } = frame, number = "nr" in frame ? ` R${frame.nr}` : "";
  const bit = poll ? command === false ? " F" : " P" : "";
  return frame.type === "I" ? `I${frame.ns}${number}${bit}` : `${type}${number}${bit}`;
}
