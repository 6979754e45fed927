/** The style of the big map: its sources and layers, in the colours of the present look. */
import type { LayerSpecification, StyleSpecification, SymbolLayerSpecification } from "maplibre-gl";
import type { Colours } from "../marks/icons.ts";
import { collection, type Features } from "./features.ts";

/** What can be switched on and off, and the style's layers for it. Stations have none: they have a canvas of their own. */
export const LAYERS = {
  caches: ["clusters", "cluster-count", "caches"],
  stations: [],
  mesh: ["mesh-direct", "mesh-relay", "mesh"],
  spots: ["spots"],
  coverage: ["coverage"],
  grid: ["grid", "grid-names"],
} as const;
export type LayerName = keyof typeof LAYERS;
export const LAYER_NAMES = Object.keys(LAYERS) as LayerName[];

/** The sources of data that change while the map is shown. */
const SOURCES = [
  "land",
  "lakes",
  "rivers",
  "borders",
  "names",
  "towns",
  "grid",
  "coverage",
  "links",
  "mesh",
  "spots",
  "caches",
  "square",
  "own",
] as const;
export type SourceName = typeof SOURCES[number];

type Layout = NonNullable<SymbolLayerSpecification["layout"]>;

const FONT = ["sans-serif"];

/** The style of a map without data. `base`: sources and layers of a regional archive, drawn over the built-in map. */
export function styleOf(
  colours: Colours,
  base: { sources: StyleSpecification["sources"]; layers: LayerSpecification[] },
): StyleSpecification {
  const empty: Features = collection([]);
  const clustered = { cluster: true, clusterRadius: 44, clusterMaxZoom: 11 };
  const sources = Object.fromEntries(
    SOURCES.map((name) => [name, {
      type: "geojson",
      data: empty,
      ...(name === "caches" && clustered),
    }]),
  ) as StyleSpecification["sources"];
  return {
    version: 8,
    sources: { ...sources, ...base.sources },
    layers: [
      ...ground(colours),
      ...base.layers,
      ...names(colours, base.layers.length > 0),
      ...overlays(colours),
    ],
  };
}

const ground = (colours: Colours): LayerSpecification[] => [
  { id: "water", type: "background", paint: { "background-color": colours["m-water"] } },
  {
    id: "land",
    type: "fill",
    source: "land",
    paint: { "fill-color": colours["m-land"], "fill-outline-color": colours.soft },
  },
  {
    id: "rivers",
    type: "line",
    source: "rivers",
    minzoom: 3,
    paint: { "line-color": colours.line, "line-width": ["interpolate", ["linear"], ["zoom"], 3, 0.5, 8, 2] },
  },
  { id: "lakes", type: "fill", source: "lakes", paint: { "fill-color": colours["m-water"] } },
  { id: "shores", type: "line", source: "lakes", paint: { "line-color": colours.line, "line-width": 1 } },
  {
    id: "borders",
    type: "line",
    source: "borders",
    paint: { "line-color": colours.soft, "line-width": 1, "line-dasharray": [4, 2] },
  },
];

/** Text on the map, with an outline so that it can be read on any ground. */
const text = (colours: Colours, size: number) => ({
  layout: { "text-font": FONT, "text-size": size },
  paint: { "text-color": colours.ink, "text-halo-color": colours.paper, "text-halo-width": 1.5 },
});

/** Names of countries and towns, the larger towns first. `archive`: there is one, which has its own names for what is near. */
function names(colours: Colours, archive: boolean): LayerSpecification[] {
  const { layout, paint } = text(colours, 12);
  return [{
    id: "towns",
    type: "symbol",
    source: "towns",
    layout: {
      ...layout,
      "text-field": ["get", "name"],
      "text-size": ["interpolate", ["linear"], ["get", "weight"], 24, 11, 46, 15],
      "text-variable-anchor": ["left", "right", "top", "bottom"],
      "text-radial-offset": 0.4,
      "text-justify": "auto",
      "text-max-width": 9,
      "symbol-sort-key": ["-", 0, ["get", "weight"]],
      "icon-image": "town",
      "icon-allow-overlap": true,
      "icon-ignore-placement": true,
      "icon-size": ["interpolate", ["linear"], ["get", "weight"], 24, 0.6, 46, 1],
    },
    paint,
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
      "text-letter-spacing": 0.1,
    },
    paint: { ...paint, "text-color": colours.soft },
  }];
}

function overlays(colours: Colours): LayerSpecification[] {
  const small = text(colours, 11);
  const icon: Layout = { "icon-image": ["get", "icon"], "icon-allow-overlap": true, "text-optional": true };
  const below: Layout = { "text-field": ["get", "code"], "text-anchor": "top", "text-offset": [0, 1] };
  return [
    {
      id: "coverage",
      type: "fill",
      source: "coverage",
      layout: { visibility: "none" },
      paint: {
        "fill-color": ["match", ["get", "age"], "day", colours.go, "month", colours.air, colours.soft],
        "fill-opacity": ["get", "dense"],
        "fill-outline-color": colours.line,
      },
    },
    {
      id: "grid",
      type: "line",
      source: "grid",
      layout: { visibility: "none" },
      paint: { "line-color": colours.soft, "line-width": 0.7 },
    },
    {
      id: "grid-names",
      type: "symbol",
      source: "grid",
      filter: ["==", ["geometry-type"], "Point"],
      layout: { ...small.layout, "text-field": ["get", "name"], visibility: "none" },
      paint: { ...small.paint, "text-color": colours.soft },
    },
    { id: "square", type: "line", source: "square", paint: { "line-color": colours.bad, "line-width": 3 } },
    {
      id: "square-points",
      type: "circle",
      source: "square",
      filter: ["==", ["geometry-type"], "Point"],
      paint: { "circle-color": colours.bad, "circle-radius": 5 },
    },
    ...(["direct", "relay"] as const).map((kind): LayerSpecification => ({
      id: `mesh-${kind}`,
      type: "line",
      source: "links",
      filter: ["==", ["get", "how"], kind],
      layout: { visibility: "none" },
      paint: {
        "line-color": colours.go,
        "line-width": ["match", ["get", "quality"], "strong", 4, "usable", 2.5, 1.2],
        "line-opacity": ["get", "fresh"],
        ...(kind === "relay" && { "line-dasharray": [2, 2] }),
      },
    })),
    {
      id: "spots",
      type: "symbol",
      source: "spots",
      layout: { ...small.layout, ...icon, ...below, "icon-size": 0.7, visibility: "none" },
      paint: small.paint,
    },
    {
      id: "mesh",
      type: "symbol",
      source: "mesh",
      layout: { ...small.layout, ...icon, ...below, "icon-size": 0.8, visibility: "none" },
      paint: { ...small.paint, "icon-opacity": ["get", "fresh"] },
    },
    {
      id: "clusters",
      type: "circle",
      source: "caches",
      filter: ["has", "point_count"],
      paint: {
        "circle-color": colours.go,
        "circle-radius": ["step", ["get", "point_count"], 14, 10, 18, 100, 24],
        "circle-stroke-color": colours.paper,
        "circle-stroke-width": 2,
      },
    },
    {
      id: "cluster-count",
      type: "symbol",
      source: "caches",
      filter: ["has", "point_count"],
      layout: {
        "text-font": FONT,
        "text-size": 13,
        "text-field": ["get", "point_count_abbreviated"],
        "text-allow-overlap": true,
      },
      paint: { "text-color": colours["go-ink"] },
    },
    {
      id: "caches",
      type: "symbol",
      source: "caches",
      filter: ["!", ["has", "point_count"]],
      layout: { ...small.layout, ...icon, ...below },
      paint: small.paint,
    },
    ...own(colours),
  ];
}

/** Where the phone is: how exact, where, and whereto it points. A dot that is not filled: it was there some time ago. */
const own = (colours: Colours): LayerSpecification[] => [
  {
    id: "own-ring",
    type: "line",
    source: "own",
    filter: ["==", ["geometry-type"], "Polygon"],
    paint: { "line-color": colours.bad, "line-width": 1.5 },
  },
  {
    id: "own-dot",
    type: "circle",
    source: "own",
    filter: ["==", ["geometry-type"], "Point"],
    paint: {
      "circle-color": ["case", ["get", "old"], colours.paper, colours.bad],
      "circle-radius": 7,
      "circle-stroke-color": ["case", ["get", "old"], colours.bad, colours.paper],
      "circle-stroke-width": 3,
    },
  },
  {
    id: "own-heading",
    type: "symbol",
    source: "own",
    filter: ["has", "heading"],
    layout: {
      "icon-image": "heading",
      "icon-size": 1.4,
      "icon-rotate": ["get", "heading"],
      "icon-allow-overlap": true,
      "icon-ignore-placement": true,
    },
  },
];
