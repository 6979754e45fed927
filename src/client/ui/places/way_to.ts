/** How far away something lies, and where: `340 m NE`. */
import { say } from "../say.ts";
import { sayDistance } from "../times.ts";
import { bearing, distanceM, type Point, pointOf } from "./arrow.ts";

/** The nearest of the eight points of the compass, in the reader's letters: `NE`, in German `NO`. */
export const sayPoint = (degrees: number): string => say("compass.points").split(" ")[pointOf(degrees)]!;

export const sayWayTo = (from: Point, to: Point): string =>
  `${sayDistance(distanceM(from, to))} ${sayPoint(bearing(from, to))}`;
