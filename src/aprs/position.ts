/** Plain and compressed positions: APRS101 chapters 6, 8 and 9. */
import type { Located, Reading } from "./packet.ts";

export const KNOT_KMH = 1.852;
export const FOOT_M = 0.3048;
export const MILE_M = 1609.344;
/** Half the side of the box that 0 to 4 blanked digits leave open: in minutes, and in metres north-south. */
const BLANK_MINUTES = [0, 0.05, 0.5, 5, 30] as const;
const BLANK_M = [0, 92.6, 926, 9260, 55_560] as const;

/** A place and what came packed with it; `next` is where the comment or data extension begins. */
export interface Spot extends
  Pick<
    Located,
    | "lat"
    | "lon"
    | "ambiguityM"
    | "resolutionM"
    | "encoding"
    | "symbol"
    | "course"
    | "speedKmh"
    | "altitudeM"
    | "rangeM"
  > {
  /** Compressed wind: degrees and m/s, when the symbol says that it is a weather station. */
  wind?: { direction: number; ms: number };
  next: number;
}

/** Half box in metres for a count of blanked digits. */
export const ambiguityM = (blanks: number): number => BLANK_M[blanks]!;
/** Half box in minutes: what is added to cut-off minutes to stand in the middle. */
export const ambiguityMinutes = (blanks: number): number => BLANK_MINUTES[blanks]!;

/** A number rounded to so many digits behind the point. */
export const round = (value: number, digits: number): number => {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
};
/** Degrees to 1e-7, about a centimetre: binary noise does not leave the parser. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

const digit = (text: string, at: number): number => {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : -1;
};

/**
 * Minutes `mm.hh` at `at`. Gives minutes in hundredths and the number of digits blanked from the right, or -1 where
 * there are no minutes. `force`: digits to ignore since the latitude blanked as many.
 */
function minutes(
  text: string,
  at: number,
  force: number,
): { hundredths: number; blanks: number } | undefined {
  if (text.charCodeAt(at + 2) !== 46) return undefined;
  let hundredths = 0, blanks = 0;
  for (let i = 0; i < 4; i++) {
    const place = at + (i < 2 ? i : i + 1);
    if (4 - i <= force) {
      blanks++;
      hundredths *= 10;
      continue;
    }
    if (text.charCodeAt(place) === 32) {
      blanks++;
      hundredths *= 10;
      continue;
    }
    const value = digit(text, place);
    // A digit to the right of a blank: no sender means that.
    if (value < 0 || blanks > 0) return undefined;
    hundredths = hundredths * 10 + value;
  }
  return hundredths < 6000 ? { hundredths, blanks } : undefined;
}

/** `ddmm.hhN/dddmm.hhW>` at `at`: 19 characters. */
export function readPlain(text: string, at: number, reading: Reading): Spot | undefined {
  const fail = (why: string): undefined => void reading.problems.push(why);
  if (text.length < at + 19) return fail("the position is cut short");
  const latDegrees = digit(text, at) * 10 + digit(text, at + 1);
  const latMinutes = minutes(text, at + 2, 0);
  const ns = text[at + 7]!;
  if (digit(text, at) < 0 || digit(text, at + 1) < 0 || !latMinutes) {
    return fail("the latitude is not in the form ddmm.hh");
  }
  if (ns !== "N" && ns !== "S" && ns !== "n" && ns !== "s") return fail("the latitude has no N or S");
  const lonDegrees = digit(text, at + 9) * 100 + digit(text, at + 10) * 10 + digit(text, at + 11);
  const lonMinutes = minutes(text, at + 12, latMinutes.blanks);
  const ew = text[at + 17]!;
  if (digit(text, at + 9) < 0 || digit(text, at + 10) < 0 || digit(text, at + 11) < 0 || !lonMinutes) {
    return fail("the longitude is not in the form dddmm.hh");
  }
  if (ew !== "E" && ew !== "W" && ew !== "e" && ew !== "w") return fail("the longitude has no E or W");
  // Latitude and longitude are each set to the middle of the range that their blanked digits leave open; the digits
  // that were sent stay.
  const blanks = Math.max(latMinutes.blanks, lonMinutes.blanks);
  const lat = latDegrees + (latMinutes.hundredths / 100 + ambiguityMinutes(latMinutes.blanks)) / 60;
  const lon = lonDegrees + (lonMinutes.hundredths / 100 + ambiguityMinutes(lonMinutes.blanks)) / 60;
  if (lat > 90 || lon > 180) return fail("the position is not on the globe");
  const table = text[at + 8]!;
  if (!isPrintable(table) || !isPrintable(text[at + 18]!)) {
    return fail("the symbol is not two printable characters");
  }
  if (!isTable(table)) reading.problems.push(`'${table}' is not a symbol table`);
  return {
    lat: roundDegrees(ns === "S" || ns === "s" ? -lat : lat),
    lon: roundDegrees(ew === "W" || ew === "w" ? -lon : lon),
    ambiguityM: ambiguityM(blanks),
    resolutionM: 18.52,
    encoding: "plain",
    symbol: table + text[at + 18]!,
    next: at + 19,
  };
}

/** `/`, `\`, or an overlay. */
export const isTable = (table: string): boolean => /^[/\\0-9A-Z]$/.test(table);
/** Whether a symbol may have it: a blank or control character comes from a broken packet. */
export const isPrintable = (char: string): boolean => char > " " && char <= "~";

/** Value of `count` base-91 digits at `at`, or -1. */
export function base91(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) {
    const digit91 = text.charCodeAt(at + i) - 33;
    if (!(digit91 >= 0 && digit91 <= 90)) return -1;
    value = value * 91 + digit91;
  }
  return value;
}

/**
 * 13 characters at `at`: symbol table, latitude and longitude of four base-91 digits each, symbol code, `cs`, `T`.
 */
function readCompressed(text: string, at: number, reading: Reading): Spot | undefined {
  const fail = (why: string): undefined => void reading.problems.push(why);
  if (text.length < at + 13) return fail("the compressed position is cut short");
  let table = text[at]!;
  if (table >= "a" && table <= "j") table = String.fromCharCode(table.charCodeAt(0) - 49);
  else if (!/^[/\\A-Z]$/.test(table)) {
    return fail("the position starts with neither a digit nor a symbol table");
  }
  if (!isPrintable(text[at + 9]!)) return fail("the symbol is not two printable characters");
  const y = base91(text, at + 1, 4), x = base91(text, at + 5, 4);
  if (y < 0 || x < 0) return fail("the compressed position has characters outside base 91");
  const lat = 90 - y / 380926, lon = -180 + x / 190463;
  if (lat < -90 || lon > 180) return fail("the position is not on the globe");
  const spot: Spot = {
    lat: roundDegrees(lat),
    lon: roundDegrees(lon),
    ambiguityM: 0,
    resolutionM: 0.3,
    encoding: "compressed",
    symbol: table + text[at + 9]!,
    next: at + 13,
  };
  const c = text.charCodeAt(at + 10) - 33,
    s = text.charCodeAt(at + 11) - 33,
    t = text.charCodeAt(at + 12) - 33;
  if (c < 0) return spot;
  if (s < 0 || s > 90 || c > 90) {
    return reading.problems.push("the compressed course and speed are not in base 91"), spot;
  }
  if ((t & 0x18) === 0x10) spot.altitudeM = round(1.002 ** (c * 91 + s) * FOOT_M, 1);
  else if (c === 90) spot.rangeM = round(2 * 1.08 ** s * MILE_M, 0);
  else {
    const knots = 1.08 ** s - 1;
    if (spot.symbol[1] === "_") spot.wind = { direction: c * 4 || 360, ms: round(knots * KNOT_KMH / 3.6, 2) };
    else {
      spot.course = c * 4 || 360;
      spot.speedKmh = round(knots * KNOT_KMH, 2);
    }
  }
  return spot;
}

/** Whichever of the two forms stands at `at`. */
export function readPosition(text: string, at: number, reading: Reading): Spot | undefined {
  const first = text.charCodeAt(at);
  return first >= 48 && first <= 57 ? readPlain(text, at, reading) : readCompressed(text, at, reading);
}
