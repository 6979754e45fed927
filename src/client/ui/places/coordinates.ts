/** Reads and writes coordinates as people type them: degrees, with minutes, with seconds, or decimal degrees. Pure. */
import type { Point } from "./arrow.ts";
import { minutes } from "./degrees.ts";

/**
 * One angle: `N 48° 12.345'`, `48° 12' 20.7" N`, `-16,37`. Every part has a largest length, so that reading takes linear time.
 */
const ANGLE =
  /^\s{0,5}([NSEWO])?\s{0,5}([+-]?\d{1,3}(?:[.,]\d{1,9})?)\s{0,5}°?\s{0,5}(?:(\d{1,2}(?:[.,]\d{1,6})?)\s{0,5}['′’]?\s{0,5}(?:(\d{1,2}(?:[.,]\d{1,4})?)\s{0,5}(?:["″”]|''))?)?\s{0,5}([NSEWO])?\s{0,5}$/i;

interface Angle {
  degrees: number;
  /** N, S, E, W, or O, which is east to some and west to others; "" where no letter says. */
  letter: string;
}

function angle(text: string): Angle | undefined {
  const found = ANGLE.exec(text);
  if (!found) return undefined;
  const [, before, whole, rest, seconds, after] = found.map((part) => part?.replace(",", "."));
  if (before && after) return undefined;
  const letter = (before ?? after ?? "").toUpperCase();
  const degrees = Number(whole), more = Number(rest ?? 0) + Number(seconds ?? 0) / 60;
  if (Number(rest ?? 0) >= 60 || Number(seconds ?? 0) >= 60) return undefined;
  // Of what is told in parts, only the last may be a broken number.
  if (rest !== undefined && !Number.isInteger(degrees)) return undefined;
  if (seconds !== undefined && !Number.isInteger(Number(rest))) return undefined;
  if (letter !== "" && whole!.startsWith("-")) return undefined;
  const size = Math.abs(degrees) + more / 60;
  return { degrees: whole!.startsWith("-") ? -size : size, letter };
}

/** What O stands for: east in German, west in Spanish. In other languages nobody writes it, so it may be either. */
const O_IS: Readonly<Record<string, string>> = { de: "E", es: "W" };
/** Where decimals stand behind a comma: `48,16` is half a place there. */
const COMMAS: ReadonlySet<string> = new Set(["de", "es"]);

/** The places that two angles may mean, latitude first unless their letters say otherwise. */
function placesOf([one, other]: readonly [string, string], lang: string): Point[] {
  const [a, b] = [angle(one), angle(other)];
  if (!a || !b) return [];
  const isLat = ({ letter }: Angle) => letter === "N" || letter === "S";
  const isLon = ({ letter }: Angle) => letter === "E" || letter === "W" || letter === "O";
  const turned = isLon(a) && !isLon(b), [north, east] = turned ? [b, a] : [a, b];
  if (isLon(north) || isLat(east) || (turned && !isLat(north))) return [];
  const lat = north.letter === "S" ? -north.degrees : north.degrees;
  const letters = east.letter === "O" ? O_IS[lang] ?? "EW" : east.letter;
  return [...letters === "" ? "E" : letters].flatMap((letter) => {
    const lon = letter === "W" ? -east.degrees : east.degrees;
    return Math.abs(lat) > 90 || Math.abs(lon) > 180 ? [] : { lat, lon };
  });
}

/**
 * The places that a text may say, as the reader of a language writes them: none where it cannot be read, several where it has
 * to be asked. Signs are as maps on phones copy them: `º`, `−`, spaces that do not break.
 */
export function readPlaces(text: string, lang: string): Point[] {
  const plain = text.trim().replace(/[º˚]/g, "°").replace(/[−–‑]/g, "-").replace(
    /[\s\u2000-\u200b\u202f]/g,
    " ",
  );
  if (plain.length > 80) return [];
  const places = halvesOf(plain, lang).flatMap((halves) => placesOf(halves, lang));
  return places.filter((place, i) =>
    places.findIndex((one) => one.lat === place.lat && one.lon === place.lon) === i
  );
}

/** The place that a text says; `undefined` where it cannot be read, or may be one of several. */
export function readPlace(text: string, lang: string): Point | undefined {
  const [place, ...others] = readPlaces(text, lang);
  return others.length === 0 ? place : undefined;
}

/**
 * Latitude and longitude of a text, in each way that it may be meant: parted at a semicolon, at a comma that stands between no
 * digits, at a letter for a direction, at the blank in the middle, or at one of the commas between digits.
 */
function halvesOf(text: string, lang: string): [string, string][] {
  const parts = text.split(/;|,(?!\d)|(?<!\d),/);
  if (parts.length === 2) return [[parts[0]!, parts[1]!]];
  if (parts.length > 2) return [];
  const east = text.search(/[EWO]/i), north = text.search(/[NS]/i);
  if (north >= 0 && east >= 0) {
    // `N 48 … E 16 …` is split before the second letter, `48 … N 16 … E` after the first.
    const first = Math.min(north, east), second = Math.max(north, east);
    const at = first < text.search(/\d/) ? second : first + 1;
    return [[text.slice(0, at), text.slice(at)]];
  }
  const words = text.split(/ {1,10}/);
  if (words.length % 2 === 0 && words.length <= 6) {
    const half = words.length / 2;
    return [[words.slice(0, half).join(" "), words.slice(half).join(" ")]];
  }
  if (words.length > 1) return [];
  const numbers = text.split(",");
  const joined = (at: number): [string, string] => [
    numbers.slice(0, at).join(","),
    numbers.slice(at).join(","),
  ];
  // `48,16` is two whole degrees where decimals have a point, and half of a place where they have a comma.
  if (numbers.length === 2) return !text.includes(".") && COMMAS.has(lang) ? [] : [joined(1)];
  return numbers.length === 3 ? [joined(1), joined(2)] : numbers.length === 4 ? [joined(2)] : [];
}

/** A place as text that `readPlace` reads. */
export const writePlace = ({ lat, lon }: Point): string =>
  `${minutes(lat, "N", "S", 2)} ${minutes(lon, "E", "W", 3)}`;

/** Degrees to a tenth of a metre: finer digits would claim what no finger can. */
export const rounded = ({ lat, lon }: Point): Point => ({
  lat: Math.round(lat * 1e6) / 1e6,
  lon: Math.round(lon * 1e6) / 1e6,
});

/** The place so many metres north and east; south and west are negative. */
export function moved({ lat, lon }: Point, northM: number, eastM: number): Point {
  const perDegree = 111_195;
  return {
    lat: Math.max(-90, Math.min(90, lat + northM / perDegree)),
    lon: lon + eastM / (perDegree * Math.max(0.01, Math.cos(lat * Math.PI / 180))),
  };
}
