/** Chooses which towns to name in a view, and how large they are drawn. Pure. */
import { type Feature, pointFeature } from "./features.ts";
import type { Town } from "../ui/places/towns.ts";
import { weightOf } from "../ui/places/town_labels.ts";
import type { Bounds } from "../ui/places/world_shapes.ts";

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
