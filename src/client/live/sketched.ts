/** What the drawing of stations on a phone shows: which of them, in which box, and whose call is written beside its mark. Pure. */
import type { Heard } from "../phone/known/heard.ts";
import { distanceM, type Point } from "../ui/places/arrow.ts";
import type { Projection } from "../ui/places/project.ts";

/** It shows so many stations at most: those heard last. */
const MOST = 40;
/** Such a share of them is sure to be in view: one far away would make all others one heap. */
const SHARE = 0.8;
/** Room that a call takes, in units of the drawing: width of a letter, height of the line, how far it lies below its mark. */
const LETTER = 7, LINE = 15, BELOW = 16;

/** The stations that were heard last. */
export const sketched = (rows: readonly Heard[]): Heard[] =>
  rows.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)).slice(0, MOST);

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The points that the drawing is laid around: all but those farthest from the middle. */
export function around(rows: readonly Point[]): Point[] {
  const centre = { lat: middle(rows.map(({ lat }) => lat)), lon: middle(rows.map(({ lon }) => lon)) };
  return rows.toSorted((a, b) => distanceM(centre, a) - distanceM(centre, b))
    .slice(0, Math.max(1, Math.ceil(rows.length * SHARE)));
}

export interface Spot {
  call: string;
  symbol: string;
  x: number;
  y: number;
  at: number | null;
  /** Whether its call is written below its mark: where two would lie over each other, that of the newer one is. */
  named: boolean;
}

/** The marks in the drawing, the newest first; what lies outside is left out. */
export function spotsOf(rows: readonly Heard[], { at: place, width, height }: Projection): Spot[] {
  const taken: { x: number; y: number; wide: number }[] = [];
  return rows.flatMap((row): Spot[] => {
    const { x, y } = place(row), wide = LETTER * row.call.length + 8;
    if (x < 0 || y < 0 || x > width || y > height) return [];
    const room = { x, y: y + BELOW, wide };
    const named = y + BELOW + LINE < height &&
      taken.every((one) => Math.abs(one.y - room.y) >= LINE || Math.abs(one.x - x) >= (one.wide + wide) / 2);
    if (named) taken.push(room);
    return [{ call: row.call, symbol: row.symbol, x, y, at: row.at, named }];
  });
}

/** The mark under a finger, `reach` units wide; `undefined` where there is none. */
export const spotAt = (spots: readonly Spot[], x: number, y: number, reach: number): Spot | undefined =>
  spots.filter((one) => Math.hypot(one.x - x, one.y - y) <= reach)
    .sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0];
