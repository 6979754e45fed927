/** The words of transmitting: locks, rules, and what is asked. Every refusal names one of these rules. */
import type { Lock } from "../words.ts";

/** What a transmission is for: it decides pace, age, form and content. `purposes.ts` has the table. */
export type Purpose =
  /** A member's message or status, by remote command. */
  | "command"
  /** The gateway's own words to a station. */
  | "answer"
  /** A member's word from the outbox. */
  | "outbox"
  /** From the Internet to a station heard here. */
  | "gated"
  | "beacon"
  | "commanded_beacon"
  /** A federation's presence datagram. */
  | "presence"
  /** Somebody at the box tries whether its transmitter is keyed. */
  | "test"
  /** The plain identification while connected mode runs. */
  | "id"
  /** Being reachable in connected mode: the TNC answers callers by itself. */
  | "listen"
  /** Opening a connected-mode session. */
  | "session"
  /** What is said inside one. */
  | "session_data";

export type Rule =
  | Exclude<Lock, "dry">
  /** A login that is not verified can never upload. */
  | "receive_only"
  | "source"
  | "third_party"
  | "destination"
  | "path"
  | "text"
  | "content"
  | "age"
  | "beacon_floor"
  | "same_text"
  | "pace"
  | "airtime"
  | "not_heard"
  | "sender_local"
  | "not_for_rf"
  | "loop"
  | "igate_off";

export interface Refusal {
  rule: Rule;
  /** A sentence for people. */
  why: string;
}

/** One unconnected frame; of a session source and destination alone. */
interface TxFrame {
  source: string;
  destination: string;
  /** Digipeaters asked for, none of them used. */
  path: readonly string[];
  /** The information field, one character a byte. */
  info: string;
}

/** What is asked of the rules. Times are unix seconds on the box's own steady clock. */
export interface Asked {
  purpose: Purpose;
  frame: TxFrame;
  /** When the command, item or packet was made. */
  madeAt?: number;
  /** A beacon of a station that moves. */
  moving?: boolean;
  /** Bytes to be said inside a session. */
  bytes?: number;
  /** What came from the Internet, as it came. */
  original?: Original;
}

/** A packet from the Internet side before it was wrapped. */
interface Original {
  source: string;
  info: string;
  /** Calls of its path and q construct, without marks. */
  via: readonly string[];
}

/** The port that is to transmit. */
export interface Port {
  address: string;
  kind: "rf" | "aprsis" | "mesh";
  /** `tx=on` in its line of the configuration. */
  tx: boolean;
  /** APRS-IS: the server said `verified`. Others: true. */
  verified: boolean;
  /** Internet to RF, a switch of its own. */
  igate: boolean;
  bitsPerSecond: number;
  /** Transmitter delay and tail in milliseconds. */
  keyUpMs: number;
}

/** What the gateway said about one call. */
export interface GateState {
  answer?: { ok: boolean; reason?: string; at: number };
  /** When the gateway was last asked in vain. */
  lostAt?: number;
}

export interface Pace {
  burst: number;
  everyS: number;
}

/** Everything that a decision looks at besides what was asked and what was sent before. */
export interface Facts {
  now: number;
  /** The switch in the box's file. */
  box: "off" | "on" | "dry";
  /** Why the box fell back to receiving only, if it did. */
  doubt?: string;
  quiet: boolean;
  /** The box's own call. */
  own: string;
  port: Port;
  gate: GateState;
  /** How long a "yes" holds while the gateway is away. */
  graceS: number;
  pace: { answers: Pace; gated: Pace; sessions: Pace };
  /** Station → when it was last heard directly on this port. */
  heardDirect: (call: string) => number | undefined;
}
