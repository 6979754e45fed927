/** A station as the app knows it: how and when it was heard, and its trail. Pure. */
import type { Point } from "../../ui/places/arrow.ts";

/** A station and when it was heard last. */
export interface Heard extends Point {
  call: string;
  /** When it was heard last, unix seconds; null for one that a member has entered and nobody has heard. */
  at: number | null;
  /** The two characters of its APRS symbol, table and code; empty where it is not known. */
  symbol: string;
  course: number | null;
  speedKmh: number | null;
  /** As the gateway says; `sent`: it sent the place itself at that time, and nobody has heard it since. */
  via: string | null;
  direct: boolean;
  comment: string;
  /** The frequency that it says, in megahertz. */
  mhz: number | null;
  /** Its operator calls for help. */
  emergency: boolean;
  /** Where it was before, oldest first, since the app was opened. */
  trail: readonly Point[];
}

/** How a station was heard: directly, over a digipeater, over APRS-IS, over a mesh, from the app; sent by us, or never. */
export const WAYS = ["direct", "digi", "is", "mesh", "app", "sent", "never"] as const;
type Way = typeof WAYS[number];

/** How a station was heard the last time. */
export function wayOf({ via, direct, at }: Pick<Heard, "via" | "direct" | "at">): Way {
  if (at === null || via === null) return "never";
  if (via === "rf") return direct ? "direct" : "digi";
  if (via === "meshcom") return "mesh";
  if (via === "sent") return via;
  return via === "aprsis" ? "is" : "app";
}

/** How many points a trail has at most, and by how many degrees a station has to move for the next one. */
export const TRAIL = 30;
const STEP = 0.0002;

/** The station after it was heard again. Older news change nothing; where it moved, its last place joins the trail. */
export function newer(known: Heard | undefined, news: Omit<Heard, "trail">): Heard {
  if (!known) return { ...news, trail: [] };
  if ((news.at ?? 0) < (known.at ?? 0)) return known;
  const moved = Math.abs(known.lat - news.lat) > STEP || Math.abs(known.lon - news.lon) > STEP;
  const trail = moved ? [...known.trail, { lat: known.lat, lon: known.lon }].slice(-TRAIL) : known.trail;
  return { ...news, trail };
}

/** What is known of a station in full, with how and where it was heard since then. */
export function withNews<
  Known extends Pick<Heard, "via" | "direct" | "course" | "speedKmh" | "comment"> & {
    lat: number | null;
    lon: number | null;
    lastSeen: number | null;
  },
>(known: Known, news: Heard | undefined): Known {
  if (!news || news.via === "sent" || news.at === null || news.at <= (known.lastSeen ?? 0)) return known;
  const { at, via, direct, lat, lon, course, speedKmh, comment } = news;
  return { ...known, lastSeen: at, via, direct, lat, lon, course, speedKmh, comment };
}

/** How strongly a station is drawn that was heard so many seconds ago: 1 for now, fading to 0.35 after a day. */
export function freshness(ageS: number | null): number {
  if (ageS === null || ageS > 86_400) return 0.35;
  return Math.max(0.35, 1 - 0.65 * Math.sqrt(Math.max(0, ageS) / 86_400));
}

/** The columns of the list of stations. */
export const COLUMNS = ["call", "way", "age", "far", "comment"] as const;
export type Column = typeof COLUMNS[number];
/** The column to sort by, and whether upwards. */
export interface Order {
  by: Column;
  up: boolean;
}

/** Stations sorted by a column; those without a value come last, equal ones are sorted by call. `far`: distance in metres. */
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
