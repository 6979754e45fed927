/**
 * Maidenhead locators: field, square, subsquare, extended square (2, 4, 6 or 8 characters). Pure. Works in integers
 * of 1e-7 degree, since 48.208333 N lies just below a subsquare's edge and floating point would round it over.
 */
import type { Box, Place } from "./geometry.ts";

const SCALE = 10_000_000;
/** Cell widths in 1e-7 degree of longitude; a cell is half as high. Field, square, subsquare, extended square. */
const WIDTHS = [20 * SCALE, 2 * SCALE, SCALE / 12, SCALE / 120] as const;
const LOCATOR = /^[A-R]{2}([0-9]{2}([A-X]{2}([0-9]{2})?)?)?$/;

/** The locator of a place, `JN88ee` style, of 2, 4, 6 or 8 characters. */
export function locatorOf(at: Place, characters: 2 | 4 | 6 | 8 = 6): string {
  // The poles and the antimeridian belong to the last cell, so both are pulled just inside.
  let lon = Math.min(Math.round((at.lon + 180) * SCALE), 360 * SCALE - 1);
  let lat = Math.min(Math.round((at.lat + 90) * SCALE), 180 * SCALE - 1);
  let text = "";
  for (let pair = 0; pair < characters / 2; pair++) {
    const width = WIDTHS[pair]!;
    const column = Math.floor(lon / width);
    const row = Math.floor(lat / (width / 2));
    lon -= column * width;
    lat -= row * (width / 2);
    const first = pair === 0 ? 65 : pair === 2 ? 97 : 48;
    text += String.fromCharCode(first + column, first + row);
  }
  return text;
}

/** The box of a locator in any case, or `undefined` when the text is no locator. */
export function boxOfLocator(text: string): Box | undefined {
  const locator = text.trim().toUpperCase();
  if (!LOCATOR.test(locator)) return undefined;
  let lon = 0, lat = 0, width = 0;
  for (let pair = 0; pair < locator.length / 2; pair++) {
    width = WIDTHS[pair]!;
    const first = pair === 0 || pair === 2 ? 65 : 48;
    lon += (locator.charCodeAt(pair * 2) - first) * width;
    lat += (locator.charCodeAt(pair * 2 + 1) - first) * (width / 2);
  }
  return {
    minLon: lon / SCALE - 180,
    minLat: lat / SCALE - 90,
    maxLon: (lon + width) / SCALE - 180,
    maxLat: (lat + width / 2) / SCALE - 90,
  };
}
