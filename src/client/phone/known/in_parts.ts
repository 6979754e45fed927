/**
 * A box that holds more caches than one answer of the gateway: it is quartered until each answer is whole. How often the
 * gateway is asked and how much is held is bounded; where that is not enough, the answer says so.
 */
import type { Bounds } from "../../ui/places/world_shapes.ts";

/** An answer of the gateway about a box. */
export interface BoxAnswer<R> {
  caches: readonly R[];
  /** It has more of them. Absent in what the phone kept of an earlier version. */
  truncated?: boolean;
}
/** Questions for one box, questions at a time, and caches that are held of it. */
export const MOST_ASKED = 96;
const AT_ONCE = 4, MOST_ROWS = 12_000;
/** A box is not quartered below this width, in degrees: about a hundred metres. */
const SMALLEST = 0.001;

/** What names a cache: the global id where it is another instance's, and its code. */
interface Named {
  gid?: string | undefined;
  code: string;
}

/** Caches of a box, as far as they are known. */
export interface Part<R> {
  rows: readonly R[];
  /** False while more is being asked for, and at the end where the box has more than was asked for. */
  whole: boolean;
  /** Whether this is the last word. */
  done: boolean;
}

/**
 * Asks for all caches of a box; the largest parts first, so that what is missing at the end is spread evenly. `ask`
 * gives a box's answer, or `undefined` where the gateway did not answer: then what is known stays, and is not whole. `show`
 * is told of each step; once `wanted` says false nothing more is asked or told.
 */
export async function inParts<R extends Named>(
  box: Bounds,
  ask: (box: Bounds) => Promise<BoxAnswer<R> | undefined>,
  show: (part: Part<R>) => void,
  wanted: () => boolean,
): Promise<void> {
  const found = new Map<string, R>();
  const waiting = [box];
  let asked = 0, missing = false;
  while (waiting.length > 0) {
    const now = waiting.splice(0, Math.min(AT_ONCE, MOST_ASKED - asked));
    asked += now.length;
    const answers = await Promise.all(now.map(ask));
    if (!wanted()) return;
    for (const [i, answer] of answers.entries()) {
      for (const row of answer?.caches ?? []) found.set(nameOfCache(row), row);
      if (answer === undefined) missing = true;
      else if (answer.truncated) {
        if (now[i]!.east - now[i]!.west < SMALLEST) missing = true;
        else waiting.push(...quartersOf(now[i]!));
      }
    }
    if (missing && answers.every((answer) => answer === undefined)) break;
    if (asked >= MOST_ASKED || found.size >= MOST_ROWS) break;
    if (waiting.length > 0) show({ rows: [...found.values()], whole: false, done: false });
  }
  show({ rows: [...found.values()], whole: !missing && waiting.length === 0, done: true });
}

/** A cache is named by its global id where it has one, else by its code. */
export const nameOfCache = ({ gid, code }: Named): string => gid ?? code;

/** The four parts of a box; what lies on the line between them is in both. */
function quartersOf({ west, south, east, north }: Bounds): Bounds[] {
  const lon = (west + east) / 2, lat = (south + north) / 2;
  return [
    { west, south, east: lon, north: lat },
    { west: lon, south, east, north: lat },
    { west, south: lat, east: lon, north },
    { west: lon, south: lat, east, north },
  ];
}
