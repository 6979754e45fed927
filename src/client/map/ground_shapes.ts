/** Lakes, rivers and towns of the built-in map, read; and which towns are worth a name in a view. Pure. */
import { type Feature, pointFeature } from "./features.ts";
import { Unpacked } from "./unpacked.ts";
import { type Bounds, type Line, lineOf } from "./world_shapes.ts";

export interface Waters {
  /** Closed rings. */
  lakes: Line[];
  rivers: Line[];
}
export interface Town {
  name: string;
  lon: number;
  lat: number;
  /** Twice the power of two that its people come to: 30 is some 32,000. */
  size: number;
  /** Whether a country is governed from there. */
  capital: boolean;
}

/** Reads `waters.bin`, as `tools/ground.ts` packs it. */
export function readWaters(bytes: Uint8Array): Waters {
  const from = new Unpacked(bytes), steps = from.whole();
  const lines = () => {
    // Each line begins as far from where the one before began.
    let begin: readonly [number, number] = [0, 0];
    return from.list(() => {
      let [x, y] = begin, first = true;
      return lineOf(from.list(() => {
        x += from.signed();
        y += from.signed();
        if (first) begin = [x, y];
        first = false;
        return [x / steps, y / steps] as const;
      }));
    });
  };
  return { lakes: lines(), rivers: lines() };
}

/** Reads `towns.bin` and `places.bin`. */
export function readTowns(bytes: Uint8Array): Town[] {
  const from = new Unpacked(bytes), steps = from.whole();
  let x = 0, y = 0;
  const places = from.list(() => {
    const lon = (x += from.signed()) / steps, lat = (y += from.signed()) / steps, rank = from.whole();
    return { lon, lat, size: rank >> 1, capital: rank % 2 === 1 };
  });
  const names = from.text().split("\n");
  return places.map((place, at) => ({ ...place, name: names[at]! }));
}

/** What being a capital adds to a town's size, in the steps of `size`. */
const CAPITAL = 6;
/** The higher, the earlier it is named. */
export const weightOf = ({ size, capital }: Town): number => size + (capital ? CAPITAL : 0);

/**
 * The weightiest towns of a box, at most so many; none where others have names already. Where the box reaches over the date
 * line, those on both sides.
 */
export function townsIn(towns: readonly Town[], box: Bounds, most: number, named?: Bounds): Town[] {
  const within = ({ west, south, east, north }: Bounds, lon: number, lat: number) =>
    lon >= west && lon <= east && lat >= south && lat <= north;
  return towns
    .filter(({ lon, lat }) => [lon, lon - 360, lon + 360].some((at) => within(box, at, lat)))
    .filter(({ lon, lat }) => !named || !within(named, lon, lat))
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, most);
}

export const townFeature = (town: Town): Feature =>
  pointFeature(town, { name: town.name, weight: weightOf(town), capital: town.capital });
