/** Where receivers have heard somebody: which caches lie there. */
import type { CacheRow } from "../phone/known/caches.ts";
import type { Reader } from "../phone/reader.ts";
import { LENGTHS, squareAt } from "../ui/places/squares.ts";
import { askedBox, bboxOf } from "../ui/places/view.ts";
import { routeTo } from "../phone/wire/routes.ts";

/** Reads the squares in which somebody was heard, around these caches; calls `then` with what tells whether a cache lies in one. */
export async function readHeard(
  reader: Reader,
  rows: readonly CacheRow[],
  then: (heard: (row: CacheRow) => boolean) => void,
): Promise<void> {
  const lats = rows.map(({ lat }) => lat), lons = rows.map(({ lon }) => lon);
  const box = rows.length > 0
    ? askedBox({
      west: Math.min(...lons),
      east: Math.max(...lons),
      south: Math.min(...lats),
      north: Math.max(...lats),
    })
    : undefined;
  await reader.read(
    routeTo("GET /api/coverage", { query: { bbox: box && bboxOf(box) } }),
    ({ value }) => then(heardIn(value.squares.map(({ grid }) => grid))),
  );
}

/** Whether a cache lies in one of these squares. Pure. */
export function heardIn(grids: readonly string[]): (row: Pick<CacheRow, "lat" | "lon">) => boolean {
  const squares = new Set(grids.map((grid) => grid.toUpperCase()));
  return (row) => LENGTHS.some((length) => squares.has(squareAt(row, length)));
}
