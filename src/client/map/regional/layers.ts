/** Where the layers of an archive's style are put together: each names a layer of the tiles, and is left out where those have none. */
import type { LayerSpecification } from "maplibre-gl";
import type { Colours } from "../../marks/icons.ts";
import { all, ex } from "./expressions.ts";
import { type Fields, type Of, type Schema, schemaOf } from "./schemas.ts";

/** The tiles once for shapes and once for names: names are read when the ground is drawn. */
export const SHAPES = "archive", NAMES = "archive-names", BOX = "archive-box";

type Part<Type extends LayerSpecification["type"], Key extends "paint" | "layout"> = NonNullable<
  Extract<LayerSpecification, { type: Type }>[Key]
>;
interface More {
  minzoom?: number;
  maxzoom?: number;
  layout?: Record<string, unknown>;
}

export class Layers {
  readonly schema: Schema;
  readonly shapes: LayerSpecification[] = [];
  readonly names: LayerSpecification[] = [];
  readonly isSun: boolean;
  /** Dark on light. */
  readonly isPale: boolean;

  constructor(readonly fields: Fields, readonly colours: Colours, look: string) {
    this.schema = schemaOf(fields);
    this.isSun = look === "sun";
    this.isPale = look === "light" || this.isSun;
  }

  readonly fill = (id: string, [layer, filter]: Of, paint: Part<"fill", "paint">, more: More = {}): void => {
    this.#add(this.shapes, SHAPES, layer, { id, type: "fill", filter, paint, ...more });
  };

  /** Lines, and the edges of areas. */
  readonly line = (id: string, [layer, filter]: Of, paint: Part<"line", "paint">, more: More = {}): void => {
    const layout = {
      "line-cap": paint["line-dasharray"] ? "butt" : "round",
      "line-join": "round",
      ...more.layout,
    };
    const isLong = ex("!=", ["geometry-type"], "Point");
    this.#add(this.shapes, SHAPES, layer, {
      id,
      type: "line",
      filter: all(isLong, filter),
      paint,
      ...more,
      layout,
    });
  };

  readonly symbol = (
    id: string,
    [layer, filter]: Of,
    layout: Part<"symbol", "layout">,
    paint: Part<"symbol", "paint">,
    more: Omit<More, "layout"> = {},
  ): void => {
    this.#add(this.names, NAMES, layer, { id, type: "symbol", filter, layout, paint, ...more });
  };

  #add(to: LayerSpecification[], source: string, layer: string, spec: Record<string, unknown>): void {
    if (!this.fields.has(layer)) return;
    to.push(
      { ...spec, id: `archive-${spec.id}`, source, "source-layer": layer } as LayerSpecification,
    );
  }
}
