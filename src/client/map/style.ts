/** The style of the big map: its sources and layers, in the colours of the present look. */
import type { LayerSpecification, StyleSpecification, SymbolLayerSpecification } from "maplibre-gl";
import type { Colours } from "../marks/icons.ts";
import { collection, type Features } from "./features.ts";
import { GROUP_EDGE, GROUPS } from "./stations/clearings.ts";
import { BELOW as CALL_BELOW } from "./stations/labels.ts";
import { FONT, ground, names, text, texture } from "./ground_style.ts";

/**
 * What can be switched on and off, and the style's layers for it. Stations have a canvas of their own; objects, which change seldom, go
 * with them.
 */
export const LAYERS = {
  caches: ["clusters", "cluster-count", "caches"],
  stations: ["objects"],
  mesh: ["mesh-direct", "mesh-relay", "cell-areas", "cells", "mesh"],
  tak: ["tak"],
  spots: ["spots"],
  coverage: ["coverage"],
  grid: ["grid", "grid-ticks", "grid-names", "grid-fine", "grid-fine-names"],
} as const;
export type LayerName = keyof typeof LAYERS;
export const LAYER_NAMES = Object.keys(LAYERS) as LayerName[];

/** The sources of data that change while the map is shown. */
const SOURCES = [
  "sea",
  "areas",
  "lakes",
  "rivers",
  "borders",
  "names",
  "towns",
  "grid",
  "rings",
  "rooms",
  "coverage",
  "links",
  "mesh",
  "tak",
  "spots",
  "objects",
  "caches",
  "square",
  "mine",
  "own",
] as const;
export type SourceName = typeof SOURCES[number];

type Layout = NonNullable<SymbolLayerSpecification["layout"]>;

/** Up to this zoom caches near each other are one mark. */
const CLUSTERED = 13;

/** The style of a map without data. `base`: sources and layers of a regional archive, drawn over the built-in map. */
export function styleOf(
  colours: Colours,
  base: { sources: StyleSpecification["sources"]; layers: LayerSpecification[] },
): StyleSpecification {
  const empty: Features = collection([]);
  const clustered = { cluster: true, clusterRadius: 34, clusterMaxZoom: CLUSTERED };
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
      ...texture(colours),
      coverage(colours),
      rooms,
      ...names(colours, base.layers.length > 0),
      ...overlays(colours),
    ],
  };
}

/** The first layer above the names of a regional archive, which are put below it. */
export const ABOVE_NAMES = "rooms";

/** Stations have a canvas of their own, which the library knows nothing of: names of the archive give way to what is not seen here. */
const rooms: LayerSpecification = {
  id: "rooms",
  type: "symbol",
  source: "rooms",
  layout: {
    "icon-image": ["get", "icon"],
    "icon-offset": ["case", ["==", ["get", "icon"], "room"], ["literal", [0, 0]], ["literal", [
      0,
      CALL_BELOW,
    ]]],
    "icon-allow-overlap": true,
    "icon-padding": 0,
  },
};

/** What receivers cover lies below all names. */
const coverage = (colours: Colours): LayerSpecification => ({
  id: "coverage",
  type: "fill",
  source: "coverage",
  layout: { visibility: "none" },
  paint: {
    "fill-color": ["match", ["get", "age"], "day", colours.go, "month", colours.air, colours.soft],
    "fill-opacity": ["get", "dense"],
    "fill-outline-color": colours.line,
  },
});

function overlays(colours: Colours): LayerSpecification[] {
  const small = text(colours, 11);
  const icon: Layout = { "icon-image": ["get", "icon"], "icon-allow-overlap": true, "text-optional": true };
  const below: Layout = { "text-field": ["get", "code"], "text-anchor": "top", "text-offset": [0, 1.2] };
  return [
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
      id: "cell-areas",
      type: "fill",
      source: "mesh",
      filter: ["==", ["geometry-type"], "Polygon"],
      layout: { visibility: "none" },
      paint: { "fill-color": colours.go, "fill-opacity": 0.08 },
    },
    {
      id: "cells",
      type: "line",
      source: "mesh",
      layout: { visibility: "none" },
      paint: { "line-color": colours.go },
    },
    ...(["objects", "spots", "tak", "mesh"] as const).map((id): LayerSpecification => ({
      id,
      type: "symbol",
      source: id,
      filter: ["==", ["geometry-type"], "Point"],
      layout: { ...small.layout, ...icon, ...below, "icon-size": 0.8, visibility: "none" },
      paint: { ...small.paint, "icon-opacity": ["coalesce", ["get", "fresh"], 1] },
    })),
    {
      id: "mine",
      type: "symbol",
      source: "mine",
      layout: {
        ...small.layout,
        ...icon,
        "icon-image": "mine",
        "icon-anchor": "bottom",
        "text-field": ["get", "title"],
        "text-size": 12,
        "text-anchor": "top",
        "text-offset": [0, 0.3],
        "text-max-width": 9,
      },
      paint: small.paint,
    },
    // Below the caches: where one stands at a cache, the cache is seen, and the ring around it.
    ...own(colours),
    {
      id: "clusters",
      type: "circle",
      source: "caches",
      filter: ["has", "point_count"],
      paint: {
        "circle-color": colours.go,
        "circle-radius": [
          "step",
          ["get", "point_count"],
          GROUPS[0][1],
          ...GROUPS[1],
          ...GROUPS[2],
        ],
        "circle-stroke-color": colours.card,
        "circle-stroke-width": GROUP_EDGE,
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
        // A circle takes no room: what is not seen here keeps names away from it.
        "icon-image": "room",
        "icon-allow-overlap": true,
      },
      paint: { "text-color": colours["go-ink"] },
    },
    {
      id: "caches",
      type: "symbol",
      source: "caches",
      filter: ["!", ["has", "point_count"]],
      layout: {
        ...small.layout,
        ...icon,
        ...below,
        "text-field": ["get", "title"],
        "text-size": 12,
        "text-max-width": 9,
        "text-variable-anchor": ["top", "bottom", "left", "right"],
        "text-radial-offset": 1.5,
        "text-justify": "auto",
      },
      paint: small.paint,
    },
  ];
}

/** Where the phone is: how exact, where, and whereto it points. A dot that is not filled: it was there some time ago. */
const own = (colours: Colours): LayerSpecification[] => [
  {
    id: "own-ring",
    type: "line",
    source: "own",
    filter: ["==", ["geometry-type"], "Polygon"],
    paint: { "line-color": colours.pin, "line-width": 1.5 },
  },
  {
    id: "own-halo",
    type: "circle",
    source: "own",
    filter: ["==", ["geometry-type"], "Point"],
    paint: {
      "circle-color": colours.pin,
      "circle-opacity": 0.16,
      "circle-radius": 20,
      "circle-stroke-color": colours.pin,
      "circle-stroke-opacity": 0.5,
      "circle-stroke-width": 1,
    },
  },
  {
    id: "own-dot",
    type: "circle",
    source: "own",
    filter: ["==", ["geometry-type"], "Point"],
    paint: {
      "circle-color": ["case", ["get", "old"], colours.card, colours.pin],
      "circle-radius": 7,
      "circle-stroke-color": ["case", ["get", "old"], colours.pin, colours.card],
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
