/**
 * How far a found cache may move. Pure. API "Caches, logs, media": once the cache has a find, its place and each
 * stage it then had stay within a limit of where they were found. Measured from the pin, which the first find sets,
 * so that many small moves cannot add up to a long one.
 */
import { distanceM, type Place } from "../../base/mod.ts";

/** A place that was found. */
export interface Pin extends Place {
  /** 0 for the cache itself. */
  stage: number;
}

/**
 * A broken limit: which place, how far in metres it would be from its pin; `gone` where it would have no place any
 * more.
 */
interface MoveRefusal {
  stage: number;
  limitM: number;
  distanceM: number | null;
}

/**
 * The first pinned place that the new places break; `undefined` when all hold. `at` gives the new place of a pinned
 * stage (0 = cache), `undefined` when it disappears or loses its coordinates: that is a move too.
 */
export function brokenMoveLimit(
  pins: readonly Pin[],
  limitM: number,
  at: (stage: number) => Place | undefined,
): MoveRefusal | undefined {
  for (const pin of pins) {
    const place = at(pin.stage);
    if (!place) return { stage: pin.stage, limitM, distanceM: null };
    const moved = distanceM(pin, place);
    // A centimetre of slack: with a limit of 0 the same place written with other decimals stays the same place.
    if (moved > limitM + 0.01) return { stage: pin.stage, limitM, distanceM: Math.round(moved * 10) / 10 };
  }
  return undefined;
}
