/**
 * Whether this tab may send with the radio that it holds: one decision, made of what was asked, what happened in this tab and
 * what was sent before. Pure, and the only maker of what a radio sends: `Clearance`. There is no way around a lock, no setting that
 * opens one, and nothing in it that sends by itself.
 */
import { encodeFrame } from "../../../aprs/ax25.ts";
import { type LinkFrame, PID_TEXT, writeLinkFrame } from "../../../aprs/connected/link_frame.ts";
import { assemble } from "../../../aprs/tnc2.ts";
import { baseCall, isAx25Call } from "../../../base/callsigns.ts";

/** Seconds between two positions, how many leave in a window of so many seconds, and how long all of them may take on the air. */
export const MOST_SENT = 6, AIR_MOST_MS = 10_000;
/** All of it, connections with it: 5 % of the same window, as at a box. */
const LINK_AIR_MOST_MS = 30_000;
const EVERY_S = 30, WINDOW_S = 600;
/** A "yes" of the gateway is fresh for so many seconds; where there is no signal it lasts a day. */
const GATE_FRESH_S = 180, GATE_GRACE_S = 86_400;
/** Bytes of an information field: a position with a short word; a line to nobody in particular; a frame of a connection. */
const MOST_INFO = 80, MOST_LINE = 128, MOST_DATA = 256;
/** A connection goes over so many digipeaters (AX.25 2.2 section 2). */
export const MOST_VIA = 2;
/** Where the frame says that it is sent by this program. */
const DESTINATION = "APZSVC";
/** What may be asked of digipeaters: one of those that are near, or none. */
export const PATHS = { wide: ["WIDE1-1"], direct: [] } as const;
export type PathName = keyof typeof PATHS;

/** The locks that a person sees, in the order in which they are shown. */
export const LOCKS = ["consent", "proven", "pace", "often", "airtime", "gate"] as const;
export type Lock = typeof LOCKS[number];
/** What stands against a sending: a lock that is shut, another's call, a path or a text that never leaves. */
export type Rule = Lock | "call" | "path" | "text";
export interface Shut {
  rule: Rule;
  /** Seconds until it opens by itself; without, it does not. */
  againS?: number;
}

/** What the gateway said last about the call, and when it was last asked in vain; unix seconds. */
export interface GateState {
  answer?: { call: string; ok: boolean; at: number };
  lostAt?: number;
}
export interface Sent {
  at: number;
  airMs: number;
  /** Part of a connection: it takes airtime, and no turn of what is sent to all. */
  link?: true;
}
/** What happened in this tab as far as sending goes. */
export interface TxState {
  /** The radio that is connected now. */
  radio?: string;
  /** For which radio the person allowed it in this tab, and when. */
  allowed?: { radio: string; at: number };
  gate: GateState;
  /** What was sent in the last ten minutes, oldest first. */
  sent: readonly Sent[];
}
export const NOTHING_YET: TxState = { gate: {}, sent: [] };

export type Happening =
  /** A radio is connected, or none is any more. */
  | { what: "radio"; radio: string | undefined }
  | { what: "allowed"; at: number }
  | { what: "forbidden" }
  /** The tab was hidden, closed or left. */
  | { what: "left" }
  | { what: "gate"; call: string; ok: boolean; at: number }
  | { what: "unanswered"; at: number }
  /** What an earlier opening of the app kept. */
  | { what: "recalled"; gate: GateState; sent: readonly Sent[]; now: number };

/** The state after something happened. */
export function after(state: TxState, happening: Happening): TxState {
  const { radio: _radio, allowed: _allowed, ...rest } = state;
  const allowed = state.allowed && { allowed: state.allowed };
  const radio = state.radio !== undefined && { radio: state.radio };
  switch (happening.what) {
    case "radio":
      // Another radio is allowed anew; one that comes back is the same.
      return {
        ...rest,
        ...(happening.radio !== undefined && { radio: happening.radio }),
        ...(happening.radio === undefined || state.allowed?.radio === happening.radio ? allowed : undefined),
      };
    case "allowed":
      if (state.radio === undefined) return state;
      return { ...rest, ...radio, allowed: { radio: state.radio, at: happening.at } };
    case "forbidden":
    case "left":
      return { ...rest, ...radio };
    case "gate": {
      const { call, ok, at } = happening;
      return { ...state, gate: { answer: { call, ok, at } }, sent: held(state.sent, at) };
    }
    case "unanswered":
      return {
        ...state,
        gate: { ...state.gate, lostAt: happening.at },
        sent: held(state.sent, happening.at),
      };
    case "recalled":
      return {
        ...state,
        gate: happening.gate,
        sent: recent(held([...happening.sent, ...state.sent], happening.now), happening.now),
      };
  }
}

/** A clock that was set back: what lies ahead counts as sent now, since it would not grow old for long otherwise. */
const held = (sent: readonly Sent[], now: number): readonly Sent[] =>
  sent.map((one) => ({ ...one, at: Math.min(one.at, now) }));

const recent = (sent: readonly Sent[], now: number): readonly Sent[] =>
  sent.filter(({ at }) => now - at < WINDOW_S).toSorted((a, b) => a.at - b.at);

/** What is asked: one position report. */
export interface Asked {
  source: string;
  path: readonly string[];
  /** The information field, one character a byte. */
  info: string;
}
/** What a decision looks at besides. */
export interface Facts {
  now: number;
  /** Whether this tab is in sight: what nobody looks at does not send. */
  seen: boolean;
  /** The base call that the member has proven; `undefined` for none. */
  proven: string | undefined;
  /** Of the radio's modem: its speed, and how long it keys up. */
  bitsPerSecond: number;
  keyUpMs: number;
}

/** Milliseconds of a frame on the air: flags and checksum, a stuffed bit in five of its bits. */
const airtimeMs = (
  bytes: number,
  { bitsPerSecond, keyUpMs }: Pick<Facts, "bitsPerSecond" | "keyUpMs">,
): number => Math.ceil(keyUpMs + (bytes + 4) * 9600 / bitsPerSecond);

/** Whether the gateway lets the call send, by its last answer. */
function gateOpen({ answer, lostAt }: GateState, call: string, now: number): boolean {
  if (!answer?.ok || answer.call !== call || answer.at > now) return false;
  if (now - answer.at <= GATE_FRESH_S) return true;
  // An older answer counts only where the gateway was asked since, not long ago, and there was no signal.
  const isAway = lostAt !== undefined && lostAt >= answer.at && lostAt <= now && now - lostAt <= GATE_FRESH_S;
  return isAway && now - answer.at <= GATE_GRACE_S;
}

/** Whether the gateway is to be asked before the next sending. */
export const isGateDue = ({ gate: { answer } }: TxState, call: string, now: number): boolean =>
  !answer || answer.call !== call || !answer.ok || answer.at > now || now - answer.at > GATE_FRESH_S;

let cleared: (frame: Uint8Array<ArrayBuffer>) => Clearance;
/** The permission to send one frame once; only `decide` makes one. */
export class Clearance {
  #frame: Uint8Array<ArrayBuffer> | undefined;

  private constructor(frame: Uint8Array<ArrayBuffer>) {
    this.#frame = frame;
  }

  static {
    cleared = (frame) => new Clearance(frame);
  }

  /** The frame. Throws where it was taken before. */
  take(): Uint8Array<ArrayBuffer> {
    const frame = this.#frame;
    this.#frame = undefined;
    if (!frame) throw new TypeError("Cannot send twice under one clearance");
    return frame;
  }
}
/** What is the same for whatever leaves: consent, a proven call of one's own, the gateway's yes, airtime. */
function mainLocks(
  { source, bytes, mostMs, leaving = false }: {
    source: string;
    bytes: number;
    mostMs: number;
    leaving?: boolean;
  },
  state: TxState,
  facts: Facts,
): Shut[] {
  const { now } = facts, shut: Shut[] = [], sent = recent(state.sent, now);
  const isAllowed = state.radio !== undefined && state.allowed?.radio === state.radio &&
    (facts.seen || leaving);
  if (!isAllowed) shut.push({ rule: "consent" });
  if (facts.proven === undefined) shut.push({ rule: "proven" });
  else if (baseCall(source) !== facts.proven || !isAx25Call(source)) shut.push({ rule: "call" });
  const airMs = airtimeMs(bytes, facts), used = usedMs(sent);
  if (used + airMs > mostMs) {
    let left = used;
    const opens = sent.find((one) => (left -= one.airMs) + airMs <= mostMs);
    shut.push({ rule: "airtime", ...(opens && { againS: opens.at + WINDOW_S - now }) });
  }
  if (!gateOpen(state.gate, source, now)) shut.push({ rule: "gate" });
  return shut;
}

/** What is sent to all keeps a distance in time. */
function paceLocks(state: TxState, now: number): Shut[] {
  const shut: Shut[] = [], sent = recent(state.sent, now).filter(({ link }) => !link), last = sent.at(-1);
  if (last && now - last.at < EVERY_S) shut.push({ rule: "pace", againS: last.at + EVERY_S - now });
  if (sent.length >= MOST_SENT) {
    shut.push({ rule: "often", againS: sent.at(-MOST_SENT)!.at + WINDOW_S - now });
  }
  return shut;
}

const isNearPath = (calls: readonly string[]): boolean =>
  Object.values(PATHS).some((path) => path.join() === calls.join());

/** Every lock and rule that stands against it; none where it may leave. */
export function shutLocks(asked: Asked, state: TxState, facts: Facts): Shut[] {
  const { source, path, info } = asked, bytes = lengthOf(asked);
  const shut = [
    ...mainLocks({ source, bytes, mostMs: AIR_MOST_MS }, state, facts),
    ...paceLocks(state, facts.now),
  ];
  if (!isNearPath(path)) shut.push({ rule: "path" });
  if (!isPosition(info)) shut.push({ rule: "text" });
  return shut;
}

/** The state after this one left. */
function sentNow(state: TxState, one: Sent): TxState {
  return { ...state, sent: recent([...held(state.sent, one.at), one], one.at) };
}

type Verdict =
  | { may: true; clearance: Clearance; state: TxState; airMs: number }
  | { may: false; shut: Shut[] };

/** May it leave now? Then the permission for that one frame, and the state in which it has left. */
export function decide(asked: Asked, state: TxState, facts: Facts): Verdict {
  const shut = shutLocks(asked, state, facts);
  if (shut.length > 0) return { may: false, shut };
  const path = asked.path.map((call) => ({ call, used: false }));
  const frame = encodeFrame({ source: asked.source, destination: DESTINATION, path, info: asked.info });
  if (!frame) return { may: false, shut: [{ rule: "call" }] };
  const airMs = airtimeMs(lengthOf(asked), facts);
  return {
    may: true,
    clearance: cleared(Uint8Array.from(frame)),
    airMs,
    state: sentNow(state, { at: facts.now, airMs }),
  };
}

/** A frame of a connection that a hand began, or one line to all that a hand wrote. */
export interface AskedFrame {
  frame: LinkFrame;
  /** The tab is being left: the goodbye of a connection, the last that leaves. */
  leaving?: boolean;
}

/** Bytes of a frame of a connection, its information field with it. */
const linkBytes = (via: number, info: number): number => 14 + 7 * via + 2 + info;

/** Every lock and rule that stands against a frame of a connection, or a line to all. */
export function shutForFrame({ frame, leaving = false }: AskedFrame, state: TxState, facts: Facts): Shut[] {
  const via = frame.via.map(({ call }) => call), info = "info" in frame ? frame.info : new Uint8Array();
  const isToAll = frame.type === "UI", bytes = linkBytes(via.length, info.length);
  const shut = mainLocks(
    {
      source: frame.from,
      bytes,
      mostMs: isToAll ? AIR_MOST_MS : LINK_AIR_MOST_MS,
      leaving: leaving && frame.type === "DISC",
    },
    state,
    facts,
  );
  if (isToAll) shut.push(...paceLocks(state, facts.now));
  const isPath = isToAll ? isNearPath(via) : via.length <= MOST_VIA && via.every(isAx25Call);
  // What another has sent is not sent again from here.
  if (!isPath || frame.via.some(({ used }) => used)) shut.push({ rule: "path" });
  const isText = isToAll
    ? frame.pid === PID_TEXT && info.length > 0 && info.length <= MOST_LINE &&
      info.every((byte) => byte >= 32 && byte !== 127)
    : info.length <= MOST_DATA;
  if (!isText || !isAx25Call(frame.to) || frame.to === frame.from) shut.push({ rule: "text" });
  return shut;
}

/** The same for a frame of a connection, or a line to all. */
export function decideFrame(asked: AskedFrame, state: TxState, facts: Facts): Verdict {
  const shut = shutForFrame(asked, state, facts), { frame } = asked;
  if (shut.length > 0) return { may: false, shut };
  const bytes = writeLinkFrame(frame);
  if (!bytes) return { may: false, shut: [{ rule: "call" }] };
  const info = "info" in frame ? frame.info.length : 0;
  const airMs = airtimeMs(linkBytes(frame.via.length, info), facts), sent = { at: facts.now, airMs };
  return {
    may: true,
    clearance: cleared(Uint8Array.from(bytes)),
    airMs,
    state: sentNow(state, frame.type === "UI" ? sent : { ...sent, link: true }),
  };
}

/** How long what was sent in the window took on the air, in milliseconds. */
export const usedMs = (sent: readonly Sent[]): number => sent.reduce((sum, { airMs }) => sum + airMs, 0);
export const sentLately = ({ sent }: TxState, now: number): readonly Sent[] => recent(sent, now);
/** What of it was sent to all. */
export const toAll = (sent: readonly Sent[]): readonly Sent[] => sent.filter(({ link }) => !link);

const lengthOf = ({ path, info }: Asked): number => 14 + 7 * path.length + 2 + info.length;

/** Whether a text is a position that people can read: nothing else leaves here. */
function isPosition(info: string): boolean {
  if (info.length > MOST_INFO || !/^[\x20-\x7e]+$/.test(info)) return false;
  return assemble("N0CALL", DESTINATION, [], undefined, info, undefined, 0).content.kind === "position";
}
