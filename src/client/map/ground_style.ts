/** How the ground of the big map is drawn: water, land, towns, borders, the locator grid and rings of distance. */
import type { LayerSpecification, SymbolLayerSpecification } from "maplibre-gl";
import type { Colours } from "../marks/icons.ts";

/** Letters on the map come from the device: no map asks anybody for them. */
export const FONT = ["sans-serif"];
const MONO = ["monospace"];

type Width = ["interpolate", ["exponential", number], ["zoom"], ...number[]];
const byZoom = (...stops: number[]): Width => ["interpolate", ["exponential", 1.6], ["zoom"], ...stops];

/** Text on the map, with an outline so that it can be read on any ground. */
export const text = (colours: Colours, size: number, colour: keyof Colours = "ink") => ({
  layout: { "text-font": FONT, "text-size": size } satisfies SymbolLayerSpecification["layout"],
  paint: { "text-color": colours[colour], "text-halo-color": colours["m-land"], "text-halo-width": 1.8 },
});

/** Land, the sea over it and what lies in the land, from below: what is drawn first is land, wherever one looks. Rivers end where one looks so close that they would run beside their beds. */
export const ground = (colours: Colours): LayerSpecification[] => [
  { id: "land", type: "background", paint: { "background-color": colours["m-land"] } },
  {
    id: "sea",
    type: "fill",
    source: "sea",
    filter: ["==", ["geometry-type"], "Polygon"],
    paint: { "fill-color": colours["m-water"] },
  },
  {
    id: "coast",
    type: "line",
    source: "sea",
    filter: ["!=", ["geometry-type"], "Polygon"],
    paint: { "line-color": colours["m-border"], "line-width": 0.8, "line-opacity": 0.6 },
  },
  { id: "town-areas", type: "fill", source: "areas", minzoom: 7, paint: { "fill-pattern": "hatch" } },
  {
    id: "rivers",
    type: "line",
    source: "rivers",
    minzoom: 3,
    layout: { "line-cap": "round", "line-join": "round" },
    paint: {
      "line-color": colours["m-water"],
      "line-width": byZoom(3, 0.6, 7, 2, 10, 4, 13, 12),
      "line-opacity": ["interpolate", ["linear"], ["zoom"], 13, 1, 14.5, 0],
    },
  },
  { id: "lakes", type: "fill", source: "lakes", paint: { "fill-color": colours["m-water"] } },
  {
    id: "shores",
    type: "line",
    source: "lakes",
    paint: { "line-color": colours["m-border"], "line-width": 0.6, "line-opacity": 0.5 },
  },
  {
    id: "borders",
    type: "line",
    source: "borders",
    paint: { "line-color": colours["m-border"], "line-width": 1.3, "line-dasharray": [6, 2.5, 1.2, 2.5] },
  },
];

/** The grid and the rings lie over the ground and below everything that is named. */
export const texture = (colours: Colours): LayerSpecification[] => {
  const line = (id: string, part: string, opacity: number): LayerSpecification => ({
    id,
    type: "line",
    source: "grid",
    filter: ["==", ["get", "part"], part],
    paint: { "line-color": colours["m-grid"], "line-width": 1, "line-opacity": opacity },
  });
  const names = (id: string, part: string, anchor: "top-left" | "bottom-left"): LayerSpecification => ({
    id,
    type: "symbol",
    source: "grid",
    filter: ["==", ["get", "part"], part],
    layout: {
      "text-font": MONO,
      "text-size": 10.5,
      "text-field": ["get", "name"],
      "text-anchor": anchor,
      "text-offset": anchor === "top-left" ? [0.5, 0.4] : [0.5, -0.3],
      "text-letter-spacing": 0.05,
      "text-allow-overlap": true,
      "text-ignore-placement": true,
    },
    paint: {
      "text-color": colours["m-label"],
      "text-opacity": part === "fine-name" ? 0.55 : 0.8,
      "text-halo-color": colours["m-land"],
      "text-halo-width": 1,
    },
  });
  return [
    line("grid-fine", "fine", 0.4),
    line("grid", "line", 0.6),
    line("grid-ticks", "tick", 1),
    names("grid-names", "name", "top-left"),
    names("grid-fine-names", "fine-name", "bottom-left"),
    {
      id: "rings",
      type: "line",
      source: "rings",
      filter: ["!=", ["geometry-type"], "Point"],
      layout: { "line-cap": "round" },
      paint: {
        "line-color": colours["m-label"],
        "line-width": 1.2,
        "line-dasharray": [0.1, 4],
        "line-opacity": 0.6,
      },
    },
    {
      id: "ring-names",
      type: "symbol",
      source: "rings",
      filter: ["==", ["geometry-type"], "Point"],
      layout: {
        "text-font": FONT,
        "text-size": 11,
        "text-field": ["get", "name"],
        "text-anchor": "bottom-left",
        "text-allow-overlap": true,
        "text-ignore-placement": true,
      },
      paint: {
        "text-color": colours["m-label"],
        "text-halo-color": colours["m-land"],
        "text-halo-width": 1.5,
      },
    },
  ];
};

/** Names of countries and towns, the larger towns first. `archive`: there is one, which has its own names for what is near. */
export function names(colours: Colours, archive: boolean): LayerSpecification[] {
  const { layout, paint } = text(colours, 12, "m-label");
  return [{
    id: "towns",
    type: "symbol",
    source: "towns",
    layout: {
      ...layout,
      "text-field": ["get", "name"],
      "text-size": ["interpolate", ["linear"], ["get", "weight"], 24, 11, 34, 13, 46, 16],
      "text-variable-anchor": ["left", "right", "top", "bottom"],
      "text-radial-offset": 0.4,
      "text-justify": "auto",
      "text-max-width": 9,
      "text-letter-spacing": ["step", ["get", "weight"], 0, 40, 0.12],
      "symbol-sort-key": ["-", 0, ["get", "weight"]],
      "icon-image": "town",
      "icon-allow-overlap": true,
      "icon-ignore-placement": true,
      "icon-size": ["interpolate", ["linear"], ["get", "weight"], 24, 0.5, 46, 0.9],
    },
    paint: { ...paint, "text-color": ["step", ["get", "weight"], colours["m-label"], 40, colours.ink] },
  }, {
    id: "names",
    type: "symbol",
    source: "names",
    maxzoom: archive ? 5 : 7,
    // Zoomed out, the name of a small country would cover its neighbours.
    filter: [">=", ["get", "area"], ["step", ["zoom"], 30, 2, 12, 3, 6, 4, 1, 5, 0]],
    layout: {
      ...layout,
      "text-field": ["get", "name"],
      "symbol-sort-key": ["-", 0, ["get", "area"]],
      "text-max-width": 7,
      "text-transform": "uppercase",
      "text-letter-spacing": 0.15,
    },
    paint,
  }];
}
