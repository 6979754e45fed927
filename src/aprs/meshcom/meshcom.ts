/** MeshCom nodes speak JSON, one object a datagram (MeshCom "extern UDP", port 1799). */
import { parseWithNan } from "../../base/mod.ts";
import type { Located, Message, MessageAnswer } from "../packet.ts";
import { FOOT_M, round, roundDegrees } from "../position.ts";
import { shown } from "../text.ts";

/** How the node came by it. Only `lora` is a hearing. */
type MeshOrigin = "lora" | "udp" | "node";

export interface MeshPacket {
  source: string;
  /** Relays passed, in order; empty when the node heard the source itself. */
  relays: string[];
  origin: MeshOrigin;
  /** Heard over LoRa from the source itself. */
  direct: boolean;
  /** Relays that the source asked for, by its own setting; absent where the packet names none. */
  via?: string[];
  /** Eight hexadecimal digits, upper case. */
  messageId?: string;
  /** Of the last hop only; absent for what did not come by LoRa. dBm and dB. */
  rssi?: number;
  snr?: number;
  hardware?: number;
  firmware?: string;
  /** Percent; absent when the node does not know. */
  battery?: number;
  content: MeshContent;
  problems: string[];
}

interface MeshText {
  kind: "group";
  /** 1 to 99999, or `*`. */
  group: string;
  text: string;
}

interface MeshSensors {
  kind: "sensors";
  tempC?: number;
  humidity?: number;
  /** Sea level. */
  pressureHpa?: number;
  gasOhm?: number;
  co2Ppm?: number;
}

type MeshContent =
  | ({ kind: "position" } & Located)
  | Message
  | MessageAnswer
  | MeshText
  | MeshSensors
  /** Time signals and remote control between nodes: not for people. */
  | { kind: "control"; text: string }
  /** The node tells of itself without a place yet. */
  | { kind: "presence" };

const CALL = /^(?=[A-Z0-9]*[0-9])(?=[A-Z0-9]*[A-Z])[A-Z0-9]{3,7}(-[A-Z0-9]{1,2})?$/;
/** Services have names and no callsigns: `WLNK-1`, `APRS2SOTA`. They answer, and are written to. */
const SERVICE = /^(?=[A-Z0-9-]*[A-Z])[A-Z0-9]{3,9}(-[A-Z0-9]{1,2})?$/;
/** Telemetry rides to this pseudo group and is not passed on. */
const TELEMETRY_GROUP = "100001";
const ANSWER = /^[A-Z0-9-]{1,9} *:(ack|rej)(\d{1,5})$/i;
const CONTROL = /^\{(CET|SET|MCP)\}/;
/** How a text asks for an answer; nodes number with digits alone, so that `{ping}` is a text. */
const NUMBER = /\{(\d{1,5})\s{0,20}$/;

const text = (value: unknown): string | undefined => typeof value === "string" ? value : undefined;
/** Numbers arrive as numbers or, from some firmware, as text. */
function number(value: unknown): number | undefined {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : undefined;
}
const within = (value: number | undefined, least: number, most: number): number | undefined =>
  value !== undefined && value >= least && value <= most ? value : undefined;

/** The firmware escapes by hand and encodes JSON after, so a text can still carry doubled backslashes. */
const unescaped = (raw: string): string => shown(raw.replace(/\\(["\\])/g, "$1"));

/** Reads one datagram. Never throws; `unreadable` says why it cannot be read. */
export function decodeMeshcom(json: string): MeshPacket | { unreadable: string } {
  let fields: Record<string, unknown>;
  try {
    fields = parseWithNan(json) as typeof fields;
  } catch {
    return { unreadable: "the mesh packet is not JSON" };
  }
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    return { unreadable: "the mesh packet is not a JSON object" };
  }
  const [source = "", ...relays] = (text(fields.src) ?? "").toUpperCase().split(",").map((call) =>
    call.trim()
  );
  if (!SERVICE.test(source) || source.length > 9) return { unreadable: "src is not a callsign" };
  if (relays.length > 31 || !relays.every((call) => CALL.test(call) && call.length <= 9)) {
    return { unreadable: "a relay in src is not a callsign" };
  }
  const origin = text(fields.src_type);
  if (origin !== "lora" && origin !== "udp" && origin !== "node") {
    return { unreadable: "src_type is not lora, udp or node" };
  }
  const problems: string[] = [];
  const content = readContent(fields, source, problems);
  if (typeof content === "string") return { unreadable: content };
  const packet: MeshPacket = {
    source,
    relays,
    origin,
    direct: origin === "lora" && relays.length === 0,
    content,
    problems,
  };
  const via = readVia(fields.via);
  if (via.length > 0) packet.via = via;
  const id = text(fields.msg_id);
  if (id !== undefined && /^[0-9A-Fa-f]{1,8}$/.test(id)) packet.messageId = id.toUpperCase().padStart(8, "0");
  if (origin === "lora") {
    // In both 0 means that the value is absent.
    const rssi = within(number(fields.rssi), -150, -1), snr = within(number(fields.snr), -40, 30);
    if (rssi !== undefined) packet.rssi = rssi;
    if (snr !== undefined && (snr !== 0 || rssi !== undefined)) packet.snr = snr;
  }
  const hardware = within(number(fields.hw_id), 0, 255), battery = within(number(fields.batt), 1, 100);
  if (hardware !== undefined) packet.hardware = hardware;
  if (battery !== undefined) packet.battery = battery;
  const firmware = fields.firmware === undefined ? "" : `${fields.firmware}${text(fields.fw_sub) ?? ""}`;
  if (/^[\w. -]{1,16}$/.test(firmware)) packet.firmware = firmware.trim();
  return packet;
}

/**
 * Relays that a packet names, at most nine calls: a list, or a text with commas. Whatever is not a call is left
 * out.
 */
function readVia(value: unknown): string[] {
  const list = typeof value === "string" ? value.slice(0, 100).split(",") : value;
  if (!Array.isArray(list)) return [];
  return list.slice(0, 9).map((call) => (text(call) ?? "").trim().toUpperCase())
    .filter((call) => CALL.test(call) && call.length <= 9);
}

function readContent(
  fields: Record<string, unknown>,
  source: string,
  problems: string[],
): MeshContent | string {
  switch (fields.type) {
    case "pos":
      return readPos(fields, problems);
    case "msg":
      return readMsg(fields, source);
    case "tele":
      return readTele(fields);
    default:
      return "type is not pos, msg or tele";
  }
}

/** Decimals of a number as JSON writes it. */
function decimalsOf(value: unknown): number {
  const text = String(value).trim();
  return /e/i.test(text) ? Infinity : text.split(".")[1]?.length ?? 0;
}
/**
 * Half the step of a place whose coordinates both have two decimals or fewer, in metres; else 0. JSON drops zeros at the
 * end of a number, but hardly ever those of both.
 */
function coarsenessM(lat: unknown, lon: unknown): number {
  const decimals = Math.max(decimalsOf(lat), decimalsOf(lon));
  return decimals > 2 ? 0 : Math.round(55_560 / 10 ** decimals);
}

function readPos(fields: Record<string, unknown>, problems: string[]): MeshContent {
  const lat = within(number(fields.lat), 0, 90), lon = within(number(fields.long), 0, 180);
  const ns = text(fields.lat_dir), ew = text(fields.long_dir);
  if (lat === undefined || lon === undefined || (ns !== "N" && ns !== "S") || (ew !== "E" && ew !== "W")) {
    problems.push("the position cannot be read");
    return { kind: "presence" };
  }
  if (lat === 0 && lon === 0) return { kind: "presence" };
  const altitude = number(fields.alt);
  // The alternate table's backslash is escaped twice over by the firmware.
  const table = (text(fields.aprs_symbol_group) ?? "").replace(/^\\\\$/, "\\"),
    code = text(fields.aprs_symbol) ?? "";
  return {
    kind: "position",
    lat: roundDegrees(ns === "S" ? -lat : lat),
    lon: roundDegrees(ew === "W" ? -lon : lon),
    ambiguityM: coarsenessM(fields.lat, fields.long),
    // The firmware cuts to four decimals.
    resolutionM: 11.1,
    encoding: "meshcom",
    symbol: table.length === 1 && code.length === 1 ? table + code : "",
    // Feet, as in APRS; 0 is "unknown".
    ...(altitude ? { altitudeM: round(altitude * FOOT_M, 1) } : {}),
    comment: "",
  };
}

function readMsg(fields: Record<string, unknown>, source: string): MeshContent | string {
  const dst = (text(fields.dst) ?? "").trim().toUpperCase();
  const raw = text(fields.msg);
  if (raw === undefined) return "msg is missing";
  if (CONTROL.test(raw) || dst === TELEMETRY_GROUP) return { kind: "control", text: unescaped(raw) };
  if (dst === "*" || dst === "" || /^[1-9]\d{0,4}$/.test(dst)) {
    return { kind: "group", group: dst || "*", text: unescaped(raw) };
  }
  if (!SERVICE.test(dst) || dst.length > 9) return "dst is neither a callsign nor a group";
  const answer = ANSWER.exec(raw.trim());
  if (answer) return { kind: answer[1]!.toLowerCase() as "ack", addressee: dst, number: answer[2]! };
  if (dst === source) return { kind: "control", text: unescaped(raw) };
  const number = NUMBER.exec(raw);
  if (!number) return { kind: "message", addressee: dst, text: unescaped(raw) };
  const body = unescaped(raw.slice(0, number.index));
  return { kind: "message", addressee: dst, text: body, number: number[1]!, numberOwn: number[1]! };
}

function readTele(fields: Record<string, unknown>): MeshSensors {
  const sensors: MeshSensors = { kind: "sensors" };
  const set = (key: Exclude<keyof MeshSensors, "kind">, value: number | undefined): void => {
    // 0 is how the firmware says that there is no sensor, except for the temperature.
    if (value !== undefined && (value !== 0 || key === "tempC")) sensors[key] = value;
  };
  // A node without a sensor sends noughts all over; then 0 °C is none. A probe of its own, outside, is temp2.
  const first = number(fields.temp1), second = number(fields.temp2);
  const measures = first !== 0 ||
    ["hum", "qfe", "qnh", "gas", "co2"].some((name) => (number(fields[name]) ?? 0) !== 0);
  set("tempC", within(measures && first !== undefined ? first : second || undefined, -60, 80));
  set("humidity", within(number(fields.hum), 0, 100));
  set("pressureHpa", within(number(fields.qnh), 800, 1100));
  set("gasOhm", number(fields.gas));
  set("co2Ppm", within(number(fields.co2), 0, 100_000));
  return sensors;
}

/** The datagram toward a node; `undefined` when the node would not take it (dst 1-9 characters, msg 1-150 bytes). */
export function encodeMeshcom(dst: string, msg: string): string | undefined {
  const bytes = new TextEncoder().encode(msg).length;
  return dst.length < 1 || dst.length > 9 || bytes < 1 || bytes > 150
    ? undefined
    : JSON.stringify({ type: "msg", dst, msg });
}

/** The ack of a direct message on the mesh: a text, the call padded to nine. */
export const meshAckText = (to: string, messageNumber: string): string =>
  `${to.padEnd(9)}:ack${messageNumber}`;
