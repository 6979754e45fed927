/** What a tool shows on the map, read from what it sent: one layer of at most 2,000 points. Pure. */
import { listOf, member, textOf, type Tone, toneOf } from "./shapes.ts";

const POINTS_MOST = 2000;
export interface ToolPoint {
  lat: number;
  lon: number;
  label: string;
  glyph: string;
  tone: Tone;
}
export interface ToolLayer {
  id: string;
  points: ToolPoint[];
}

/** Reads a layer; `undefined` where it is none. A point that lies nowhere on earth is left out. */
export function readLayer(layer: unknown): ToolLayer | undefined {
  if (!Array.isArray(member(layer, "points"))) return undefined;
  return {
    id: textOf(member(layer, "id"), 40),
    points: listOf(member(layer, "points"), POINTS_MOST).flatMap((point) => {
      const lat = member(point, "lat"), lon = member(point, "lon");
      if (!isWithin(lat, 90) || !isWithin(lon, 180)) return [];
      return {
        lat,
        lon,
        label: textOf(member(point, "label"), 40),
        glyph: textOf(member(point, "glyph"), 2),
        tone: toneOf(member(point, "tone")),
      };
    }),
  };
}

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === "number" && Math.abs(value) <= most;
