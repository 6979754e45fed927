/** Raw NMEA sentences on the air: RMC, GGA, GLL and waypoints (APRS101 chapters 5 and 6; NMEA 0183). */
import type { Content, ObjectReport, PositionReport, Reading } from "./packet.ts";
import { ambiguityM, KNOT_KMH, round, roundDegrees } from "./position.ts";
import { symbolOfDestination } from "./symbols.ts";
import { shown } from "./text.ts";

const SENTENCE = /^\$(GP|GN|GL|GA|PK)(RMC|GGA|GLL|WPL|WDWPL),/;

function checksumFits(info: string, star: number): boolean {
  let sum = 0;
  for (let i = 1; i < star; i++) sum ^= info.charCodeAt(i);
  return sum === Number.parseInt(info.slice(star + 1, star + 3), 16);
}

/** Digits of a minute that a coordinate leaves open below hundredths: fewer than two decimals are as if blanked. */
const blanksOf = (text: string): number => Math.max(0, 2 - (text.split(".")[1]?.length ?? 0));

/** `ddmm.mmmm` and its letter, as degrees. */
function degrees(text: string | undefined, letter: string | undefined, width: 2 | 3): number | undefined {
  if (!text || !letter || !new RegExp(`^\\d{${width}}[0-5]\\d(\\.\\d{1,8})?$`).test(text)) return undefined;
  const value = Number(text.slice(0, width)) + Number(text.slice(width)) / 60;
  if (value > (width === 2 ? 90 : 180)) return undefined;
  const sign = width === 2 ? { N: 1, S: -1 }[letter] : { E: 1, W: -1 }[letter];
  return sign ? roundDegrees(sign * value) : undefined;
}

const amount = (text: string | undefined): number | undefined =>
  text && /^-?\d+(\.\d*)?$/.test(text) ? Number(text) : undefined;

export function readNmea(info: string, reading: Reading): Content | undefined {
  const start = SENTENCE.exec(info);
  if (!start) return undefined;
  const fail = (why: string): Content => {
    reading.problems.push(why);
    return { kind: "broken", as: "position" };
  };
  const star = info.indexOf("*");
  if (star < 0) reading.problems.push("the NMEA sentence has no checksum");
  else if (!checksumFits(info, star)) return fail("the checksum of the NMEA sentence is wrong");
  const f = (star < 0 ? info : info.slice(0, star)).split(",");
  const sentence = start[2]!;
  const at = { RMC: 3, GGA: 2, GLL: 1, WPL: 1, WDWPL: 3 }[sentence]!;
  if (
    sentence === "RMC" && f[2] !== "A" || sentence === "GGA" && (f[6] === "0" || f[6] === "") ||
    sentence === "GLL" && f[6] === "V"
  ) {
    return fail("the NMEA sentence has no fix");
  }
  const lat = degrees(f[at], f[at + 1], 2), lon = degrees(f[at + 2], f[at + 3], 3);
  if (lat === undefined || lon === undefined) return fail("the NMEA sentence has no position");
  const blanks = Math.max(blanksOf(f[at]!), blanksOf(f[at + 2]!));
  const report: PositionReport = {
    kind: "position",
    lat,
    lon,
    ambiguityM: ambiguityM(blanks),
    resolutionM: blanks > 0 ? 2 * ambiguityM(blanks) : 0.2,
    encoding: "nmea",
    symbol: symbolOfDestination(reading.destination) ?? "",
    comment: star < 0 ? "" : shown(info.slice(star + 3)),
    messaging: false,
  };
  if (sentence === "RMC") {
    const knots = amount(f[7]), course = amount(f[8]);
    if (knots !== undefined) report.speedKmh = round(knots * KNOT_KMH, 2);
    if (course !== undefined && course > 0 && course <= 360) report.course = course;
  } else if (sentence === "GGA") {
    const altitude = amount(f[9]);
    if (altitude !== undefined && f[10] === "M") report.altitudeM = altitude;
  } else if (sentence === "WPL" || sentence === "WDWPL") return waypoint(report, f, sentence);
  return report;
}

/** A waypoint is somebody else's place: an item of that name. Kenwood's own form ends with a symbol. */
function waypoint(report: PositionReport, fields: string[], sentence: string): Content {
  const kenwood = sentence === "WDWPL";
  const { kind: _, messaging: __, ...located } = report;
  const item: ObjectReport = {
    ...located,
    kind: "item",
    live: true,
    name: shown(fields[kenwood ? 11 : 5] ?? ""),
  };
  const symbol = fields[12];
  if (kenwood && symbol?.length === 2) item.symbol = symbol;
  return item;
}
