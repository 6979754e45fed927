/** A station as the app knows it, and what follows from that: how it was heard, how old that is, where it went. Pure. */
import type { Point } from "../nearby/arrow.ts";

export interface Heard extends Point {
  call: string;
  /** When it was heard, unix seconds; null where a member lists it and nobody heard it. */
  at: number | null;
  /** APRS table and code; empty where none is known. */
  symbol: string;
  course: number | null;
  speedKmh: number | null;
  via: string | null;
  direct: boolean;
  comment: string;
  /** Where it was before, oldest first, as far as this page saw it. */
  trail: readonly Point[];
}

export const WAYS = ["direct", "digi", "is", "mesh", "app", "never"] as const;
export type Way = typeof WAYS[number];

/** How it was heard the last time. */
export function wayOf({ via, direct, at }: Pick<Heard, "via" | "direct" | "at">): Way {
  if (at === null || via === null) return "never";
  if (via === "rf") return direct ? "direct" : "digi";
  if (via === "meshcom") return "mesh";
  return via === "aprsis" ? "is" : "app";
}

/** Points of a trail, and how far one has to go for the next, in degrees. */
export const TRAIL = 30;
const STEP = 0.0002;

/** A station after news of it: older news change nothing, a move leaves a trail. */
export function newer(known: Heard | undefined, news: Omit<Heard, "trail">): Heard {
  if (!known) return { ...news, trail: [] };
  if ((news.at ?? 0) < (known.at ?? 0)) return known;
  const moved = Math.abs(known.lat - news.lat) > STEP || Math.abs(known.lon - news.lon) > STEP;
  const trail = moved ? [...known.trail, { lat: known.lat, lon: known.lon }].slice(-TRAIL) : known.trail;
  return { ...news, trail };
}

/** How much is left of a station that was heard so many seconds ago, from 1 to 0.35: what is old fades. */
export function freshness(ageS: number | null): number {
  if (ageS === null || ageS > 86_400) return 0.35;
  return Math.max(0.35, 1 - 0.65 * Math.sqrt(Math.max(0, ageS) / 86_400));
}

export const COLUMNS = ["call", "way", "age", "far", "comment"] as const;
export type Column = typeof COLUMNS[number];
export interface Order {
  by: Column;
  up: boolean;
}

/** Stations in the order of a column; those without a value come last, the same ones by call. */
export function sorted(
  rows: readonly Heard[],
  { by, up }: Order,
  far: (row: Heard) => number | undefined,
): Heard[] {
  const value = (row: Heard): string | number | undefined => {
    if (by === "call") return row.call;
    if (by === "way") return WAYS.indexOf(wayOf(row));
    if (by === "age") return row.at === null ? undefined : -row.at;
    return by === "far" ? far(row) : row.comment.toLowerCase() || undefined;
  };
  const values = new Map(rows.map((row) => [row, value(row)]));
  return rows.toSorted((a, b) => {
    const [one, other] = [values.get(a), values.get(b)];
    if (one === undefined || other === undefined) {
      if (one !== other) return one === undefined ? 1 : -1;
    } else if (one !== other) return (one < other ? -1 : 1) * (up ? 1 : -1);
    return a.call < b.call ? -1 : 1;
  });
}
