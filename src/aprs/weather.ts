/** Weather as sent over APRS, imperial, made metric: APRS101 chapter 12. */
import { readTime } from "./time.ts";
import type { Content, Reading, SentTime, Weather, WeatherReport } from "./packet.ts";
import { round } from "./position.ts";
import { shown } from "./text.ts";

const MPH_MS = 0.44704;
const HUNDREDTH_INCH_MM = 0.254;

/** Most digits of each lettered field. */
const WIDTH: Record<string, number> = {
  g: 3,
  t: 3,
  r: 3,
  p: 3,
  P: 3,
  h: 3,
  b: 5,
  L: 3,
  l: 3,
  s: 3,
  "#": 5,
  c: 3,
};
/** The range of each value after conversion; anything outside comes from a broken sensor and is dropped. */
const LIMITS: Partial<Record<keyof Weather, readonly [least: number, most: number]>> = {
  windDirection: [0, 360],
  windMs: [0, 120],
  gustMs: [0, 150],
  tempC: [-90, 70],
  humidity: [1, 100],
  pressureHpa: [800, 1100],
};

/** A lower pressure than 800 hPa is kept apart: that of a place high up, or of a broken sensor. */
const LEAST_HPA = 500;
/** How far the pressure at a height is at most from that of the standard atmosphere, with some room. */
const WEATHER_HPA = 60;

/** Whether a pressure is one that only a height explains. */
export const isLowPressure = (hPa: number): boolean => hPa >= LEAST_HPA && hPa < LIMITS.pressureHpa![0];

/**
 * Whether a pressure can be that of a station at a height in metres. Heights where the formula of the standard atmosphere
 * ends are none of a weather station.
 */
export function isPressureAt(hPa: number, altitudeM: number): boolean {
  if (!(altitudeM > -500 && altitudeM < 11_000)) return false;
  const standard = 1013.25 * (1 - altitudeM / 44_330.8) ** 5.2559;
  return Math.abs(hPa - standard) <= WEATHER_HPA;
}

/** Weather as it is read: with a low pressure that still has to be explained. */
type Read = Weather & { lowPressureHpa?: number };

const DOT = 46, BLANK = 32, DASH = 45;
/** Snow of the last day in inches, three characters, one of which may be a point: `1.5`, `.50`. */
const SNOW = /^(?:\d\.\d{1,2}|\.\d{1,2}|\d{2}\.\d?)/;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Keeps a value that lies in its range. */
function keep(weather: Read, name: keyof Weather, value: number): void {
  const limits = LIMITS[name];
  if (name === "pressureHpa" && isLowPressure(value)) weather.lowPressureHpa = value;
  if (!limits || (value >= limits[0] && value <= limits[1])) weather[name] = value;
}

/** Three characters of wind: a number, or `undefined` where dots, blanks or dashes stand; `null` for anything else. */
function windField(text: string, at: number): number | undefined | null {
  let value = 0, digits = 0;
  for (let i = at; i < at + 3; i++) {
    const code = text.charCodeAt(i);
    if (isDigit(code)) {
      value = value * 10 + code - 48;
      digits++;
    } else if (code !== DOT && code !== BLANK && code !== DASH) return null;
  }
  return digits === 3 ? value : undefined;
}

function putWind(weather: Weather, direction: number | undefined, mph: number | undefined): void {
  if (direction !== undefined) keep(weather, "windDirection", direction || 360);
  if (mph !== undefined) keep(weather, "windMs", round(mph * MPH_MS, 2));
}

/** `DDD/SSS`, or `cDDDsSSS` as reports without position write it. Gives where it ends; `at` when it is not there. */
function readWind(weather: Weather, text: string, at: number): number {
  const lettered = text[at] === "c" && text[at + 4] === "s";
  if (!lettered && text[at + 3] !== "/") return at;
  const from = lettered ? at + 1 : at;
  const direction = windField(text, from), speed = windField(text, from + 4);
  if (direction === null || speed === null) return at;
  putWind(weather, direction, speed);
  return from + 7;
}

function put(weather: Read, key: string, value: number): void {
  switch (key) {
    case "c":
      return putWind(weather, value, undefined);
    case "s":
      return keep(weather, "snowMm", round(value * 25.4, 1));
    case "g":
      return keep(weather, "gustMs", round(value * MPH_MS, 2));
    case "t":
      return keep(weather, "tempC", round((value - 32) * 5 / 9, 1));
    case "r":
      return keep(weather, "rain1hMm", round(value * HUNDREDTH_INCH_MM, 2));
    case "p":
      return keep(weather, "rain24hMm", round(value * HUNDREDTH_INCH_MM, 2));
    case "P":
      return keep(weather, "rainTodayMm", round(value * HUNDREDTH_INCH_MM, 2));
    case "h":
      return keep(weather, "humidity", value === 0 ? 100 : value);
    case "b":
      return keep(weather, "pressureHpa", round(value / 10, 1));
    case "L":
      return keep(weather, "luminosityWm2", value);
    case "l":
      return keep(weather, "luminosityWm2", value + 1000);
  }
}

/**
 * One lettered field at `at`. Gives where it ends, or `at` when none stands there. Two or more dots, or blanks in full
 * width, say that there is no sensor; digits past the width say that the sensor is broken. Only a temperature may be
 * below zero; a pressure has four or five digits.
 */
function readField(weather: Read, text: string, at: number): number {
  const key = text[at]!;
  const width = WIDTH[key];
  if (width === undefined) return at;
  let next = at + 1;
  const first = text.charCodeAt(next);
  if (key === "s") {
    const snow = SNOW.exec(text.slice(next, next + 4));
    if (snow) {
      put(weather, key, Number(snow[0]));
      return next + snow[0].length;
    }
  }
  if (first === DOT || first === BLANK) {
    while (next - at <= 5 && text.charCodeAt(next) === first) next++;
    const length = next - at - 1;
    if (first === BLANK) return length >= width ? at + 1 + width : at;
    return length >= 2 ? next : at;
  }
  const negative = first === DASH;
  if (negative) next++;
  const begins = next;
  let value = 0;
  while (isDigit(text.charCodeAt(next)) && next - begins < 6) {
    value = value * 10 + text.charCodeAt(next++) - 48;
  }
  const digits = next - begins;
  if (digits === 0) return at;
  const can = digits <= width && (key !== "b" || digits >= 4) && (key === "t" || !negative);
  if (can) put(weather, key, negative ? -value : value);
  return next;
}

/**
 * Reads the wind and the lettered fields from `at` on. `wind`: what came with a compressed position; wind in
 * letters or `DDD/SSS` behind it counts before it. `next`: the position of the first character that belongs to no
 * weather field.
 */
export function readWeather(
  text: string,
  at: number,
  wind?: { direction: number; ms: number },
): { weather: Weather; lowPressureHpa?: number; next: number } {
  const weather: Read = {};
  // Some stations repeat the symbol, or set the fields off with a slash.
  const start = text[at] === "_" ? at + 1 : at;
  let next = readWind(weather, text, start);
  if (next === start && text[start] === "/" && (text[start + 1] === "g" || text[start + 1] === "t")) next++;
  if (wind && weather.windDirection === undefined && weather.windMs === undefined) {
    keep(weather, "windDirection", wind.direction);
    keep(weather, "windMs", wind.ms);
  }
  for (;;) {
    const after = readField(weather, text, next);
    if (after === next) return { ...apart(weather), next: next === start ? at : next };
    next = after;
  }
}

const apart = ({ lowPressureHpa, ...weather }: Read) => ({
  weather: weather as Weather,
  ...(lowPressureHpa === undefined ? {} : { lowPressureHpa }),
});

/** Whether any value was read: an empty report is not kept as weather. */
export function hasWeather(weather: Weather): boolean {
  for (const _ in weather) return true;
  return false;
}

/** `_MMDDhhmm` and fields, or the fields alone: a weather report whose station has told its place before. */
export function readPositionless(info: string, reading: Reading): Content {
  const timed = /^_\d{8}/.test(info);
  const { weather, next, ...low } = readWeather(info, timed ? 9 : 1);
  if (!timed && !hasWeather(weather) && low.lowPressureHpa === undefined) {
    reading.problems.push("the weather report has neither MMDDhhmm nor a value");
    return { kind: "broken", as: "weather" };
  }
  const report: WeatherReport = { kind: "weather", ...weather, ...low, comment: shown(info.slice(next)) };
  if (!timed) return report;
  const time: SentTime = { text: info.slice(1, 9) };
  const dated = readTime(`${info.slice(3, 9)}z`, 0, reading.heardAt);
  if (dated?.at !== undefined) time.at = dated.at;
  report.time = time;
  return report;
}

/** Words of a Peet Bros Ultimeter, each four hexadecimal digits, `----` for a missing sensor. */
function words(hex: string): (number | undefined)[] {
  const all: (number | undefined)[] = [];
  for (let at = 0; at + 4 <= hex.length; at += 4) {
    const word = hex.slice(at, at + 4);
    all.push(/^[0-9A-Fa-f]{4}$/.test(word) ? Number.parseInt(word, 16) << 16 >> 16 : undefined);
  }
  return all;
}

/**
 * `$ULTW…` and `!!…`: packet and logging mode of the Ultimeter 2000 (APRS101 chapter 12, raw weather). The wind is the
 * mean of the last minutes where the station sends one.
 */
export function readUltimeter(info: string, reading: Reading): Content {
  const packetMode = info.startsWith("$ULTW");
  const w = words(info.slice(packetMode ? 5 : 2));
  const read: Read = {};
  const set = (name: keyof Weather, raw: number | undefined, scale: number, digits: number, shift = 0) => {
    if (raw !== undefined) keep(read, name, round((raw - shift) * scale, digits));
  };
  const instant = w[0], mean = packetMode ? w[12] : w[11];
  if (packetMode) set("gustMs", instant, 0.1 / 3.6, 2);
  set("windMs", mean ?? (packetMode ? undefined : instant), 0.1 / 3.6, 2);
  if (w[1] !== undefined) read.windDirection = Math.round((w[1] & 255) * 360 / 256) || 360;
  set("tempC", w[2], 5 / 90, 1, 320);
  set("pressureHpa", w[4], 0.1, 1);
  set("humidity", packetMode ? w[8] : w[6], 0.1, 0);
  set("rainTodayMm", packetMode ? w[11] : w[10], 0.254, 2);
  if (!hasWeather(read)) {
    reading.problems.push("the weather station's words have no value");
    return { kind: "broken", as: "weather" };
  }
  return { kind: "weather", ...read, comment: "" };
}
