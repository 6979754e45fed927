/** Names of towns on small maps: the largest in view, as far as no name covers another. Pure. */
import type { Point } from "./arrow.ts";
import type { Town } from "./towns.ts";
import type { Projection } from "./project.ts";

/** So much is added to the `size` of a capital. */
const CAPITAL = 6;
/** Towns with a higher weight are named first. */
export const weightOf = ({ size, capital }: Town): number => size + (capital ? CAPITAL : 0);

interface TownLabel {
  name: string;
  /** Where the town is, in units of the drawing. */
  x: number;
  y: number;
  /** On which side of it the name stands. */
  side: "start" | "end";
  /** How much lower than the town it stands. */
  below: number;
}

/** More names than this hide what the map is for. */
const MOST = 6;
/** Sizes in units of the drawing, for the larger letters of a phone: of a letter, of a line, from a town to its name. */
const LETTER = 11, LINE = 24, GAP = 7;
/** Half of what a town's dot and a cache's mark cover. */
const DOT = 4, MARK = 9;
/** Where a name may stand, the best first: beside its town, else a line or two higher or lower. */
const PLACES = [0, -1, 1, -2, 2].flatMap((lines) =>
  (["start", "end"] as const).map((side) => ({ side, lines }))
);
/** At the lower edge stand the degrees. */
const FOOT = 22;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * `towns`: the weightiest first; `marks`: what the map is drawn for. Of six at most the names, each where there is room
 * for it, and none under a mark. `scale`: how large letters and marks are drawn, compared to those of a drawing that a phone
 * shows smaller.
 */
export function townLabels(
  towns: readonly Town[],
  projection: Projection,
  marks: readonly Point[] = [],
  scale = { letter: 1, mark: 1 },
): TownLabel[] {
  const { west, east, south, north, width, height, at } = projection;
  const line = LINE * scale.letter, gap = GAP * scale.letter;
  const covered = marks.map((mark) => around(at(mark), MARK * scale.mark)),
    names: Box[] = [],
    labels: TownLabel[] = [];
  for (const town of towns) {
    if (labels.length === MOST) break;
    const { lon, lat, name } = town;
    if (lon < west || lon > east || lat < south || lat > north) continue;
    const here = at(town), { x, y } = here, dot = around(here, DOT);
    if (names.some((one) => overlap(one, dot))) continue;
    const free = PLACES.find(({ side, lines }) => {
      const middle = y + lines * line, long = gap + name.length * LETTER * scale.letter;
      const letters = {
        left: side === "start" ? x + gap : x - long,
        right: side === "start" ? x + long : x - gap,
        top: middle - line / 2,
        bottom: middle + line / 2,
      };
      if (letters.left < 0 || letters.right > width || letters.top < 0 || letters.bottom > height - FOOT) {
        return false;
      }
      if ([...covered, ...names].some((one) => overlap(one, letters))) return false;
      names.push(letters);
      return true;
    });
    if (!free) continue;
    covered.push(dot);
    labels.push({ name, x, y, side: free.side, below: free.lines * line });
  }
  return labels;
}

const around = ({ x, y }: { x: number; y: number }, half: number): Box => ({
  left: x - half,
  right: x + half,
  top: y - half,
  bottom: y + half,
});

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
