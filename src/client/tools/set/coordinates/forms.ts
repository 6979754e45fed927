/** A place in every form that people write it in: read from each, written in all. Pure. */
import * as library from "mgrs";
import { boxOfLocator } from "../../../../base/grid.ts";
import { readPlace } from "../../../ui/places/coordinates.ts";
import { minutes } from "../../../ui/places/degrees.ts";
import { centreOf, squareAt } from "../../../ui/places/squares.ts";
import type { Point } from "../../../ui/places/arrow.ts";

// UTM on WGS 84 by Krüger's series (Karney 2011, third order: below a millimetre within a zone). Pure.

const A = 6_378_137, F = 1 / 298.257223563, SCALE = 0.9996, N = F / (2 - F);
const RADIUS = A / (1 + N) * (1 + N ** 2 / 4 + N ** 4 / 64), E = Math.sqrt(F * (2 - F));
const TO = [N / 2 - 2 / 3 * N ** 2 + 5 / 16 * N ** 3, 13 / 48 * N ** 2 - 3 / 5 * N ** 3, 61 / 240 * N ** 3];
const FROM = [N / 2 - 2 / 3 * N ** 2 + 37 / 96 * N ** 3, N ** 2 / 48 + N ** 3 / 15, 17 / 480 * N ** 3];
const BANDS = "CDEFGHJKLMNPQRSTUVWX";
const radians = (degrees: number) => degrees * Math.PI / 180,
  degrees = (value: number) => value * 180 / Math.PI;

/** The zone of a place, with the exceptions of Norway and Svalbard. */
function zoneOf({ lat, lon }: Point): number {
  if (lat >= 56 && lat < 64 && lon >= 3 && lon < 12) return 32;
  if (lat >= 72 && lon >= 0 && lon < 42) return lon < 9 ? 31 : lon < 21 ? 33 : lon < 33 ? 35 : 37;
  return Math.floor((lon + 180) / 6) % 60 + 1;
}

function toUtm(place: Point): string {
  const zone = zoneOf(place), lat = radians(place.lat), lon = radians(place.lon - (zone * 6 - 183));
  const t = Math.sinh(Math.atanh(Math.sin(lat)) - E * Math.atanh(E * Math.sin(lat)));
  const xi = Math.atan2(t, Math.cos(lon)), eta = Math.atanh(Math.sin(lon) / Math.hypot(1, t));
  const sum = (of: (k: number) => number) => TO.reduce((all, a, i) => all + a * of(2 * (i + 1)), 0);
  const east = 500_000 + SCALE * RADIUS * (eta + sum((k) => Math.cos(k * xi) * Math.sinh(k * eta)));
  const north = SCALE * RADIUS * (xi + sum((k) => Math.sin(k * xi) * Math.cosh(k * eta)));
  const band = BANDS[Math.min(19, Math.floor((place.lat + 80) / 8))];
  return `${zone}${band} ${Math.round(east)} ${Math.round(place.lat < 0 ? north + 1e7 : north)}`;
}

function fromUtm(zone: number, isNorth: boolean, east: number, north: number): Point | undefined {
  if (zone < 1 || zone > 60 || east < 100_000 || east > 900_000 || north > 1e7) return undefined;
  const xi = (isNorth ? north : north - 1e7) / (SCALE * RADIUS), eta = (east - 500_000) / (SCALE * RADIUS);
  const sum = (of: (k: number) => number) => FROM.reduce((all, b, i) => all + b * of(2 * (i + 1)), 0);
  const x = xi - sum((k) => Math.sin(k * xi) * Math.cosh(k * eta));
  const y = eta - sum((k) => Math.cos(k * xi) * Math.sinh(k * eta));
  // From the conformal latitude to the geodetic one, by steps that end far below a millimetre.
  const conformal = Math.asin(Math.sin(x) / Math.cosh(y));
  let lat = conformal;
  for (let step = 0; step < 6; step++) {
    lat = Math.asin(Math.tanh(Math.atanh(Math.sin(conformal)) + E * Math.atanh(E * Math.sin(lat))));
  }
  return { lat: degrees(lat), lon: zone * 6 - 183 + degrees(Math.atan2(Math.sinh(y), Math.cos(x))) };
}

// Browsers take the package's modules, tests under Deno its other form, whose exports are all in one.
const { default: whole } = library as unknown as { default?: typeof library };
const mgrs = whole ?? library;

const LOCATOR = /^[A-R]{2}\d{2}(?:[A-X]{2}(?:\d{2})?)?$/i;
const MGRS = /^\d{1,2}[C-HJ-NP-X][A-HJ-NP-Z]{2}(?:\d{2}){1,5}$/i;
const UTM = /^(\d{1,2})\s?([C-HJ-NP-X])\s{1,5}(\d{6,7}(?:\.\d{1,3})?)\s{1,5}(\d{1,8}(?:\.\d{1,3})?)$/i;

/** Reads a place in whichever form; `undefined` where it is none. */
export function readAny(text: string, lang: string): Point | undefined {
  const plain = text.trim(), joined = plain.replaceAll(" ", "");
  if (plain.length > 100) return undefined;
  const box = LOCATOR.test(joined) ? boxOfLocator(joined) : undefined;
  if (box) return centreOf({ west: box.minLon, south: box.minLat, east: box.maxLon, north: box.maxLat });
  const utm = UTM.exec(plain);
  if (utm) return fromUtm(Number(utm[1]), utm[2]!.toUpperCase() >= "N", Number(utm[3]), Number(utm[4]));
  if (MGRS.test(joined)) {
    try {
      const [lon, lat] = mgrs.toPoint(joined.toUpperCase());
      return { lat, lon };
    } catch {
      return undefined;
    }
  }
  return readPlace(plain, lang);
}

/** A place as lines: degrees, with minutes, with seconds, UTM, MGRS, locator. */
export function writeAll({ lat, lon }: Point): string[] {
  const polar = lat > 84 || lat < -80;
  return [
    `${lat.toFixed(6)}, ${lon.toFixed(6)}`,
    `${minutes(lat, "N", "S", 2)} ${minutes(lon, "E", "W", 3)}`,
    `${seconds(lat, "N", "S", 2)} ${seconds(lon, "E", "W", 3)}`,
    ...(polar ? [] : [`UTM ${toUtm({ lat, lon })}`, `MGRS ${mgrs.forward([lon, lat])}`]),
    `Locator ${squareAt({ lat, lon }, 8)}`,
  ];
}

function seconds(value: number, plus: string, minus: string, digits: number): string {
  const tenths = Math.round(Math.abs(value) * 36_000);
  const whole = String(Math.floor(tenths / 36_000)).padStart(digits, "0");
  const rest = String(Math.floor(tenths / 600) % 60).padStart(2, "0");
  return `${value < 0 ? minus : plus} ${whole}° ${rest}' ${(tenths % 600 / 10).toFixed(1).padStart(4, "0")}"`;
}
