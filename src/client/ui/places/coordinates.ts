/** Reads and writes coordinates as people type them: degrees, with minutes, with seconds, or decimal degrees. Pure. */
import type { Point } from "./arrow.ts";
import { minutes } from "./degrees.ts";

/**
 * One angle: `N 48° 12.345'`, `48° 12' 20.7" N`, `-16.37`. Every part has a largest length, so that reading takes linear time.
 */
const ANGLE =
  /^\s{0,5}([NSEWO])?\s{0,5}([+-]?\d{1,3}(?:\.\d{1,9})?)\s{0,5}°?\s{0,5}(?:(\d{1,2}(?:\.\d{1,6})?)\s{0,5}['′’]?\s{0,5}(?:(\d{1,2}(?:\.\d{1,4})?)\s{0,5}(?:["″”]|''))?)?\s{0,5}([NSEWO])?\s{0,5}$/i;

function angle(text: string, plus: string, minus: string): number | undefined {
  const found = ANGLE.exec(text);
  if (!found) return undefined;
  const [, before, whole, rest, seconds, after] = found;
  if (before && after) return undefined;
  const letter = (before ?? after ?? "").toUpperCase();
  if (letter !== "" && !plus.includes(letter) && letter !== minus) return undefined;
  const degrees = Number(whole), more = Number(rest ?? 0) + Number(seconds ?? 0) / 60;
  if (Number(rest ?? 0) >= 60 || Number(seconds ?? 0) >= 60) return undefined;
  // Of what is told in parts, only the last may be a broken number.
  if (rest !== undefined && !Number.isInteger(degrees)) return undefined;
  if (seconds !== undefined && !Number.isInteger(Number(rest))) return undefined;
  if (letter !== "" && whole!.startsWith("-")) return undefined;
  const size = Math.abs(degrees) + more / 60;
  return letter === minus || whole!.startsWith("-") ? -size : size;
}

/** The place that a text says; `undefined` where it cannot be read. East is `E`, or `O` as in German. */
export function readPlace(text: string): Point | undefined {
  const halves = split(text.trim());
  if (!halves) return undefined;
  const lat = angle(halves[0], "N", "S"), lon = angle(halves[1], "EO", "W");
  if (lat === undefined || lon === undefined || Math.abs(lat) > 90 || Math.abs(lon) > 180) return undefined;
  return { lat, lon };
}

/** Splits a text into latitude and longitude: at a comma, at a letter for a direction, or at the blank between two numbers. */
function split(text: string): [string, string] | undefined {
  if (text.length > 80) return undefined;
  const comma = text.split(/[,;]/);
  if (comma.length === 2) return [comma[0]!, comma[1]!];
  if (comma.length > 2) return undefined;
  const east = text.search(/[EWO]/i), north = text.search(/[NS]/i);
  if (north >= 0 && east >= 0) {
    // `N 48 … E 16 …` is split before the E, `48 … N 16 … E` after the N.
    const at = north < text.search(/\d/) ? east : north + 1;
    return [text.slice(0, at), text.slice(at)];
  }
  const plain = text.split(/\s{1,10}/);
  return plain.length === 2 ? [plain[0]!, plain[1]!] : undefined;
}

/** A place as text that `readPlace` reads. */
export const writePlace = ({ lat, lon }: Point): string =>
  `${minutes(lat, "N", "S", 2)} ${minutes(lon, "E", "W", 3)}`;

/** The place so many metres north and east; south and west are negative. */
export function moved({ lat, lon }: Point, northM: number, eastM: number): Point {
  const perDegree = 111_195;
  return {
    lat: Math.max(-90, Math.min(90, lat + northM / perDegree)),
    lon: lon + eastM / (perDegree * Math.max(0.01, Math.cos(lat * Math.PI / 180))),
  };
}
