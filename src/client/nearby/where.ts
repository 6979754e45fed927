/** Which place somebody searches for: by locator, by coordinates, in the military grid, or by a name. Pure. */
import { readPlace } from "../ui/places/coordinates.ts";
import { boxOf, centreOf } from "../ui/places/squares.ts";
import type { Point } from "../ui/places/arrow.ts";

/** A locator needs so many characters: two alone are as large as a country, and may be the beginning of a code. */
const LEAST_LOCATOR = 4;

/** The place that a text says to a reader of this language: coordinates, or the middle of a locator; `undefined` where it says none. */
export function whereOf(text: string, lang: string): Point | undefined {
  const box = text.trim().length >= LEAST_LOCATOR ? boxOf(text) : undefined;
  return box ? centreOf(box) : readPlace(text, lang);
}

/** Whether a text may be the beginning of a town's name: letters alone, which no locator or call has. */
export const isName = (text: string): boolean => /^\p{L}[\p{L}\p{M} .'\u2019-]{2,39}$/u.test(text.trim());

/** Whether a text is a place in the military grid: zone, square, and as many digits to the east as to the north. */
export function isMgrs(text: string): boolean {
  const [, digits = "-"] =
    /^\d{1,2}[C-HJ-NP-X][A-HJ-NP-Z][A-HJ-NP-V](\d{2,10})$/i.exec(text.replaceAll(" ", "")) ?? [];
  return digits.length % 2 === 0;
}
