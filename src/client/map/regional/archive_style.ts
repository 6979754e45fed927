/** How vector tiles of a regional archive are drawn: as the built-in ground, with woods, roads, houses and more names. */
import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import type { Colours } from "../../marks/icons.ts";

/** What a thing is: Protomaps says it as `kind`, OpenMapTiles as `class`. */
const KIND: ExpressionSpecification = ["coalesce", ["get", "kind"], ["get", "class"], ""];
const WOODS = [
  "forest",
  "wood",
  "park",
  "nature_reserve",
  "grass",
  "scrub",
  "national_park",
  "orchard",
  "vineyard",
];
const TOWNS = ["residential", "neighbourhood", "urban_area", "suburb", "commercial", "industrial"];
const LARGE = ["highway", "motorway", "trunk"], MIDDLE = ["major_road", "primary", "secondary", "tertiary"];
const PATHS = ["path", "track", "footway", "rail", "ferry"];

const among = (of: readonly string[]): ExpressionSpecification => ["in", KIND, ["literal", [...of]]];
const byZoom = (...stops: number[]): ExpressionSpecification =>
  ["interpolate", ["exponential", 1.5], ["zoom"], ...stops] as unknown as ExpressionSpecification;

/** The layers for one layer of tiles. The first letters of its name tell what it shows, in Protomaps and OpenMapTiles alike. */
export function archiveLayers(layer: string, colours: Colours): LayerSpecification[] {
  const from = { source: "archive", "source-layer": layer } as const;
  const fill = (
    id: string,
    colour: string,
    kinds?: readonly string[],
    pattern?: string,
  ): LayerSpecification => ({
    id: `archive-${layer}-${id}`,
    type: "fill",
    ...from,
    filter: ["all", ["==", ["geometry-type"], "Polygon"], ...(kinds ? [among(kinds)] : [])],
    paint: pattern ? { "fill-pattern": pattern } : { "fill-color": colour },
  });
  const line = (
    id: string,
    colour: string,
    width: number | ExpressionSpecification,
    { kinds, dashes }: { kinds?: readonly string[]; dashes?: number[] } = {},
  ): LayerSpecification => ({
    id: `archive-${layer}-${id}`,
    type: "line",
    ...from,
    filter: ["all", ["!=", ["geometry-type"], "Point"], ...(kinds ? [among(kinds)] : [])],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": colour, "line-width": width, ...(dashes && { "line-dasharray": dashes }) },
  });
  if (layer === "earth") return [fill("fill", colours["m-land"])];
  if (layer === "water") {
    return [fill("fill", colours["m-water"]), line("line", colours["m-water"], byZoom(6, 0.6, 16, 8))];
  }
  if (/^(waterway|physical_line)/.test(layer)) {
    return [line("line", colours["m-water"], byZoom(6, 0.6, 16, 8))];
  }
  if (/^(landuse|landcover|park)/.test(layer)) {
    return [fill("town", colours["m-town"], TOWNS, "hatch"), fill("wood", colours["m-wood"], WOODS)];
  }
  if (/^building/.test(layer)) return [fill("fill", colours["m-road-edge"])];
  if (/^(roads|transportation$|transit)/.test(layer)) {
    const edge = colours["m-road-edge"], road = colours["m-road"];
    return [
      line("path", colours["m-border"], 1, { kinds: PATHS, dashes: [2, 2] }),
      line("edge", edge, byZoom(8, 0.6, 13, 2.5, 18, 16)),
      line("middle-edge", edge, byZoom(7, 1, 13, 5, 18, 24), { kinds: MIDDLE }),
      line("large-edge", edge, byZoom(5, 1.5, 13, 8, 18, 30), { kinds: LARGE }),
      line("line", road, byZoom(8, 0.3, 13, 1.4, 18, 13)),
      line("middle", road, byZoom(7, 0.6, 13, 3.5, 18, 20), { kinds: MIDDLE }),
      line("large", road, byZoom(5, 0.8, 13, 6, 18, 25), { kinds: LARGE }),
    ];
  }
  if (/^boundar/.test(layer)) return [line("line", colours["m-border"], 1.3, { dashes: [6, 2.5, 1.2, 2.5] })];
  if (/^(places?$|pois?$|water_name|physical_point|mountain_peak)/.test(layer)) {
    return [namesOf(layer, colours)];
  }
  return [];
}

const namesOf = (layer: string, colours: Colours): LayerSpecification => ({
  id: `archive-${layer}-names`,
  type: "symbol",
  source: "archive",
  "source-layer": layer,
  ...(/^poi/.test(layer) && { minzoom: 15 }),
  filter: ["==", ["geometry-type"], "Point"],
  layout: {
    "text-field": ["get", "name"],
    "text-font": ["sans-serif"],
    "text-size": /^place/.test(layer) ? ["interpolate", ["linear"], ["zoom"], 6, 11, 14, 14] : 11,
    "text-max-width": 8,
  },
  paint: {
    "text-color": colours[/^water/.test(layer) ? "m-sea" : "m-label"],
    "text-halo-color": colours["m-land"],
    "text-halo-width": 1.8,
  },
});
