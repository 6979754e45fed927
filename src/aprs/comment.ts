/**
 * What follows a symbol: the seven-character data extension (APRS101 chapter 7) and what people and trackers put into
 * the comment: altitude, `!DAO!`, base-91 telemetry, frequency. What was understood is taken out of the comment.
 */
import type { Frequency, Located, Reading, TelemetryValues } from "./packet.ts";
import { base91, FOOT_M, KNOT_KMH, MILE_M, round, roundDegrees, type Spot } from "./position.ts";
import { hasWeather, readWeather } from "./weather.ts";
import { shown } from "./text.ts";

// Where somebody listens, or a repeater sends: `FFF.FFFMHz Tnnn +060` at the beginning of a comment (APRS freqspec),
// and the ways in which gateways of digital voice write it further behind. Pure.

/** Above 1 GHz a letter stands for the first digits: `A96.000MHz` is 1296 MHz (APRS freqspec). */
const LETTERS: Readonly<Record<string, number>> = {
  ...{ A: 1200, B: 2300, C: 2400, D: 3400, E: 5600, F: 5700, G: 5800, H: 10_100, I: 10_200, J: 10_300 },
  ...{ K: 10_400, L: 10_500, M: 24_000, N: 24_100, O: 24_200 },
};
const AT_START = /^ {0,3}(\d{3}|[A-O]\d\d)(\.\d{2,5}) ?MHz(?![A-Za-z])/;
const ANYWHERE = /(?<![\d.+-])(\d{2,5})(\.\d{2,5}) ?MHz(?![A-Za-z])/;
/** CTCSS, DCS, none, or a burst; in small letters where the channel is narrow. */
const TONE = /^ ?([TCDtcd]\d{3}|[Tt](?:off|OFF)|[1l]750)\b/;
/** Tens of kilohertz; or megahertz with a point. */
const SHIFT = /^ ?([+-])(?:(\d{3})(?![\d.])|(\d{1,2}\.\d{1,5}) ?(?:MHz\b|M\b)?(?![\d.]))/;

/**
 * The frequency of a comment, and the comment without it. Behind other words a frequency stays where it is: it is part of a sentence.
 */
function readFrequency(comment: string): { frequency: Frequency; rest: string } | undefined {
  const first = AT_START.exec(comment), match = first ?? ANYWHERE.exec(comment);
  if (!match) return undefined;
  const whole = match[1]!, letter = LETTERS[whole[0]!];
  const mhz = letter === undefined ? Number(whole + match[2]!) : letter + Number(whole.slice(1) + match[2]!);
  const frequency: Frequency = { mhz: round(mhz, 5) };
  let rest = comment.slice(match.index + match[0].length);
  // People write tone and shift in either order.
  for (let parts = 0; parts < 2; parts++) {
    const tone = frequency.tone === undefined ? TONE.exec(rest) : null;
    const shift = tone || frequency.offsetMhz !== undefined ? null : SHIFT.exec(rest);
    if (tone) frequency.tone = tone[1]!;
    else if (shift) {
      const [, sign, tens, megahertz] = shift;
      frequency.offsetMhz = round((sign === "-" ? -1 : 1) * Number(megahertz ?? Number(tens) / 100), 5);
    } else break;
    rest = rest.slice((tone ?? shift)![0].length);
  }
  return { frequency, rest: first ? rest : comment };
}

const ALTITUDE = /\/A=(-\d{5}|\d{6})/;
const BASE91 = /\|((?:[!-{]{2}){2,7})\|/;
const COURSE_SPEED = /^(?:(\d{3})|\.{3}| {3})\/(?:(\d{3})|\.{3}| {3})/;
const BEARING = /^\/(\d{3})\/(\d{3})/;
/**
 * PHG with its four values. Some stations add how often they beacon: one character and a slash. That slash may also begin
 * an altitude (`/A=`), which then stays. Height codes go on behind `9`, from `0` to `~`.
 */
const PHG = /^PHG(\d)([0-~])(\d)(\d)(?:[0-9A-Z](?:\/(?!A=)|(?=\/A=)))?/;
const DFS = /^DFS(\d)([0-~])(\d)(\d)/;
const RANGE = /^RNG(\d{4})/;
const DIGITS_OR_DOT = /^[\d. ]/;

/** A place with everything read off the tail behind it. `tail` is a one-character-a-byte string. */
export function locate(spot: Spot, tail: string, reading: Reading): Located {
  const located: Located = {
    lat: spot.lat,
    lon: spot.lon,
    ambiguityM: spot.ambiguityM,
    resolutionM: spot.resolutionM,
    encoding: spot.encoding,
    symbol: spot.symbol,
    comment: "",
  };
  if (spot.course !== undefined) located.course = spot.course;
  if (spot.speedKmh !== undefined) located.speedKmh = spot.speedKmh;
  if (spot.altitudeM !== undefined) located.altitudeM = spot.altitudeM;
  if (spot.rangeM !== undefined) located.rangeM = spot.rangeM;
  let rest = tail;
  if (spot.symbol[1] === "_" && spot.encoding !== "mic-e") {
    const { weather, next, lowPressureHpa } = readWeather(rest, 0, spot.wind);
    if (hasWeather(weather)) located.weather = weather;
    if (lowPressureHpa !== undefined) located.lowPressureHpa = lowPressureHpa;
    rest = rest.slice(next);
  } else if (spot.encoding === "plain") {
    rest = readExtension(located, rest, reading);
  }
  located.comment = shown(readInside(located, rest, reading));
  return located;
}

/** The data extension, right behind the symbol of a plain position. Gives what is left. */
function readExtension(located: Located, tail: string, reading: Reading): string {
  const first = tail.charCodeAt(0);
  if (first === 80 || first === 68 || first === 82) { // P, D, R
    const antenna = PHG.exec(tail) ?? DFS.exec(tail);
    if (antenna) {
      const value = Number(antenna[1]);
      located.antenna = {
        ...(tail.startsWith("P") ? { watts: value * value } : { strength: value }),
        heightM: round(10 * 2 ** (antenna[2]!.charCodeAt(0) - 48) * FOOT_M, 1),
        gainDb: Number(antenna[3]),
        directivity: Number(antenna[4]) % 9 * 45,
      };
      return tail.slice(antenna[0].length);
    }
    const range = RANGE.exec(tail);
    if (!range) return tail;
    located.rangeM = round(Number(range[1]) * MILE_M, 0);
    return tail.slice(7);
  }
  if (!DIGITS_OR_DOT.test(tail)) return tail;
  const motion = COURSE_SPEED.exec(tail);
  if (!motion) return tail;
  const course = Number(motion[1] ?? 0);
  if (course > 360) reading.problems.push("the course is above 360 degrees");
  else if (course > 0) located.course = course;
  if (motion[2] !== undefined) located.speedKmh = round(Number(motion[2]) * KNOT_KMH, 2);
  const left = tail.slice(7);
  const bearing = located.symbol === "/\\" ? BEARING.exec(left) : null;
  if (!bearing) return left;
  located.bearing = { degrees: Number(bearing[1]), nrq: bearing[2]! };
  return left.slice(8);
}

const without = (text: string, match: RegExpExecArray): string =>
  text.slice(0, match.index) + text.slice(match.index + match[0].length);

/** What may stand anywhere in a comment. Gives the comment without it. */
function readInside(located: Located, comment: string, reading: Reading): string {
  let rest = comment;
  if (rest.length < 4) return rest;
  if (rest.includes("|")) {
    const match = BASE91.exec(rest);
    if (match) {
      located.telemetry = readBase91(match[1]!);
      rest = without(rest, match);
    }
  }
  if (rest.includes("/A=")) {
    const match = ALTITUDE.exec(rest);
    if (match) {
      located.altitudeM = round(Number(match[1]) * FOOT_M, 1);
      rest = without(rest, match);
    }
  }
  if (rest.includes("!")) rest = readDao(located, rest, reading);
  if (rest.includes("MHz")) {
    const read = readFrequency(rest);
    if (read) {
      located.frequency = read.frequency;
      rest = read.rest;
    }
  }
  return rest;
}

/** The last `!DAO!` of a comment; gives the comment without it. */
function readDao(located: Located, comment: string, reading: Reading): string {
  for (
    let at = comment.lastIndexOf("!", comment.length - 5);
    at >= 0;
    at = comment.lastIndexOf("!", at - 1)
  ) {
    const isDao = comment[at + 4] === "!" &&
      refine(located, comment[at + 1]!, comment[at + 2]!, comment[at + 3]!, reading);
    if (isDao) return comment.slice(0, at) + comment.slice(at + 5);
    if (at === 0) break;
  }
  return comment;
}

/** `!DAO!`: one more digit, or a base-91 fraction of 0.01 minute, away from zero. */
function refine(located: Located, datum: string, a: string, b: string, reading: Reading): boolean {
  let latExtra: number, lonExtra: number, resolutionM: number;
  if (datum >= "A" && datum <= "Z" && /^[0-9 ]$/.test(a) && /^[0-9 ]$/.test(b)) {
    if (a === " " || b === " ") return true;
    latExtra = Number(a) / 1000;
    lonExtra = Number(b) / 1000;
    resolutionM = 1.852;
  } else if (datum >= "a" && datum <= "z" && a >= "!" && a <= "{" && b >= "!" && b <= "{") {
    latExtra = base91(a, 0, 1) / 9100;
    lonExtra = base91(b, 0, 1) / 9100;
    resolutionM = 0.2;
  } else return false;
  if (located.ambiguityM > 0) {
    reading.problems.push("an ambiguous position cannot have more digits: !DAO! not used");
    return true;
  }
  if (located.encoding !== "plain" && located.encoding !== "mic-e") return true;
  located.lat = roundDegrees(located.lat + Math.sign(located.lat || 1) * latExtra / 60);
  located.lon = roundDegrees(located.lon + Math.sign(located.lon || 1) * lonExtra / 60);
  located.resolutionM = resolutionM;
  return true;
}

/** Base-91 comment telemetry: a sequence, one to five values, then perhaps eight bits (two digits each). */
function readBase91(digits: string): TelemetryValues {
  const values: number[] = [];
  for (let at = 0; at < digits.length; at += 2) values.push(base91(digits, at, 2));
  const telemetry: TelemetryValues = { sequence: String(values[0]), analog: values.slice(1, 6) };
  // The first bit is the lowest.
  if (values.length === 7) {
    telemetry.bits = [...(values[6]! & 255).toString(2).padStart(8, "0")].reverse().join("");
  }
  return telemetry;
}
