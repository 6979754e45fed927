/** The information field: its first character says what it is (APRS101 chapter 5). */
import { locate } from "./comment.ts";
import { readMessage } from "./message.ts";
import { readMicE } from "./mic_e.ts";
import { readNmea } from "./nmea.ts";
import type { Content, ObjectReport, PositionReport, Reading, StatusReport } from "./packet.ts";
import { readPlain, readPosition, roundDegrees, type Spot } from "./position.ts";
import { shown } from "./text.ts";
import { readTime } from "./time.ts";
import { readPositionless, readUltimeter } from "./weather.ts";
import { boxOfLocator } from "../base/grid.ts";

// Status reports, queries, capabilities and the old locator beacon: APRS101 chapters 9, 15 and 16.

const LOCATED = /^([A-R]{2}\d{2}(?:[A-X]{2})?)([/\\0-9A-Z])(.)(?: |$)/i;
const BEACON = /^\[([A-R]{2}\d{2}(?:[A-X]{2})?)\]/i;

/** Reads the information field of a status report: the time or the locator at its beginning, then the text. */
function readStatus(info: string, reading: Reading): StatusReport {
  const time = info[7] === "z" ? readTime(info, 1, reading.heardAt) : undefined;
  const status: StatusReport = { kind: "status", text: "" };
  let rest = info.slice(1);
  if (time) {
    status.time = time;
    rest = info.slice(8);
  } else {
    const located = LOCATED.exec(rest);
    if (located) {
      status.locator = located[1]!.slice(0, 4).toUpperCase() + located[1]!.slice(4).toLowerCase();
      status.symbol = located[2]! + located[3]!;
      rest = rest.slice(located[0].length);
    }
  }
  status.text = shown(rest);
  return status;
}

/** `?APRS?`: a question to everyone. */
function readQuery(info: string, reading: Reading): Content {
  const query = /^\?([A-Za-z0-9]{1,10})\?/.exec(info);
  if (query) return { kind: "query", query: query[1]!.toUpperCase() };
  reading.problems.push("the query has no name between two '?'");
  return { kind: "broken", as: "query" };
}

/** `<IGATE,MSG_CNT=12,LOC_CNT=3`. */
function readCapabilities(info: string): Content {
  const values: Record<string, string | true> = Object.create(null);
  for (const part of info.slice(1).split(",")) {
    const equals = part.indexOf("=");
    const name = shown(equals < 0 ? part : part.slice(0, equals));
    if (name !== "") values[name] = equals < 0 ? true : shown(part.slice(equals + 1));
  }
  return { kind: "capabilities", values };
}

/** `[IO91SX] text`: obsolete, and heard. */
function readLocatorBeacon(info: string): Content | undefined {
  const beacon = BEACON.exec(info);
  const box = beacon ? boxOfLocator(beacon[1]!) : undefined;
  if (!beacon || !box) return undefined;
  return {
    kind: "position",
    lat: roundDegrees((box.minLat + box.maxLat) / 2),
    lon: roundDegrees((box.minLon + box.maxLon) / 2),
    ambiguityM: Math.round((box.maxLat - box.minLat) / 2 * 111_120),
    resolutionM: Math.round((box.maxLat - box.minLat) * 111_120),
    encoding: "locator",
    symbol: "",
    comment: shown(info.slice(beacon[0].length)),
    messaging: false,
  };
}

// `T#sss,a1,a2,a3,a4,a5,bbbbbbbb`: APRS101 chapter 13. Modern senders exceed 0-255, use decimals and leave values
// out.

const VALUE = /^\s{0,20}-?\d{0,20}(?:\.\d{0,20})?\s{0,20}$/;

function readTelemetry(info: string, reading: Reading): Content {
  const parts = info.slice(2).split(",");
  let sequence = parts[0]!.trim();
  let from = 1;
  // `T#MIC199,…`: the first Kenwood form has no comma behind MIC.
  if (sequence.startsWith("MIC") && sequence.length > 3) {
    parts[0] = sequence.slice(3);
    sequence = "MIC";
    from = 0;
  }
  if (!/^[A-Za-z0-9]{1,5}$/.test(sequence)) {
    reading.problems.push("the telemetry has no sequence number");
    return { kind: "broken", as: "telemetry" };
  }
  const analog: (number | null)[] = [];
  for (const part of parts.slice(from, from + 5)) {
    if (!VALUE.test(part)) {
      reading.problems.push(`telemetry value ${analog.length + 1} is not a number`);
      analog.push(null);
    } else analog.push(/\d/.test(part) ? Number(part) : null);
  }
  if (analog.length === 0) {
    reading.problems.push("the telemetry has no values");
    return { kind: "broken", as: "telemetry" };
  }
  const tail = parts.slice(from + 5).join(",");
  const bits = /^[01]{1,8}/.exec(tail);
  return {
    kind: "telemetry",
    sequence,
    analog,
    ...(bits ? { bits: bits[0].padEnd(8, "0") } : {}),
    comment: shown(bits ? tail.slice(bits[0].length) : tail),
  };
}

/** How far into an information field a late `!` is looked for (X1J digipeaters, APRS101 chapter 5). */
const LATE = 40;

/** Decodes an information field given as one character a byte. Never throws; problems go to `reading`. */
export function decodeInfo(info: string, reading: Reading): Content {
  switch (info[0]) {
    case "!":
      if (info[1] === "!") return readUltimeter(info, reading);
      return readReport(info, 1, false, false, reading);
    case "=":
      return readReport(info, 1, false, true, reading);
    case "/":
      return readReport(info, 1, true, false, reading);
    case "@":
      return readReport(info, 1, true, true, reading);
    case "`":
    case "'":
    case "\x1c":
    case "\x1d":
      return readMicE(info, reading);
    case ";":
      return readObject(info, reading);
    case ")":
      return readItem(info, reading);
    case ">":
      return readStatus(info, reading);
    case ":":
      return readMessage(info, reading);
    case "T":
      if (info[1] === "#") return readTelemetry(info, reading);
      break;
    case "_":
      return readPositionless(info, reading);
    case "}":
      return readThirdParty(info, reading);
    case "?":
      return readQuery(info, reading);
    case "<":
      return readCapabilities(info);
    case "$": {
      if (info.startsWith("$ULTW")) return readUltimeter(info, reading);
      const nmea = readNmea(info, reading);
      if (nmea) return nmea;
      break;
    }
    case "[": {
      const beacon = readLocatorBeacon(info);
      if (beacon) return beacon;
      break;
    }
    case "{":
      return { kind: "user-defined", text: shown(info.slice(1)) };
    case ",":
      return { kind: "test", text: shown(info.slice(1)) };
    case undefined:
      reading.problems.push("the information field is empty");
      return { kind: "other", text: "" };
  }
  return readLate(info, reading) ?? { kind: "other", text: shown(info) };
}

const broken = (as: string): Content => ({ kind: "broken", as });

/** `!`, `=`, `/`, `@`: a position report. */
function readReport(
  info: string,
  from: number,
  timed: boolean,
  messaging: boolean,
  reading: Reading,
): Content {
  const time = timed ? readTime(info, from, reading.heardAt) : undefined;
  const spot = timed && !time
    ? readUntimed(info, from, "position", reading)
    : readPosition(info, timed ? from + 7 : from, reading);
  if (!spot) return broken("position");
  const report = locate(spot, info.slice(spot.next), reading) as PositionReport;
  report.kind = "position";
  report.messaging = messaging;
  if (time) report.time = time;
  return report;
}

/**
 * A position behind an unusable time, at `at`. The sender's columns may be shifted, and a compressed position read
 * there would lie on another continent: only a plain one is taken, behind the seven characters or in their place.
 */
function readUntimed(info: string, at: number, what: string, reading: Reading): Spot | undefined {
  reading.problems.push(`the time of the ${what} cannot be read`);
  const quiet: Reading = { ...reading, problems: [] };
  const spot = readPlain(info, at + 7, quiet) ?? readPlain(info, at, quiet);
  if (!spot) reading.problems.push("no plain position follows the unreadable time");
  return spot;
}

/** `;NAME_____*DDHHMMz` and a position. */
function readObject(info: string, reading: Reading): Content {
  const state = info[10];
  if (state !== "*" && state !== "_") {
    reading.problems.push("the object's name is not nine characters and '*' or '_'");
    return broken("object");
  }
  const time = readTime(info, 11, reading.heardAt);
  return readNamed(info, "object", info.slice(1, 10), state === "*", time ? 18 : 11, time, reading);
}

/** `)NAME!` and a position, name of three to nine characters. */
function readItem(info: string, reading: Reading): Content {
  let end = 1;
  while (end < info.length && end <= 10 && info[end] !== "!" && info[end] !== "_") end++;
  const length = end - 1;
  if (end >= info.length || length > 9) {
    reading.problems.push("the item's name does not end in '!' or '_' within ten characters");
    return broken("item");
  }
  if (length < 3) {
    reading.problems.push("the item's name has fewer than three characters");
    if (length === 0) return broken("item");
  }
  return readNamed(info, "item", info.slice(1, end), info[end] === "!", end + 1, undefined, reading);
}

function readNamed(
  info: string,
  kind: "object" | "item",
  name: string,
  live: boolean,
  at: number,
  time: ObjectReport["time"],
  reading: Reading,
): Content {
  const plainName = shown(name);
  if (plainName === "") {
    reading.problems.push(`the ${kind} has no name`);
    return broken(kind);
  }
  const spot = kind === "object" && !time
    ? readUntimed(info, at, "object", reading)
    : readPosition(info, at, reading);
  if (!spot) return broken(kind);
  const report = locate(spot, info.slice(spot.next), reading) as ObjectReport;
  report.kind = kind;
  report.name = plainName;
  report.live = live;
  if (time) report.time = time;
  return report;
}

function readThirdParty(info: string, reading: Reading): Content {
  const inner = reading.readLine(info.slice(1), reading.heardAt, reading.depth + 1);
  if ("unreadable" in inner) {
    reading.problems.push(`the third-party packet cannot be read: ${inner.unreadable}`);
    return broken("third-party");
  }
  return { kind: "third-party", inner };
}

/** Text first, position later: a plain or compressed position behind a `!` among the first forty characters. */
function readLate(info: string, reading: Reading): Content | undefined {
  const at = info.indexOf("!");
  if (at < 1 || at >= LATE) return undefined;
  const quiet: Reading = { ...reading, problems: [] };
  const spot = readPosition(info, at + 1, quiet);
  if (!spot) return undefined;
  const report = locate(spot, info.slice(spot.next), reading) as PositionReport;
  report.kind = "position";
  report.messaging = false;
  return report;
}
