/** Land, what grows on it, water and houses of a regional archive, from below. Pure. */
import { all, by, type Expression, LINE, not, POLYGON, zoomed } from "./expressions.ts";
import type { Layers } from "./layers.ts";

interface Cover {
  tint: "m-wood" | "m-meadow" | "m-rock" | "m-ice" | "m-sand" | "m-town" | "m-way";
  /** Its marks, where it has some; see `drawings.ts`. */
  texture?: string;
  kinds: readonly string[];
}

/** What a piece of land may be, from below: where two lie on each other, woods are seen over meadows, and both over towns. */
export const COVER: readonly Cover[] = [
  {
    tint: "m-town",
    kinds: [
      ...["residential", "suburb", "neighbourhood", "quarter", "commercial", "retail", "industrial"],
      ...["railway", "hospital", "school", "kindergarten", "university", "college", "library", "military"],
      ...["bus_station", "townhall", "urban_area"],
    ],
  },
  {
    tint: "m-meadow",
    kinds: [
      ...["grass", "park", "garden", "village_green", "recreation_ground", "golf_course", "pitch"],
      ...["playground", "allotments", "stadium", "zoo", "dog_park", "theme_park"],
    ],
  },
  { tint: "m-meadow", texture: "meadow", kinds: ["meadow", "grassland", "fell", "tundra"] },
  { tint: "m-rock", texture: "rock", kinds: ["bare_rock", "rock", "scree", "shingle", "quarry"] },
  { tint: "m-meadow", texture: "scrub", kinds: ["scrub", "heath", "plant_nursery"] },
  { tint: "m-wood", texture: "wood", kinds: ["wood", "forest"] },
  { tint: "m-meadow", texture: "vine", kinds: ["vineyard"] },
  { tint: "m-meadow", texture: "orchard", kinds: ["orchard"] },
  { tint: "m-ice", texture: "ice", kinds: ["glacier", "ice", "ice_shelf"] },
  {
    tint: "m-meadow",
    texture: "wet",
    kinds: ["wetland", "marsh", "swamp", "bog", "reedbed", "wet_meadow", "saltmarsh", "tidalflat"],
  },
  { tint: "m-sand", texture: "sand", kinds: ["sand", "beach", "dune"] },
  { tint: "m-meadow", texture: "grave", kinds: ["cemetery"] },
  { tint: "m-way", kinds: ["pedestrian", "pier"] },
];
const TOWNS = COVER[0]!.kinds;

/** Whatever the archive's own coast is: where it has tiles there is land first, then its water. */
function earth({ fill, schema, colours }: Layers): void {
  if (schema.earth) fill("earth", schema.earth, { "fill-color": colours["m-land"] });
}

function cover({ fill, schema, colours, isSun }: Layers): void {
  for (const [layer, word] of schema.cover) {
    const of = (
      kinds: readonly string[],
    ): [string, Expression] => [layer, all(POLYGON, by(word, [[kinds, true]], false))];
    fill(`cover-${layer}`, of(COVER.flatMap(({ kinds }) => kinds)), {
      "fill-color": by(word, COVER.map(({ kinds, tint }) => [kinds, colours[tint]]), colours["m-land"]),
      "fill-antialias": false,
    }, { layout: { "fill-sort-key": by(word, COVER.map(({ kinds }, i) => [kinds, i]), 0) } });
    const marked = COVER.flatMap(({ kinds, texture }) => texture ? [[kinds, `w-t-${texture}`] as const] : []);
    fill(`marks-${layer}`, of(marked.flatMap(([kinds]) => kinds)), {
      "fill-pattern": by(word, marked, "w-t-meadow"),
      "fill-opacity": zoomed(1, 12, 0, 13, isSun ? 0.5 : 0.6, 15, 1),
    }, { minzoom: 12 });
  }
  // Towns are hatched as on paper, until one sees their houses.
  const [layer, word] = schema.cover.at(-1)!;
  fill("hatch", [layer, all(POLYGON, by(word, [[TOWNS, true]], false))], {
    "fill-pattern": "hatch",
    "fill-opacity": zoomed(1, 13, 1, 14.5, 0),
  }, { maxzoom: 15 });
}

/** Edges of the ground: a reserve is a soft band, not a colour, since what grows there is drawn; a cliff has teeth below it. */
function edges({ line, schema, colours, isSun }: Layers): void {
  line("reserve", schema.reserve, {
    "line-color": colours["m-mark"],
    "line-width": 3,
    "line-opacity": isSun ? 0.35 : 0.45,
    "line-offset": 1.5,
  }, { minzoom: 11 });
  if (!schema.cliff) return;
  const colour = { "line-color": colours["m-rock-mark"] };
  line("cliff", schema.cliff, { ...colour, "line-width": 1 }, { minzoom: 13 });
  line("cliff-teeth", schema.cliff, {
    ...colour,
    "line-width": zoomed(1.4, 13, 2.5, 18, 6),
    "line-offset": zoomed(1.4, 13, 1.4, 18, 3.2),
    "line-dasharray": [0.25, 0.65],
  }, { minzoom: 13 });
}

/** A river is wide, a brook thin and dark enough to be seen. */
function water({ fill, line, schema, colours, isSun, isPale }: Layers): void {
  const { water, streams: [layer, isStream], isRiver } = schema;
  fill("water", water, { "fill-color": colours["m-water"] });
  line("shore", water, {
    "line-color": colours["m-sea"],
    "line-width": isSun ? 1 : 0.7,
    "line-opacity": isSun ? 1 : 0.45,
  }, { minzoom: 9 });
  line("river", [layer, all(isStream, isRiver)], {
    "line-color": colours["m-water"],
    "line-width": zoomed(1.5, 6, 0.8, 11, 2, 14, 3.5, 18, 14),
  });
  line("brook", [layer, all(isStream, LINE, not(isRiver))], {
    "line-color": isPale ? colours["m-sea"] : colours["m-water"],
    "line-opacity": isPale ? 0.55 : 1,
    "line-width": zoomed(1.5, 12, 0.6, 14, 1, 18, 4),
  }, { minzoom: 12 });
}

/** Houses have an edge; in the sun they are hatched, since black edges alone would be streets as well. */
function houses({ fill, schema, colours, isSun }: Layers): void {
  fill("house", schema.house, {
    "fill-color": colours["m-house"],
    "fill-outline-color": colours["m-house-edge"],
    "fill-opacity": zoomed(1, 13, 0, 14, 1),
  }, { minzoom: 13 });
  if (!isSun) return;
  fill("house-hatch", schema.house, {
    "fill-pattern": "w-t-house",
    "fill-opacity": zoomed(1, 14, 0, 15, 1),
  }, { minzoom: 14 });
}

export function land(layers: Layers): void {
  earth(layers);
  cover(layers);
  edges(layers);
  water(layers);
  houses(layers);
}
