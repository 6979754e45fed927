/** How far a cache of one's own may be moved: the circle that the gateway allows, and how much a map shows of it. Pure. */
import { distanceM, type Point } from "./arrow.ts";

/** What the gateway allows: `limitM` metres around `pinned`. Before the first find the cache may be moved anywhere. */
export interface Move {
  limitM: number | null;
  pinned: Point | null;
}

/** By how many metres a place lies outside of the limit; 0 where it is allowed. */
export function beyond({ limitM, pinned }: Move, place: Point): number {
  if (limitM === null || pinned === null) return 0;
  // Coordinates are sent to the centimetre.
  return Math.max(0, distanceM(pinned, place) - limitM - 0.01);
}

/** How many metres a map of a place may show from side to side. */
export const SPANS_M = [120, 300, 1000, 4000, 15_000, 60_000, 250_000] as const;
/** So many it shows where no place is known yet. */
export const NOWHERE_M = 15_000;

/** The span that has room for the circle and for `place`: near, where nothing says how far it may go. */
export function spanFor({ limitM, pinned }: Move, place: Point): number {
  if (limitM === null || pinned === null) return SPANS_M[1];
  const reach = 2.4 * Math.max(limitM, distanceM(pinned, place));
  return SPANS_M.find((one) => one >= reach) ?? SPANS_M.at(-1)!;
}
