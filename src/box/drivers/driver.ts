/**
 * The one shape of a connection. A driver turns bytes into frames with the pure readers of `aprs/`; it never redials,
 * waits, logs or stores: `connections/supervise.ts` does that for all of them.
 */
import type { Permit } from "../permit.ts";
import type { MeshtasticPacket } from "../../meshtastic/mod.ts";
import type { ConnectionAddress } from "../config/address.ts";
import type { ConnectionWord } from "../words.ts";
import type { Io } from "../io.ts";
import type { Loudness } from "../senses/loudness.ts";
import type { NodeRoute } from "../senses/node_route.ts";
import type { GpsFix, Tuned } from "../senses/senses.ts";

/** What a line gives: a frame, a line of text, a node's JSON, or a word about itself. */
export type Heard =
  /** AX.25 without flags and checksum, and the TNC's channel. */
  | { kind: "frame"; bytes: Uint8Array; channel: number }
  /** A monitor line of APRS-IS, one character a byte. */
  | { kind: "line"; text: string }
  /** A MeshCom node's datagram, one character a byte where it is no UTF-8. */
  | { kind: "mesh"; json: string }
  /** A packet of a Meshtastic mesh, or what a device remembers of a node. */
  | { kind: "meshtastic"; packet: MeshtasticPacket }
  /** Where a GPS says that the box is. */
  | { kind: "fix"; fix: GpsFix }
  /** What a rig listens to. */
  | { kind: "tuned"; tuned: Tuned }
  /** How loud it comes in at the sound card. */
  | { kind: "loudness"; loudness: Loudness }
  /** The whole table of a node's program: at least one way. */
  | { kind: "nodes"; routes: readonly NodeRoute[] }
  /** What the program behind the line says: for the log. */
  | { kind: "said"; text: string }
  /** A sign that the line is alive (a comment of the server, a version): nothing was heard by that. */
  | {
    kind: "alive";
    word?: ConnectionWord;
    /** Whether the first frame changes the word to `hearing`. */
    settles?: boolean;
    detail?: string;
  };

/** What was received, to be read and handed over. */
export type Caught = Extract<Heard, { kind: "frame" | "line" | "mesh" | "meshtastic" }>;
/** What a line says of the box itself, or of what runs beside it. */
export type Sensed = Extract<Heard, { kind: "fix" | "tuned" | "loudness" | "nodes" }>;

const SENSED: readonly Heard["kind"][] = [
  "fix",
  "tuned",
  "loudness",
  "nodes",
] satisfies readonly Sensed["kind"][];
export const isSensed = (heard: Heard): heard is Sensed => SENSED.includes(heard.kind);

/** A connected-mode circuit: bytes both ways, as `fbb/`'s and `link/`'s drivers take them. */
export interface Circuit {
  /** The station at the other end. */
  readonly peer: string;
  /** The next bytes; undefined when it is closed. */
  read(): Promise<Uint8Array | undefined>;
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
}

/** Connected mode, where the TNC's own software keeps the link (AGWPE). */
export interface Circuits {
  /** From now on the TNC answers by itself whoever calls the permitted `own` call. */
  register(permit: Permit, onCall: (circuit: Circuit) => void): Promise<void>;
  /** Calls a station; rejects when it refuses, does not answer, or `stop` comes first. */
  dial(permit: Permit, stop: AbortSignal): Promise<Circuit>;
}

/** An open connection. */
export interface Line {
  /** Ends when the far side hangs up or `close` was called; throws when the line breaks or is not what it should be. */
  readonly heard: AsyncIterable<Heard>;
  /** Resolves when the frame was handed over: KISS and UDP confirm nothing. Absent where the line only receives. */
  send?(permit: Permit): Promise<void>;
  readonly circuits?: Circuits;
  close(): void;
}

/** Thrown where a line cannot be opened: a word of the list, and a sentence. */
export class LineRefused extends Error {
  constructor(readonly word: ConnectionWord, sentence: string) {
    super(sentence);
    this.name = "LineRefused";
  }
}

/** A member of a connection's query. */
interface Param {
  name: string;
  takes: string;
}

/** Where a line is opened. */
export interface Here {
  io: Io;
  /** The box's call. */
  call: string;
  /** The box's folder; undefined before there is a box. */
  dir?: string;
  /** What no other box has: its public key; undefined before there is a box. */
  key?: string;
}

export interface Driver {
  /** What an address begins with. */
  readonly scheme: string;
  /** How packets name the kind to the gateway (`port` of a packet in API "Ingest and BBS backend"). */
  readonly port: string;
  /** `none`: nothing is heard there. `tunnel`: frames that somebody else heard or wrote, and may put on the air over there. */
  readonly via: "rf" | "tunnel" | "aprsis" | "meshcom" | "meshtastic" | "simulated" | "none";
  /** Whether `site=` may mark it as this box's own receiver. */
  readonly namesSite: boolean;
  readonly transmits: boolean;
  readonly settings: readonly Param[];
  /** Whether it says by itself how it does, soon after it is opened. */
  readonly greets?: true;
  /** After silence of so many milliseconds, without even a comment, the line counts as dead. */
  readonly idleMs?: number;
  /** What it can be when a line is not as it should be, by the word that it has; the TNC's causes without. */
  readonly causes?: Partial<Record<ConnectionWord, string>>;
  /** Whether a word that is none of the good ones is all that such an address can come to. */
  isUsual?(address: ConnectionAddress, word: ConnectionWord): boolean;
  /** What is wrong with an address of this scheme; undefined for nothing. */
  problem(address: ConnectionAddress): string | undefined;
  /** Tries once to open a line. Throws `LineRefused` where a word says why it cannot. */
  open(address: ConnectionAddress, here: Here, stop: AbortSignal): Promise<Line>;
}
