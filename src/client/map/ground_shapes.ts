/** Reads lakes, rivers and towns of the built-in map, and chooses which towns to name in a view. Pure. */
import { type Feature, pointFeature } from "./features.ts";
import type { Town } from "../ui/places/towns.ts";
import { weightOf } from "../ui/places/town_labels.ts";
import { Unpacked } from "../ui/places/unpacked.ts";
import { type Bounds, type Line, lineOf } from "../ui/places/world_shapes.ts";

/** All lakes and rivers. */
interface Waters {
  /** Closed rings. */
  lakes: Line[];
  rivers: Line[];
}
/** Reads `waters.bin`, as `tools/ground.ts` packs it. */
export function readWaters(bytes: Uint8Array): Waters {
  const from = new Unpacked(bytes), steps = from.whole();
  const lines = () => {
    // The beginning of a line is stored as the difference from the beginning of the line before.
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

/**
 * The towns of a box with the highest weights, at most `most`, without those in the box `named`. A box across the date line
 * has those on both sides.
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
