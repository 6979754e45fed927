/** Mic-E: half of the position sits in the destination call (APRS101 chapter 10). */
import { locate } from "./comment.ts";
import { readMicEDevice } from "./devices.ts";
import type { Content, PositionReport, Reading, TelemetryValues } from "./packet.ts";
import {
  ambiguityM,
  ambiguityMinutes,
  base91,
  isPrintable,
  isTable,
  KNOT_KMH,
  round,
  roundDegrees,
  type Spot,
} from "./position.ts";

const STANDARD = [
  "Emergency",
  "Priority",
  "Special",
  "Committed",
  "Returning",
  "In Service",
  "En Route",
  "Off Duty",
] as const;
const CUSTOM = [
  "Emergency",
  "Custom-6",
  "Custom-5",
  "Custom-4",
  "Custom-3",
  "Custom-2",
  "Custom-1",
  "Custom-0",
] as const;

/** One destination character: its digit (-1 for a blank), and its bit: 0, 1 custom, 2 standard. */
function character(code: number): { digit: number; bit: 0 | 1 | 2 } | undefined {
  if (code >= 48 && code <= 57) return { digit: code - 48, bit: 0 };
  if (code >= 65 && code <= 74) return { digit: code - 65, bit: 1 };
  if (code >= 80 && code <= 89) return { digit: code - 80, bit: 2 };
  if (code === 75) return { digit: -1, bit: 1 };
  if (code === 76) return { digit: -1, bit: 0 };
  if (code === 90) return { digit: -1, bit: 2 };
  return undefined;
}

/** Six digits of latitude, the three message bits and the three flags. A text says why not. */
function readDestination(destination: string):
  | {
    minutes: number;
    degrees: number;
    blanks: number;
    north: boolean;
    west: boolean;
    plus100: boolean;
    status: string;
  }
  | string {
  const dash = destination.indexOf("-");
  if ((dash < 0 ? destination.length : dash) !== 6) {
    return "the destination of a Mic-E packet has six characters";
  }
  let degrees = 0, minutes = 0, blanks = 0, message = 0, custom = 0, standard = 0;
  let north = false, west = false, plus100 = false;
  for (let i = 0; i < 6; i++) {
    const read = character(destination.charCodeAt(i));
    if (!read) return `'${destination[i]}' cannot stand in the destination of a Mic-E packet`;
    if (read.digit < 0) {
      if (i < 2) return "a Mic-E packet cannot blank the degrees";
      blanks++;
    } else if (blanks > 0) return "a digit stands to the right of a blanked one";
    const digit = Math.max(read.digit, 0);
    if (i < 2) degrees = degrees * 10 + digit;
    else minutes = minutes * 10 + digit;
    const set = read.bit !== 0;
    if (i < 3) {
      message = message * 2 + (set ? 1 : 0);
      if (read.bit === 1) custom++;
      if (read.bit === 2) standard++;
    } else if (read.bit === 1) return "a custom bit stands where Mic-E has none";
    else if (i === 3) north = set;
    else if (i === 4) plus100 = set;
    else west = set;
  }
  if (degrees > 90 || minutes >= 6000) return "the Mic-E latitude is not on the globe";
  const status = custom > 0 && standard > 0 ? "Unknown" : (custom > 0 ? CUSTOM : STANDARD)[message]!;
  return { degrees, minutes, blanks, north, west, plus100, status };
}

/** Reads an information field that starts with `` ` ``, `'`, 0x1C or 0x1D. */
export function readMicE(info: string, reading: Reading): Content {
  const fail = (why: string): Content => {
    reading.problems.push(why);
    return { kind: "broken", as: "position" };
  };
  const sent = readDestination(reading.destination);
  if (typeof sent === "string") return fail(sent);
  if (info.length < 9) return fail("the Mic-E packet is cut short");
  const b = (at: number): number => info.charCodeAt(at) - 28;
  // Encoders send degrees from 0x26 to 0x7f, minutes from 0x26 to 0x61 (below ten they add sixty), hundredths from 0x1c.
  const hundredths = b(3);
  if (b(1) < 10 || b(1) > 99 || b(2) < 10 || b(2) > 69 || hundredths < 0 || hundredths > 99) {
    return fail("the Mic-E longitude has bytes that no encoder sends");
  }
  let degrees = b(1) + (sent.plus100 ? 100 : 0);
  if (degrees >= 180 && degrees <= 189) degrees -= 80;
  else if (degrees >= 190 && degrees <= 199) degrees -= 190;
  let minutes = b(2);
  if (minutes >= 60) minutes -= 60;
  const middle = ambiguityMinutes(sent.blanks);
  const cut = 10 ** sent.blanks;
  const lonHundredths = Math.floor((minutes * 100 + hundredths) / cut) * cut;
  const lat = sent.degrees + (sent.minutes / 100 + middle) / 60;
  const lon = degrees + (lonHundredths / 100 + middle) / 60;
  if (lat > 90) return fail("the Mic-E position is not on the globe");
  const spot: Spot = {
    lat: roundDegrees(sent.north ? lat : -lat),
    lon: roundDegrees(sent.west ? -lon : lon),
    ambiguityM: ambiguityM(sent.blanks),
    resolutionM: 18.52,
    encoding: "mic-e",
    symbol: "",
    next: 9,
  };
  if (isTable(info[8]!) && isPrintable(info[7]!)) {
    spot.symbol = info[8]! + info[7]!;
    readMotion(spot, b(4), b(5), b(6), reading);
  } else {
    // A byte got lost on the way, and with it what stands before the symbol.
    reading.problems.push("the Mic-E packet names no symbol table: course and speed are not read");
  }
  const tail = info.slice(9);
  const { rest } = readMicEDevice(tail);
  const old = readOldTelemetry(tail);
  const comment = old ? tail.slice(11) : readAltitude(spot, rest);
  const report = locate(spot, comment, reading) as PositionReport;
  if (old) report.telemetry = old;
  report.kind = "position";
  // Type bytes whose devices take messages; `'` is a tracker, a blank the first generation.
  report.messaging = /^[`>\]]/.test(tail);
  report.micE = sent.status;
  return report;
}

function readMotion(spot: Spot, sp: number, dc: number, se: number, reading: Reading): void {
  if (sp < 0 || dc < 0 || se < 0 || sp > 99 || dc > 99 || se > 99) {
    reading.problems.push("the Mic-E course and speed are out of range");
    return;
  }
  let knots = sp * 10 + Math.floor(dc / 10);
  if (knots >= 800) knots -= 800;
  let course = dc % 10 * 100 + se;
  if (course >= 400) course -= 400;
  spot.speedKmh = round(knots * KNOT_KMH, 2);
  if (course > 0 && course <= 360) spot.course = course;
}

/** `xxx}`, metres above -10 000, in front of the comment; gives what is left. */
function readAltitude(spot: Spot, rest: string): string {
  const metres = rest[3] === "}" ? base91(rest, 0, 3) : -1;
  if (metres < 0) return rest;
  spot.altitudeM = metres - 10_000;
  return rest.slice(4);
}

/**
 * `'` and five values as hexadecimal pairs, from the first Mic-E units. Their other form, `` ` `` and two values, is not
 * read: the same bytes open the comment of every radio of today.
 */
function readOldTelemetry(tail: string): TelemetryValues | undefined {
  if (!/^'[0-9A-Fa-f]{10}/.test(tail)) return undefined;
  return { sequence: "", analog: tail.slice(1, 11).match(/../g)!.map((pair) => Number.parseInt(pair, 16)) };
}
