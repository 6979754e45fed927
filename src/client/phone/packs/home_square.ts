/** Which square is home: kept by the app itself, and offered first to take along. Pure. */
import { type Length, squareAt } from "../../ui/places/squares.ts";
import type { Point } from "../../ui/places/arrow.ts";

/** The square with the most places; `undefined` without any. */
export function fullestSquare(places: readonly Point[], length: Length): string | undefined {
  const counts = new Map<string, number>();
  for (const one of places) {
    const square = squareAt(one, length);
    counts.set(square, (counts.get(square) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

/** The square around somebody where it has a place, else the fullest. */
export function homeSquare(
  places: readonly Point[],
  here: Point | undefined,
  length: Length = 4,
): string | undefined {
  const around = here && squareAt(here, length);
  return places.some((one) => squareAt(one, length) === around) ? around : fullestSquare(places, length);
}
