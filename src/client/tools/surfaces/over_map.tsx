/** Layers of tools on the big map. Their marks are rhombs, so that none looks like a cache, a station or a spot. */
import { computed, effect, signal } from "@preact/signals";
import type { GeoJSONSource, Map as LibraryMap } from "maplibre-gl";
import { type Colours, coloursOf, pixelsOf, SHARP } from "../../marks/icons.ts";
import { recall, remember } from "../../phone/choices.ts";
import { overMap } from "../../phone/known/from_tools.ts";
import { SwitchRow } from "../../ui/look/switch_row.tsx";
import { say } from "../../ui/say.ts";
import type { Bench } from "../install/bench.ts";
import { isMeantFor } from "../run/around.ts";
import type { ToolPoint } from "../run/layer.ts";
import type { Tone } from "../run/shapes.ts";

/** Points of all tools together; each tool has at most 2,000. */
const POINTS_MOST = 5000;
/** Under what this device remembers whose layers are not shown. */
const HIDDEN = "tools.map.hidden";
const SOURCE = "tools", GLYPHS = "tools-glyphs";
/** The layer of the big map below which tools draw: where one stands, and caches, are seen over theirs. */
const BELOW = "own-ring";
const SIDE = 26;
const TONES: Readonly<Record<Tone, keyof Colours>> = {
  default: "ink",
  muted: "soft",
  accent: "pin",
  ok: "go",
  warn: "air",
  bad: "bad",
};

export function layOverMap(bench: Bench): void {
  const hidden = signal<readonly string[]>(recall<string[]>(HIDDEN) ?? []);
  const layers = computed(() =>
    [...bench.running.value.values()].filter(({ surfaces }) => isMeantFor(surfaces, "map")).flatMap((
      { name, layer: { value } },
    ) => value && value.points.length > 0 ? [{ name, points: value.points }] : [])
  );
  const points = computed(() =>
    layers.value.filter(({ name }) => !hidden.value.includes(name)).flatMap((one) => one.points)
      .slice(0, POINTS_MOST)
  );
  const isThere = computed(() => layers.value.length > 0);
  const choices = () =>
    layers.value.map(({ name, points: { length: n } }) => (
      <SwitchRow
        key={name}
        icon="wrench"
        name={bench.titleOf(bench.installed.value.find((one) => one.name === name) ?? { name, at: "" })}
        line={say("tools.layer", { n })}
        on={!hidden.value.includes(name)}
        set={(on) => {
          hidden.value = [...hidden.peek().filter((one) => one !== name), ...(on ? [] : [name])];
          remember(HIDDEN, hidden.peek());
        }}
      />
    ));
  const draw = (map: LibraryMap): () => void => {
    addTo(map);
    const end = effect(() => void map.getSource<GeoJSONSource>(SOURCE)?.setData(featuresOf(points.value)));
    return () => {
      end();
      takeOff(map);
    };
  };
  effect(() => {
    overMap.value = isThere.value ? { draw, choices } : undefined;
  });
}

function addTo(map: LibraryMap): void {
  const colours = coloursOf(map.getContainer()), below = map.getLayer(BELOW) ? BELOW : undefined;
  for (const [tone, colour] of Object.entries(TONES)) {
    map.addImage(`tool-${tone}`, rhomb(colours[colour], colours.card), { pixelRatio: SHARP });
  }
  map.addSource(SOURCE, { type: "geojson", data: featuresOf([]) });
  map.addLayer({
    id: SOURCE,
    type: "symbol",
    source: SOURCE,
    layout: {
      "icon-image": ["get", "icon"],
      "icon-allow-overlap": true,
      "text-optional": true,
      "text-field": ["get", "label"],
      "text-font": ["sans-serif"],
      "text-size": 11,
      "text-anchor": "top",
      "text-offset": [0, 1.2],
    },
    paint: { "text-color": colours.ink, "text-halo-color": colours["m-land"], "text-halo-width": 1.8 },
  }, below);
  map.addLayer({
    id: GLYPHS,
    type: "symbol",
    source: SOURCE,
    layout: {
      "text-field": ["get", "glyph"],
      "text-font": ["sans-serif"],
      "text-size": 11,
      "text-allow-overlap": true,
      "text-ignore-placement": true,
    },
    paint: { "text-color": colours.card },
  }, below);
}

function takeOff(map: LibraryMap): void {
  for (const id of [GLYPHS, SOURCE]) map.removeLayer(id);
  map.removeSource(SOURCE);
  for (const tone of Object.keys(TONES)) map.removeImage(`tool-${tone}`);
}

const rhomb = (fill: string, edge: string): ImageData =>
  pixelsOf(SIDE * SHARP, SIDE * SHARP, (pen) => {
    pen.scale(SHARP, SHARP);
    const room = new Path2D(`M${SIDE / 2} 2L${SIDE - 2} ${SIDE / 2}L${SIDE / 2} ${SIDE - 2}L2 ${SIDE / 2}Z`);
    pen.fillStyle = fill;
    pen.fill(room);
    pen.lineWidth = 2;
    pen.strokeStyle = edge;
    pen.stroke(room);
  });

const featuresOf = (points: readonly ToolPoint[]) => ({
  type: "FeatureCollection" as const,
  features: points.map(({ lat, lon, label, glyph, tone }) => ({
    type: "Feature" as const,
    properties: { label, glyph, icon: `tool-${tone}` },
    geometry: { type: "Point" as const, coordinates: [lon, lat] },
  })),
});
