/** Names of towns on small maps: the largest in view, as far as no name covers another. Pure. */
import type { Town } from "../nearby/towns.ts";
import type { Projection } from "./project.ts";

/** So much is added to the `size` of a capital. */
const CAPITAL = 6;
/** Towns with a higher weight are named first. */
export const weightOf = ({ size, capital }: Town): number => size + (capital ? CAPITAL : 0);

export interface TownLabel {
  name: string;
  /** Where the town is, in units of the drawing. */
  x: number;
  y: number;
  /** On which side of it the name stands. */
  side: "start" | "end";
}

/** More names than this hide what the map is for. */
const MOST = 6;
/** Sizes in units of the drawing, for the larger letters of a phone: of a letter, of a line, from the town's mark to the first letter, and of half the mark. */
const LETTER = 11, LINE = 24, GAP = 7, MARK = 4;
/** At the lower edge stand the degrees. */
const FOOT = 20;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** `towns`: the weightiest first. Of six at most the names, each on the side of its town where there is room. */
export function townLabels(towns: readonly Town[], projection: Projection): TownLabel[] {
  const { west, east, south, north, width, height, at } = projection;
  const taken: Box[] = [], labels: TownLabel[] = [];
  for (const town of towns) {
    if (labels.length === MOST) break;
    const { lon, lat, name } = town;
    if (lon < west || lon > east || lat < south || lat > north) continue;
    const { x, y } = at(town);
    for (const side of ["start", "end"] as const) {
      const long = GAP + name.length * LETTER;
      const box = {
        left: side === "start" ? x - MARK : x - long,
        right: side === "start" ? x + long : x + MARK,
        top: y - LINE / 2,
        bottom: y + LINE / 2,
      };
      const fits = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height - FOOT;
      if (!fits || taken.some((one) => overlap(one, box))) continue;
      taken.push(box);
      labels.push({ name, x, y, side });
      break;
    }
  }
  return labels;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
