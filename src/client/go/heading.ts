/**
 * Which way the phone points or goes: by its compass where it has one, else by how it moved. And when it buzzes. Pure.
 */
import { bearing, distanceM, type Point } from "../nearby/arrow.ts";

export interface Fix extends Point {
  accuracyM: number;
  /** Unix seconds. */
  at: number;
}

/** Where a walk is measured from, and the direction that it showed, degrees from true north. */
export interface Walk {
  from: Fix;
  heading?: number;
  /** When the direction was last shown. */
  at?: number;
}

/** Metres that count as having moved; a reading that may be wrong by more needs as many. */
const STEP_M = 8;
const MOST_STEP_M = 30;
/** A direction of movement is believed for so long, seconds: who stands still turns. */
const BELIEVED_S = 20;

/** What a further reading says of the direction. */
export function walked(walk: Walk | undefined, fix: Fix): Walk {
  if (!walk) return { from: fix };
  const far = distanceM(walk.from, fix);
  const step = Math.min(MOST_STEP_M, Math.max(STEP_M, fix.accuracyM));
  if (far >= step) return { from: fix, heading: bearing(walk.from, fix), at: fix.at };
  // The start of a walk is the best reading of where it began.
  return fix.accuracyM < walk.from.accuracyM && far < step / 2 ? { ...walk, from: fix } : walk;
}

/** The direction that the arrow is drawn against; `undefined` where nothing tells it. */
export function headingOf(
  { compass, walk, now }: { compass: number | undefined; walk: Walk | undefined; now: number },
): { degrees: number; by: "compass" | "movement" } | undefined {
  if (compass !== undefined) return { degrees: compass, by: "compass" };
  if (walk?.heading === undefined || now - (walk.at ?? 0) > BELIEVED_S) return undefined;
  return { degrees: walk.heading, by: "movement" };
}

/** How far the arrow is turned: clockwise degrees from straight ahead, 0 to 360. */
export const turnOf = (towards: number, heading: number): number => (towards - heading + 360) % 360;

/** How near one has to come for the phone to buzz, and how far to go for it to buzz again, metres. */
export const NEAR_M = 20, AGAIN_M = 40;

/** Whether it buzzes now, and whether it is armed after. */
export function buzzes(armed: boolean, distance: number): { now: boolean; armed: boolean } {
  if (armed && distance <= NEAR_M) return { now: true, armed: false };
  return { now: false, armed: armed || distance >= AGAIN_M };
}

/** A reading worse than this is no guide, metres. */
export const POOR_M = 80;
