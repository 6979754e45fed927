/** Weather as sent over APRS, imperial, made metric: APRS101 chapter 12. */
import { readTime } from "./time.ts";
import type { Content, Reading, SentTime, Weather, WeatherReport } from "./packet.ts";
import { round } from "./position.ts";
import { shown } from "./text.ts";

const MPH_MS = 0.44704;
const HUNDREDTH_INCH_MM = 0.254;

/** A field's value: digits of exactly that width, or `undefined` for dots and blanks; `null` for anything else. */
function field(text: string, at: number, width: number): number | undefined | null {
  if (text.length < at + width) return null;
  let value = 0, unknown = 0, sign = 1;
  for (let i = 0; i < width; i++) {
    const code = text.charCodeAt(at + i);
    if (code >= 48 && code <= 57 && unknown === 0) value = value * 10 + code - 48;
    else if (code === 45 && i === 0) sign = -1;
    else if (code === 46 || code === 32) unknown++;
    else return null;
  }
  return unknown > 0 ? unknown === width ? undefined : null : sign * value;
}

/** Width of each lettered field. */
const WIDTH: Record<string, number> = {
  g: 3,
  t: 3,
  r: 3,
  p: 3,
  P: 3,
  h: 2,
  b: 5,
  L: 3,
  l: 3,
  s: 3,
  "#": 3,
  c: 3,
};

function put(weather: Weather, key: string, value: number, windWanted: boolean): void {
  switch (key) {
    case "c":
      return void (weather.windDirection = value || 360);
    case "s":
      // In a report without position the first `s` is the wind, a later one the snow in inches.
      if (windWanted && weather.windMs === undefined) weather.windMs = round(value * MPH_MS, 2);
      else weather.snowMm = round(value * 25.4, 1);
      return;
    case "g":
      return void (weather.gustMs = round(value * MPH_MS, 2));
    case "t":
      return void (weather.tempC = round((value - 32) * 5 / 9, 1));
    case "r":
      return void (weather.rain1hMm = round(value * HUNDREDTH_INCH_MM, 2));
    case "p":
      return void (weather.rain24hMm = round(value * HUNDREDTH_INCH_MM, 2));
    case "P":
      return void (weather.rainTodayMm = round(value * HUNDREDTH_INCH_MM, 2));
    case "h":
      return void (weather.humidity = value === 0 ? 100 : value);
    case "b":
      return void (weather.pressureHpa = round(value / 10, 1));
    case "L":
      return void (weather.luminosityWm2 = value);
    case "l":
      return void (weather.luminosityWm2 = value + 1000);
  }
}

/**
 * Reads `DDD/SSS` (unless `wind` came compressed or `positionless` is set) and the lettered fields from `at` on.
 * `next`: where the first thing that is no weather field stands.
 */
export function readWeather(
  text: string,
  at: number,
  wind?: { direction: number; ms: number },
  positionless = false,
): { weather: Weather; next: number } {
  const weather: Weather = {};
  let next = at;
  if (wind) {
    weather.windDirection = wind.direction;
    weather.windMs = wind.ms;
  } else if (!positionless && text[at + 3] === "/") {
    const direction = field(text, at, 3), speed = field(text, at + 4, 3);
    if (direction !== null && speed !== null) {
      if (direction !== undefined && direction <= 360) weather.windDirection = direction || 360;
      if (speed !== undefined) weather.windMs = round(speed * MPH_MS, 2);
      next = at + 7;
    }
  }
  for (; next < text.length;) {
    const key = text[next]!;
    const width = WIDTH[key];
    if (width === undefined || (key === "c" && !positionless)) break;
    const value = field(text, next + 1, width);
    if (value === null) break;
    if (value !== undefined) put(weather, key, value, positionless);
    next += 1 + width;
  }
  return { weather, next };
}

/** `_MMDDhhmm` and fields: a weather report whose station has told its place before. */
export function readPositionless(info: string, reading: Reading): Content {
  const time: SentTime = { text: info.slice(1, 9) };
  if (!/^\d{8}$/.test(time.text)) {
    reading.problems.push("the weather report has no MMDDhhmm");
    return { kind: "broken", as: "weather" };
  }
  const dated = readTime(`${info.slice(3, 9)}z`, 0, reading.heardAt);
  if (dated?.at !== undefined) time.at = dated.at;
  const { weather, next } = readWeather(info, 9, undefined, true);
  const report: WeatherReport = { kind: "weather", ...weather, time, comment: shown(info.slice(next)) };
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

/** `$ULTW…` and `!!…`: packet and logging mode of the Ultimeter 2000 (APRS101 chapter 12, raw weather). */
export function readUltimeter(info: string): WeatherReport {
  const packetMode = info.startsWith("$ULTW");
  const w = words(info.slice(packetMode ? 5 : 2));
  const report: WeatherReport = { kind: "weather", comment: "" };
  const set = (
    key: keyof Weather,
    raw: number | undefined,
    scale: number,
    digits: number,
    shift = 0,
  ): void => {
    if (raw !== undefined) report[key] = round((raw - shift) * scale, digits);
  };
  set(packetMode ? "gustMs" : "windMs", w[0], 0.1 / 3.6, 2);
  if (w[1] !== undefined) report.windDirection = Math.round((w[1] & 255) * 360 / 256) || 360;
  set("tempC", w[2], 5 / 90, 1, 320);
  set("pressureHpa", w[4], 0.1, 1);
  const humidity = packetMode ? w[8] : w[6];
  set("humidity", humidity, 0.1, 0);
  set("rainTodayMm", packetMode ? w[11] : w[10], 0.254, 2);
  set(packetMode ? "windMs" : "gustMs", packetMode ? w[12] : undefined, 0.1 / 3.6, 2);
  return report;
}
