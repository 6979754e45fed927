/** What somebody looks for: a place by its locator or coordinates, or caches by code and title. Pure. */
import { readPlace } from "../hide/coordinates.ts";
import { boxOf, centreOf } from "../packs/squares.ts";
import { distanceM, type Point } from "./arrow.ts";
import type { CacheRow } from "./caches.ts";

/** Characters of the shortest locator that is looked for: a field is as large as a country, and two letters begin a code. */
const LEAST_LOCATOR = 4;

/** The place that a text names: the middle of a locator's square, or coordinates; `undefined` where it names none. */
export function whereOf(text: string): Point | undefined {
  const box = text.trim().length >= LEAST_LOCATOR ? boxOf(text) : undefined;
  return box ? centreOf(box) : readPlace(text);
}

/** By code from its start, by title anywhere. */
export function fits({ code, title }: Pick<CacheRow, "code" | "title">, wanted: string): boolean {
  const looked = wanted.trim().toLowerCase();
  return looked === "" || code.toLowerCase().startsWith(looked.replaceAll("-", "")) ||
    title.toLowerCase().includes(looked);
}

/** The nearest first. */
export function byDistance<Row extends Point>(rows: readonly Row[], from: Point): Row[] {
  const far = new Map(rows.map((row) => [row, distanceM(from, row)]));
  return rows.toSorted((a, b) => far.get(a)! - far.get(b)!);
}
