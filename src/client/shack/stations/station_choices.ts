/** The roles of a station, and the symbols to choose from. Pure. */
import type { StationShape } from "../../marks/stations.ts";

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

/** What a beacon of each role is drawn as. Weather is none of them: its symbol wants readings behind it. */
const BEACONS: Partial<Record<string, string>> = {
  digipeater: "/#",
  igate: "I&",
  node: "/n",
  repeater: "/r",
};

/** The symbol of a station's beacon: the chosen one, else that of its first role, as the map shows it. */
export const beaconSymbol = ({ symbol, roles }: { symbol: string; roles: readonly string[] }): string =>
  symbol || (BEACONS[roles[0] ?? ""] ?? "/-");
