/** How far away something lies, and where: `340 m NE`. */
import { sayDistance } from "../shell/times.ts";
import { bearing, distanceM, type Point, pointOf } from "./arrow.ts";

export const sayWayTo = (from: Point, to: Point): string =>
  `${sayDistance(distanceM(from, to))} ${pointOf(bearing(from, to))}`;
