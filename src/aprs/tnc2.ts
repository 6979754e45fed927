/** The monitor line of a TNC: `SRC>DST,DIGI1,DIGI2*:info`, as bytes (domain: TNC2 text form, APRS-IS lines). */
import { decodeInfo } from "./decode.ts";
import type { Hop, Packet, QConstruct, Unreadable } from "./packet.ts";
import { toBinary } from "./text.ts";

/** A call as APRS-IS takes it: up to nine characters, also with suffixes that AX.25 has not, such as ER-OK0EB. */
const CALL = /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/;
/** Behind a q construct addresses of servers stand too, up to 32 hexadecimal digits. */
const SERVER = /^[A-Za-z0-9-]{1,32}$/;
const Q = /^q[A-Za-z]{2}$/;
/** AX.25 allows eight; APRS-IS lines carry more, and loops have been seen. */
const MAX_HOPS = 24;
const MAX_DEPTH = 3;

const CR = 13, LF = 10;

/** Where the line ends: the first CR or LF, nothing else. */
export function endOfLine(binary: string): number {
  for (let i = 0; i < binary.length; i++) {
    const code = binary.charCodeAt(i);
    if (code === CR || code === LF) return i;
  }
  return binary.length;
}

const isShortCall = (text: string): boolean => text.length <= 9 && CALL.test(text);

/** Splits a path, marking all up to the last asterisk as used. A string says what is wrong with it. */
function readPath(elements: string[]): { path: Hop[]; q?: QConstruct } | string {
  const path: Hop[] = [];
  let q: QConstruct | undefined;
  let lastUsed = -1;
  if (elements.length > MAX_HOPS) return `the path has more than ${MAX_HOPS} elements`;
  for (const element of elements) {
    if (q) {
      if (!SERVER.test(element)) {
        return element === ""
          ? "a callsign is missing behind the q construct"
          : `'${element}' in the path is not a callsign`;
      }
      q.calls.push(element);
      continue;
    }
    if (element.length === 3 && Q.test(element)) {
      q = { construct: element, calls: [] };
      continue;
    }
    const starred = element.endsWith("*");
    const call = starred ? element.slice(0, -1) : element;
    if (!isShortCall(call)) {
      return call === "" ? "the path has an empty element" : `'${call}' in the path is not a callsign`;
    }
    if (starred) lastUsed = path.length;
    path.push({ call, used: false });
  }
  for (let i = 0; i <= lastUsed; i++) path[i]!.used = true;
  if (q && q.calls.length === 0) return "a callsign is missing behind the q construct";
  return q ? { path, q } : { path };
}

/**
 * Decodes one monitor line given as bytes or as a one-character-a-byte string. Never throws.
 * `heardAt`: unix seconds of reception, dates the sender's times.
 */
export function decodeTnc2(line: Uint8Array | string, heardAt?: number, depth = 0): Packet | Unreadable {
  const whole = typeof line === "string" ? line : toBinary(line);
  const end = endOfLine(whole);
  const arrow = whole.indexOf(">");
  const colon = whole.indexOf(":", arrow + 1);
  if (arrow < 0 || arrow >= end) return { unreadable: "there is no '>' behind a source call" };
  if (colon < 0 || colon >= end) return { unreadable: "there is no ':' in front of an information field" };
  const source = whole.slice(0, arrow);
  if (!isShortCall(source)) return { unreadable: "the source is not a callsign" };
  const header = whole.slice(arrow + 1, colon);
  const comma = header.indexOf(",");
  const destination = comma < 0 ? header : header.slice(0, comma);
  if (!isShortCall(destination)) return { unreadable: "the destination is not a callsign" };
  const route = comma < 0 ? NO_PATH : readPath(header.slice(comma + 1).split(","));
  if (typeof route === "string") return { unreadable: route };
  const info = whole.slice(colon + 1, end);
  return assemble(source, destination, route.path, route.q, info, heardAt, depth);
}

const NO_PATH: { path: Hop[]; q?: QConstruct } = { path: [] };

/** A packet from its parts, the information field decoded. */
export function assemble(
  source: string,
  destination: string,
  path: Hop[],
  q: QConstruct | undefined,
  info: string,
  heardAt: number | undefined,
  depth: number,
): Packet {
  const problems: string[] = [];
  const content = depth > MAX_DEPTH
    ? (problems.push("third-party packets are nested too deep"),
      { kind: "broken" as const, as: "third-party" })
    : decodeInfo(info, { destination, heardAt, problems, depth, readLine: decodeTnc2 });
  const packet: Packet = {
    source,
    destination,
    path: path === NO_PATH.path ? [] : path,
    info,
    content,
    problems,
  };
  if (q) packet.q = q;
  return packet;
}

/** The monitor line of a packet, one character a byte. One asterisk, on the last used element. */
export function encodeTnc2(packet: Pick<Packet, "source" | "destination" | "path" | "q" | "info">): string {
  let lastUsed = -1;
  packet.path.forEach((hop, i) => hop.used && (lastUsed = i));
  const hops = packet.path.map((hop, i) => i === lastUsed ? `${hop.call}*` : hop.call);
  const q = packet.q ? [packet.q.construct, ...packet.q.calls] : [];
  return `${packet.source}>${[packet.destination, ...hops, ...q].join(",")}:${packet.info}`;
}
