/**
 * A recording of traffic: monitor lines as TNCs and APRS-IS print them, a MeshCom node's JSON a line, what stands beside a
 * radio (`told_lines.ts`), KISS bytes, a Meshtastic device's stream, or a pcap file of AX.25 (Wireshark, `kissattach` with
 * `tcpdump`). Pure: bytes in, frames out.
 */
import {
  decodeMeshcom,
  decodeTnc2,
  encodeFrame,
  isUnreadable,
  KissReader,
  toBinary,
} from "../../aprs/mod.ts";
import type { Caught, Heard, Sensed } from "../drivers/driver.ts";
import { fixOf } from "../drivers/gpsd_line.ts";
import { tunedOf } from "../drivers/rigctl_line.ts";
import { objectOf } from "../json.ts";
import { readFromRadio, StreamFrames } from "../../meshtastic/mod.ts";

// What is connected beside the radio, as recordings hold it: a Meshtastic device's stream (as it comes, or a message
// a line in hexadecimal), gpsd's reports (`gpspipe -w`), and rigctld's answers in one line each (`;f`, `;m`, `;l
// STRENGTH`). Read by the same rules as the devices themselves. Pure.

type DeviceReading = Extract<Caught | Sensed, { kind: "meshtastic" | "fix" | "tuned" }>;

/** The first two bytes of each message of a device, as they are and as a line begins. */
const isDeviceStream = (bytes: Uint8Array): boolean => bytes[0] === 0x94 && bytes[1] === 0xc3;
const DEVICE_LINE = /^94c3(?:[0-9a-f]{2}){2,514}$/i;
const RIG_LINE = /^get_(freq|mode|level): ?(?:STRENGTH)?;(.{0,200})$/;
const REPORT = /^RPRT (-?\d{1,4})$/;
const ASKED = { freq: "hz", mode: "mode", level: "strengthDb" } as const;

type Answers = Parameters<typeof tunedOf>[0];
const NOTHING = { lines: [], report: -11 };

/** Reads one recording; keeps what one line says for the next. */
class ToldLines {
  readonly #frames = new StreamFrames();
  #own: number | undefined;
  #rig: Partial<Answers> = {};

  /** What a line says: nothing to be played for one that is understood all the same; undefined for one of something else. */
  read(line: string): DeviceReading[] | undefined {
    if (DEVICE_LINE.test(line)) return this.device(Uint8Array.from(Buffer.from(line, "hex")));
    if (line.startsWith("{")) return ofGps(line);
    const [, asked, rest] = RIG_LINE.exec(line) ?? [];
    return asked === undefined
      ? undefined
      : this.#ofRig(ASKED[asked as keyof typeof ASKED], rest!.split(";"));
  }

  /** What these bytes of a device's stream say. */
  device(bytes: Uint8Array): DeviceReading[] {
    return this.#frames.push(bytes).flatMap((message): DeviceReading[] => {
      const said = readFromRadio(message);
      if (said?.kind === "my_info") this.#own = said.node;
      const receiver = this.#own === undefined ? {} : { receiver: this.#own };
      if (said?.kind === "packet") return [{ kind: "meshtastic", packet: { ...said.packet, ...receiver } }];
      return said?.kind === "node" ? said.packets.map((packet) => ({ kind: "meshtastic", packet })) : [];
    });
  }

  /** The signal is what is asked last: with it what the rig listens to is whole. */
  #ofRig(asked: keyof Answers, parts: string[]): DeviceReading[] | undefined {
    const report = REPORT.exec(parts.at(-1)!)?.[1];
    if (report === undefined) return undefined;
    this.#rig[asked] = { lines: parts.slice(0, -1), report: Number(report) };
    if (asked !== "strengthDb") return [];
    const tuned = tunedOf({ hz: NOTHING, mode: NOTHING, strengthDb: NOTHING, ...this.#rig });
    this.#rig = {};
    return tuned ? [{ kind: "tuned", tuned }] : [];
  }
}

/** A report of gpsd. Its time is over: a clock that took it would be wrong. */
function ofGps(line: string): DeviceReading[] | undefined {
  const report = objectOf(line);
  if (typeof report?.class !== "string") return undefined;
  const fix = report.class === "TPV" ? fixOf({ ...report, time: undefined }) : undefined;
  return fix ? [{ kind: "fix", fix }] : [];
}

/** One thing of a recording, as a connection would have given it. */
export type Played = Extract<Heard, { kind: "frame" | "mesh" | "meshtastic" | "fix" | "tuned" }>;

export interface Recording {
  /** In the order of the recording; at least one. */
  items: Played[];
  /** Lines or records of which no frame could be made. */
  left: number;
}

/** Bytes of a recording that are read, and the items that are played of it. */
export const MOST_BYTES = 8 << 20;
const MOST_ITEMS = 20_000;

const FEND = 0xc0;
/** Link types of pcap: AX.25 without flags, and with the byte of KISS before it. */
const AX25 = 3, AX25_KISS = 202;

/** Reads a recording; a sentence instead says why nothing can be played of it. */
export function readRecording(bytes: Uint8Array): Recording | string {
  if (bytes.length > MOST_BYTES) return `it has more than ${MOST_BYTES >> 20} MB`;
  const read = ofPcap(bytes) ??
    (bytes[0] === FEND
      ? ofKiss(bytes)
      : isDeviceStream(bytes)
      ? { items: new ToldLines().device(bytes).slice(0, MOST_ITEMS), left: 0 }
      : ofLines(bytes));
  if (typeof read === "string") return read;
  if (read.items.length === 0) {
    return "there is no packet in it: it takes monitor lines, KISS bytes, a pcap of AX.25, or what a device beside the radio told";
  }
  return read;
}

const frameOf = (bytes: Uint8Array, channel = 0): Played => ({ kind: "frame", bytes, channel });

function ofKiss(bytes: Uint8Array): Recording {
  const frames = new KissReader().push(bytes).filter(({ command }) => command === 0);
  return { items: frames.slice(0, MOST_ITEMS).map(({ data, port }) => frameOf(data, port)), left: 0 };
}

/** What programs print before a monitor line: Direwolf's channel, a time. */
const BEFORE =
  /^(?:\[\d{1,2}(?:\.\d|L)?(?: [^\]]{1,30})?\] |\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^ ]{0,8} (?:[A-Z]{3,4} )?){1,2}/;

function ofLines(bytes: Uint8Array): Recording {
  const items: Played[] = [], beside = new ToldLines();
  let left = 0;
  for (const whole of toBinary(bytes).split(/\r?\n/)) {
    const line = whole.replace(BEFORE, "");
    if (line === "" || line.startsWith("#")) continue;
    if (items.length >= MOST_ITEMS) break;
    const told = beside.read(line);
    if (told) {
      items.push(...told);
      continue;
    }
    const one = line.startsWith("{") ? ofNode(line) : ofMonitor(line);
    if (one) items.push(one);
    else left++;
  }
  return { items, left };
}

const ofNode = (json: string): Played | undefined =>
  "unreadable" in decodeMeshcom(json) ? undefined : { kind: "mesh", json };

function ofMonitor(line: string): Played | undefined {
  const packet = decodeTnc2(line);
  const bytes = isUnreadable(packet) ? undefined : encodeFrame(packet);
  return bytes && frameOf(bytes);
}

const HEAD = 24, RECORD = 16;
/** First bytes of a pcap file, with times in microseconds or nanoseconds; and of its successor. */
const PCAP: readonly number[] = [0xa1b2c3d4, 0xa1b23c4d];
const PCAPNG = 0x0a0d0d0a;

function ofPcap(bytes: Uint8Array): Recording | string | undefined {
  if (bytes.length < HEAD) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0) === PCAPNG) return "it is a pcapng file: save it as pcap";
  const little = PCAP.includes(view.getUint32(0, true));
  if (!little && !PCAP.includes(view.getUint32(0))) return undefined;
  // The upper bits hold other things.
  const type = view.getUint32(20, little) & 0xffff;
  if (type !== AX25 && type !== AX25_KISS) {
    return `its packets are of link type ${type}, not AX.25 (3 or 202)`;
  }
  const items: Played[] = [];
  let left = 0;
  for (let at = HEAD; at + RECORD <= bytes.length && items.length < MOST_ITEMS;) {
    const length = view.getUint32(at + 8, little), from = at + RECORD;
    at = from + length;
    if (at > bytes.length) break;
    const first = bytes[from] ?? 0, kiss = type === AX25_KISS;
    if (length < 2 || (kiss && (first & 15) !== 0)) left++;
    else items.push(kiss ? frameOf(bytes.slice(from + 1, at), first >> 4) : frameOf(bytes.slice(from, at)));
  }
  return { items, left };
}
