/** The roles of a station, and the symbols to choose from. Pure. */
import type { StationShape } from "../../map/shapes/stations.ts";

/** What a station can be. */
export const ROLES = ["weather", "digipeater", "igate", "node", "repeater"] as const;
export type Role = typeof ROLES[number];

/** The most used APRS symbols (table and code), and the shapes that they show. */
export const SYMBOLS: readonly (readonly [symbol: string, shape: StationShape])[] = [
  ["/-", "house"],
  ["/>", "car"],
  ["/[", "person"],
  ["/_", "weather"],
  ["/#", "digipeater"],
  ["/&", "gateway"],
  ["/r", "tower"],
  ["/n", "node"],
  ["/;", "tent"],
  ["/Y", "boat"],
];
