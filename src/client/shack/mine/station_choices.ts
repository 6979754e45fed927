/** What a station can be, and the symbols that are offered for it. Pure. */
import type { StationShape } from "../../map/marks.ts";

export const ROLES = ["weather", "digipeater", "igate", "node", "repeater"] as const;
export type Role = typeof ROLES[number];

/** The most used symbols: APRS table and code, and what they show. */
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
