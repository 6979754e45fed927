/** What somebody searches for: a place by locator or coordinates, or caches by code and title. Pure. */
import { readPlace } from "../ui/places/coordinates.ts";
import { boxOf, centreOf } from "../ui/places/squares.ts";
import { distanceM, type Point } from "../ui/places/arrow.ts";
import type { CacheRow } from "../phone/known/caches.ts";

/** A locator needs so many characters: two alone are as large as a country, and may be the beginning of a code. */
const LEAST_LOCATOR = 4;

/** The place that a text says: coordinates, or the middle of a locator; `undefined` where it says none. */
export function whereOf(text: string): Point | undefined {
  const box = text.trim().length >= LEAST_LOCATOR ? boxOf(text) : undefined;
  return box ? centreOf(box) : readPlace(text);
}

/** Whether a text may be the beginning of a town's name: letters alone, which no locator or call has. */
export const isName = (text: string): boolean => /^\p{L}[\p{L}\p{M} .'’-]{2,39}$/u.test(text.trim());

/** Whether a cache fits a search: its code begins with the text, or its title has it anywhere. */
export function fits({ code, title }: Pick<CacheRow, "code" | "title">, wanted: string): boolean {
  const looked = wanted.trim().toLowerCase();
  return looked === "" || code.toLowerCase().startsWith(looked.replaceAll("-", "")) ||
    title.toLowerCase().includes(looked);
}

/** Rows sorted by their distance from a place, the nearest first. */
export function byDistance<Row extends Point>(rows: readonly Row[], from: Point): Row[] {
  const far = new Map(rows.map((row) => [row, distanceM(from, row)]));
  return rows.toSorted((a, b) => far.get(a)! - far.get(b)!);
}
