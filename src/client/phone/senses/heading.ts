/**
 * In which direction the phone points: by its compass where it has one, else by how it moved. And when it vibrates near the
 * goal. Pure.
 */
import { bearing, distanceM } from "../../ui/places/arrow.ts";
import type { Reading } from "../position/reading.ts";

/** The reading from which movement is measured, and the direction of the last movement, degrees from true north. */
export interface Walk {
  from: Reading;
  heading?: number;
  /** When that movement was seen, unix seconds. */
  at?: number;
}

/** So many metres count as movement; as many as a reading may be wrong by, within these limits. */
const STEP_M = 8, MOST_STEP_M = 30;
/** For so many seconds the direction of the last movement is used: somebody who stands still may have turned. */
const BELIEVED_S = 20;

/** The walk after one more reading. */
export function walked(walk: Walk | undefined, fix: Reading): Walk {
  if (!walk) return { from: fix };
  const far = distanceM(walk.from, fix);
  const step = Math.min(MOST_STEP_M, Math.max(STEP_M, fix.accuracyM));
  if (far >= step) return { from: fix, heading: bearing(walk.from, fix), at: fix.at };
  // Nobody moved: a more exact reading of the same place takes the place of the first one.
  return fix.accuracyM < walk.from.accuracyM && far < step / 2 ? { ...walk, from: fix } : walk;
}

/** What a browser's event says of the compass. */
export interface Turned {
  /** Degrees by which the phone is turned to the left, from magnetic north where `absolute`, else from anywhere. */
  alpha: number | null;
  absolute?: boolean;
  /** Safari's own: degrees to the right of magnetic north. */
  webkitCompassHeading?: number;
}

/**
 * Where the upper edge of what is shown points, degrees from magnetic north; `undefined` where the event knows no north. The
 * compass tells of the phone's own upper edge; `angle`: by how many degrees the page is turned against that, as in landscape.
 */
export function compassOf(
  { alpha, absolute, webkitCompassHeading }: Turned,
  angle: number,
): number | undefined {
  const phone = webkitCompassHeading ?? (absolute && alpha !== null ? 360 - alpha : undefined);
  return phone === undefined ? undefined : (phone + angle + 360) % 360;
}

/**
 * The direction in which the phone points, degrees; `undefined` where it is not known. By movement it is from true north. By
 * the compass it is from magnetic north, which differs: in most of Europe by less than ten degrees. The page says so.
 */
export function headingOf(
  { compass, walk, now }: { compass: number | undefined; walk: Walk | undefined; now: number },
): { degrees: number; by: "compass" | "movement" } | undefined {
  if (compass !== undefined) return { degrees: compass, by: "compass" };
  if (walk?.heading === undefined || now - (walk.at ?? 0) > BELIEVED_S) return undefined;
  return { degrees: walk.heading, by: "movement" };
}

/** How far the arrow is turned: clockwise degrees from straight ahead, 0 to 360. */
export const turnOf = (towards: number, heading: number): number => (towards - heading + 360) % 360;

/** The phone vibrates once at so many metres from the goal; again only after it was farther away than the second. */
export const NEAR_M = 20, AGAIN_M = 40;

/** Whether it vibrates now, and whether it may the next time (`armed`). `distance` in metres. */
export function buzzes(armed: boolean, distance: number): { now: boolean; armed: boolean } {
  if (armed && distance <= NEAR_M) return { now: true, armed: false };
  return { now: false, armed: armed || distance >= AGAIN_M };
}
