/** A place in every form that people write it in: read from each, written in all. Pure. */
import * as library from "mgrs";
import { boxOfLocator } from "../../../../base/grid.ts";
import { readPlace } from "../../../ui/places/coordinates.ts";
import { minutes } from "../../../ui/places/degrees.ts";
import { centreOf, squareAt } from "../../../ui/places/squares.ts";
import type { Point } from "../../../ui/places/arrow.ts";
import { fromUtm, toUtm } from "./utm.ts";

// Browsers take the package's modules, tests under Deno its other form, whose exports are all in one.
const { default: whole } = library as unknown as { default?: typeof library };
const mgrs = whole ?? library;

const LOCATOR = /^[A-R]{2}\d{2}(?:[A-X]{2}(?:\d{2})?)?$/i;
const MGRS = /^\d{1,2}[C-HJ-NP-X][A-HJ-NP-Z]{2}(?:\d{2}){1,5}$/i;
const UTM = /^(\d{1,2})\s?([C-HJ-NP-X])\s{1,5}(\d{6,7}(?:\.\d{1,3})?)\s{1,5}(\d{1,8}(?:\.\d{1,3})?)$/i;

/** Reads a place in whichever form; `undefined` where it is none. */
export function readAny(text: string): Point | undefined {
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
  return readPlace(plain);
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
