/** Round distances around a place: what a map shows where it knows nothing of the ground. Pure but for the units in force. */
import { units } from "../ui/units.ts";
import { roundest, UNITS } from "./over/round_length.ts";

/** Seen from farther away than this, in metres a pixel, the ground has enough to show. */
const CLOSE = 14;
/** The largest ring takes at most this part of the room. */
const PART = 0.46;

/** Metres of each ring, the smaller one first, for a map of which each pixel is so many metres. */
export function ringsFor(metresPerPixel: number, room: number): number[] {
  if (metresPerPixel > CLOSE) return [];
  const outer = roundest(UNITS[units.value], room * PART * metresPerPixel);
  return [outer / 2, outer].filter((metres) => metres > 0);
}
