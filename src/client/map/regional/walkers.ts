/**
 * How vector tiles of a regional archive are drawn, so that one can walk by them. The order of the layers is the style's, whatever
 * the archive's metadata says. Pure.
 */
import type { LayerSpecification } from "maplibre-gl";
import type { Colours } from "../../marks/icons.ts";
import { land } from "./land.ts";
import { BOX, Layers } from "./layers.ts";
import { names } from "./names.ts";
import type { Fields } from "./schemas.ts";
import { borders, ways } from "./ways.ts";

interface Drawing {
  /** Layers of the tiles, and which fields their things have. */
  fields: Fields;
  colours: Colours;
  look: string;
  /** Code of the reader's language. */
  language: string;
}

/** `shapes`: below the grid; `names`: above it, and read once the shapes are drawn. */
export function walkersStyle(
  { fields, colours, look, language }: Drawing,
): { shapes: LayerSpecification[]; names: LayerSpecification[] } {
  const layers = new Layers(fields, colours, look);
  // Where the archive has tiles there is land first: no sea that turns into land, and no coast of the built-in map.
  layers.shapes.push({ id: BOX, type: "fill", source: BOX, paint: { "fill-color": colours["m-land"] } });
  land(layers);
  ways(layers);
  borders(layers);
  layers.shapes.push({
    id: "archive-edge",
    type: "line",
    source: BOX,
    minzoom: 8,
    paint: { "line-color": colours["m-border"], "line-width": 1, "line-opacity": 0.7 },
  });
  names(layers, language);
  return { shapes: layers.shapes, names: layers.names };
}
