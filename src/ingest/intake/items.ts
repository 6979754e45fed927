/** From what a receiver posts to packets that stations can take. Item by item: a bad one is refused by itself. */
import { baseCall, isCall, isPlace, LATE_S, normalCall } from "../../base/mod.ts";
import {
  arrivalOf,
  binaryOfJson,
  decodeMeshcom,
  decodeText,
  decodeTnc2,
  isUnreadable,
  type PositionReport,
} from "../../aprs/mod.ts";
import {
  type Delivery,
  keyOfMesh,
  keyOfPacket,
  keyOfPosition,
  type Reception,
  type Via,
} from "../../stations/mod.ts";
import { siteCall } from "../forms.ts";
import type { ItemMember, PostedPacket } from "./shapes.ts";

/** Who posts. */
export type Sender =
  | { kind: "secret" }
  | { kind: "box"; box: string; enrolledFor: string | null }
  | { kind: "device"; call: string; key: string };

/** Lists as posted, not looked into yet. */
interface RawBatch {
  packets: unknown[];
  positions: unknown[];
  finds: unknown[];
  /** What the box says of itself; undefined where it says nothing. */
  box?: unknown;
  /** The body was not UTF-8: its texts are bytes, one character each. */
  bytewise: boolean;
}

/** API contract: a batch holds at most 1000 items in all. */
export const MOST_ITEMS = 1000;
/** heardAt is held within these, in seconds. */
const BACK_S = LATE_S, AHEAD_S = 60;
const MOST_RAW = 1024, MOST_MESH = 4096;
const VIAS: readonly unknown[] = ["rf", "aprsis", "meshcom", "app"] satisfies PostedPacket["via"][];
const PORT = /^[a-z0-9][a-z0-9-]{0,63}$/;
const DEFAULT_PORT: Record<Via, string> = { rf: "rf", aprsis: "aprs-is", meshcom: "meshcom", app: "app" };

const strict = new TextDecoder("utf-8", { fatal: true });

/** Reads the lists out of a body; `undefined` when it is not a JSON object with lists. */
export function readBatch(body: Uint8Array): RawBatch | undefined {
  let value: unknown;
  let bytewise = false;
  try {
    let text: string;
    try {
      text = strict.decode(body);
    } catch {
      // Receivers paste bytes of frames into JSON: then every character stands for its byte.
      text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
      bytewise = true;
    }
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { packets = [], positions = [], finds = [], box } = value as Record<string, unknown>;
  if (!Array.isArray(packets) || !Array.isArray(positions) || !Array.isArray(finds)) return undefined;
  return { packets, positions, finds, box, bytewise };
}

/** An object with what its shape names, whatever that is. */
type Item = { readonly [Name in ItemMember]?: unknown };

const asItem = (value: unknown): Item | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value as Item : undefined;
const finite = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** What members that may be absent are, where they are not. JSON's null is no value of any of them. */
const KINDS = {
  direct: "boolean",
  rxCall: "string",
  rssi: "number",
  snr: "number",
  accuracyM: "number",
  course: "number",
  speedKmh: "number",
  altitudeM: "number",
  symbol: "string",
  comment: "string",
  text: "string",
} as const satisfies { [Name in ItemMember]?: string };
type Optional = keyof typeof KINDS;
const OF_PACKET: readonly Optional[] = ["direct", "rxCall", "rssi", "snr"];
const OF_POSITION: readonly Optional[] = [
  ...["direct", "accuracyM", "course", "speedKmh", "altitudeM", "symbol", "comment"] as const,
];
const OF_FIND: readonly Optional[] = ["text"];

/** Why an item is refused one of whose members is of another kind: a text that says `false` is not taken for a word. */
function wrongKind(item: Item, members: readonly Optional[]): string | undefined {
  for (const member of members) {
    const value = item[member];
    if (value === undefined) continue;
    if (typeof value !== KINDS[member] || (typeof value === "number" && !Number.isFinite(value))) {
      return `bad_${member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    }
  }
  return undefined;
}

/** Unix seconds, clamped; `undefined` for anything else. */
export function clampedTime(value: unknown, now: number): number | undefined {
  const at = finite(value);
  return at === undefined ? undefined : Math.min(now + AHEAD_S, Math.max(now - BACK_S, Math.floor(at)));
}

/** How an item came, or why that cannot be. */
function readDelivery(item: Item, sender: Sender): Delivery | string {
  if (!VIAS.includes(item.via)) return "bad_via";
  const via = item.via as Via;
  const port = item.port === undefined ? DEFAULT_PORT[via] : item.port;
  if (typeof port !== "string" || !PORT.test(port)) return "bad_port";
  let site = "";
  if (item.site !== undefined && item.site !== null) {
    const call = typeof item.site === "string" ? siteCall(item.site) : undefined;
    if (call === undefined) return "bad_site";
    site = call;
  } else if (via === "rf" && item.site === undefined && sender.kind !== "device") {
    // `null` means heard on radio without a named site. It is kept for the map and attests nothing.
    return "site_missing";
  }
  if (sender.kind === "device") return { via, port, site: "", credential: "device", box: "" };
  if (sender.kind === "secret") return { via, port, site, credential: "secret", box: "" };
  // A box enrolled for a call may name only sites of that call; others are dropped from what it posts.
  const foreign = sender.enrolledFor !== null && baseCall(site) !== sender.enrolledFor;
  return { via, port, site: foreign ? "" : site, credential: "box", box: sender.box };
}

/** One posted packet, or the reason why it is refused. */
export function readPacket(
  value: unknown,
  sender: Sender,
  now: number,
  bytewise: boolean,
): Reception | string {
  const item = asItem(value);
  if (!item) return "not_an_object";
  const at = clampedTime(item.heardAt, now);
  if (at === undefined) return "bad_time";
  if (typeof item.raw !== "string" || item.raw === "") return "bad_raw";
  const delivery = readDelivery(item, sender);
  if (typeof delivery === "string") return delivery;
  const wrong = wrongKind(item, OF_PACKET);
  if (wrong !== undefined) return wrong;
  const rxCall = typeof item.rxCall === "string" ? siteCall(item.rxCall) : undefined;
  const packet = delivery.via === "meshcom"
    ? readMesh(item.raw, item, at, delivery, bytewise)
    : readAprs(item.raw, item, at, delivery, bytewise);
  if (typeof packet === "string") return packet;
  if (rxCall !== undefined) packet.rxCall = rxCall;
  if (sender.kind === "device") {
    if (baseCall(packet.call) !== baseCall(sender.call)) return "foreign_call";
    packet.signedByDevice = true;
  }
  return packet;
}

const HIGH = /[\x80-\uffff]/;
const WIDE = /[\u0100-\uffff]/;

function readAprs(
  raw: string,
  item: Item,
  at: number,
  delivery: Delivery,
  bytewise: boolean,
): Reception | string {
  if (raw.length > MOST_RAW) return "too_long";
  const special = HIGH.test(raw);
  let binary = raw;
  if (special) binary = bytewise ? binaryOfJson(raw) : Buffer.from(raw, "utf8").toString("latin1");
  let outer = decodeTnc2(binary, at);
  // A receiver that read ISO 8859-1 bytes as text sends them as UTF-8: fixed columns then stand two bytes further on.
  if (special && !bytewise && !WIDE.test(raw) && (isUnreadable(outer) || outer.content.kind === "broken")) {
    const narrow = decodeTnc2(raw, at);
    if (!isUnreadable(narrow)) outer = narrow;
  }
  if (isUnreadable(outer)) return outer.unreadable;
  const judged = arrivalOf(outer);
  const speaker = judged.packet;
  const call = normalCall(speaker.source);
  return {
    key: keyOfPacket(speaker),
    at,
    raw: special ? decodeText(binary) : raw,
    call,
    destination: speaker.destination,
    // A packet that passed the Internet does not show that its sender was heard, whoever handed it over.
    delivery: judged.internet && delivery.via === "rf" ? { ...delivery, via: "aprsis" } : delivery,
    direct: judged.direct && !judged.internet && item.direct !== false,
    thirdParty: speaker !== outer,
    signedByDevice: false,
    content: speaker.content,
  };
}

function readMesh(
  text: string,
  item: Item,
  at: number,
  delivery: Delivery,
  bytewise: boolean,
): Reception | string {
  if (text.length > MOST_MESH) return "too_long";
  const raw = bytewise ? decodeText(binaryOfJson(text)) : text;
  const mesh = decodeMeshcom(raw);
  if ("unreadable" in mesh) return mesh.unreadable;
  if (mesh.origin === "lora") {
    const rssi = finite(item.rssi), snr = finite(item.snr);
    if (mesh.rssi === undefined && rssi !== undefined && rssi >= -150 && rssi < 0) {
      mesh.rssi = Math.round(rssi);
    }
    if (mesh.snr === undefined && snr !== undefined && snr >= -40 && snr <= 30) mesh.snr = snr;
  }
  const direct = mesh.direct && item.direct !== false;
  const packet: Reception = {
    key: keyOfMesh(mesh, raw),
    at,
    raw,
    call: mesh.source,
    destination: null,
    // A relayed or server copy was not heard by the node: it names no site.
    delivery: direct ? delivery : { ...delivery, site: "" },
    direct,
    thirdParty: false,
    signedByDevice: false,
    mesh,
  };
  if (delivery.site !== "") packet.rxCall = delivery.site;
  return packet;
}

/** What positions and finds begin with: an object with a time and a call, or the reason why it is refused. */
function readHead(value: unknown, now: number): { item: Item; at: number; call: string } | string {
  const item = asItem(value);
  if (!item) return "not_an_object";
  const at = clampedTime(item.at, now);
  if (at === undefined) return "bad_time";
  const call = typeof item.call === "string" ? normalCall(item.call) : "";
  if (!isCall(call)) return "bad_call";
  return { item, at, call };
}

/** One posted position, or the reason why it is refused. */
export function readPosition(value: unknown, sender: Sender, now: number): Reception | string {
  const head = readHead(value, now);
  if (typeof head === "string") return head;
  const { item, at, call } = head;
  const lat = finite(item.lat), lon = finite(item.lon);
  if (lat === undefined || lon === undefined || !isPlace(lat, lon)) return "bad_place";
  const delivery = readDelivery(item, sender);
  if (typeof delivery === "string") return delivery;
  const wrong = wrongKind(item, OF_POSITION);
  if (wrong !== undefined) return wrong;
  if (sender.kind === "device" && baseCall(call) !== baseCall(sender.call)) return "foreign_call";
  const course = finite(item.course), speed = finite(item.speedKmh), altitude = finite(item.altitudeM);
  const content: PositionReport = {
    kind: "position",
    messaging: false,
    lat,
    lon,
    ambiguityM: 0,
    resolutionM: 0,
    encoding: "nmea",
    symbol: typeof item.symbol === "string" && item.symbol.length === 2 ? item.symbol : "",
    ...(course !== undefined && course >= 0 && course <= 360 ? { course } : {}),
    ...(speed !== undefined && speed >= 0 && speed < 5000 ? { speedKmh: speed } : {}),
    ...(altitude !== undefined && Math.abs(altitude) < 100_000 ? { altitudeM: altitude } : {}),
    comment: typeof item.comment === "string" ? item.comment.slice(0, 200) : "",
  };
  return {
    key: keyOfPosition(call, at, lat, lon),
    at,
    raw: JSON.stringify({ call, at, lat, lon }),
    call,
    destination: null,
    delivery,
    direct: item.direct !== false && delivery.via !== "aprsis" && delivery.via !== "app",
    thirdParty: false,
    signedByDevice: sender.kind === "device",
    content,
  };
}

/** A find that a receiver took over the air. */
export interface PostedFind {
  call: string;
  cache: string;
  kind: "found" | "dnf" | "note";
  text: string;
  at: number;
  via: Via;
  delivery: Delivery;
  signedByDevice: boolean;
  /** The key that signed the batch, and the call it is registered to. */
  device?: { call: string; key: string };
}

/** One posted find, or the reason why it is refused. No box key logs a find (API "Ingest box signatures"). */
export function readFind(value: unknown, sender: Sender, now: number): PostedFind | string {
  if (sender.kind === "box") return "box_logs_no_finds";
  const head = readHead(value, now);
  if (typeof head === "string") return head;
  const { item, at, call } = head;
  if (typeof item.cache !== "string" || item.cache === "" || item.cache.length > 12) return "bad_cache";
  const kind = item.kind === "DNF" ? "dnf" : item.kind === undefined ? "found" : item.kind;
  if (kind !== "found" && kind !== "dnf" && kind !== "note") return "bad_kind";
  const wrong = wrongKind(item, OF_FIND);
  if (wrong !== undefined) return wrong;
  const delivery = readDelivery(item, sender);
  if (typeof delivery === "string") return delivery;
  if (sender.kind === "device" && baseCall(call) !== baseCall(sender.call)) return "foreign_call";
  return {
    call,
    cache: item.cache,
    kind,
    text: typeof item.text === "string" ? item.text.slice(0, 2000) : "",
    at,
    via: delivery.via,
    delivery,
    signedByDevice: sender.kind === "device",
    ...(sender.kind === "device" && { device: { call: sender.call, key: sender.key } }),
  };
}
