/** The choice of the map's layers, and the meaning of their marks. */
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { remember } from "../../phone/choices.ts";
import { say } from "../../ui/say.ts";
import { KINDS } from "../../ui/look/kinds.ts";
import { KindDisc } from "../../ui/look/radio.tsx";
import type { LayerName } from "../style.ts";
import { Ticks } from "../../ui/choices.tsx";

/** The layers that can be chosen, in the order of the list. */
const LAYER_CHOICES: readonly LayerName[] = [
  "caches",
  "stations",
  "mesh",
  "spots",
  "coverage",
  "grid",
];
export const LAYERS_KEY = "map.layers";

export function LayerChoice({ layers }: { layers: Signal<ReadonlySet<LayerName>> }) {
  const turn = (name: LayerName, on: boolean) => {
    const next = new Set(layers.value);
    if (on) next.add(name);
    else next.delete(name);
    layers.value = next;
    remember(LAYERS_KEY, [...next]);
  };
  // It lies over the map: a press beside it, or Escape, closes it again.
  const root = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const { current } = root;
      const beside = event instanceof KeyboardEvent
        ? event.key === "Escape"
        : !current?.contains(event.target as Node);
      if (current?.open && beside) current.open = false;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class="map-layers" ref={root}>
      <summary>{say("map.layers")}</summary>
      <div class="map-layers-over">
        <Ticks
          label={say("map.layers.which")}
          choices={LAYER_CHOICES}
          words={(name) => say(`map.layer.${name}`)}
          has={(name) => layers.value.has(name)}
          turn={turn}
        />
        <ul class="map-legend">
          {KINDS.map((kind) => (
            <li key={kind}>
              <KindDisc type={kind} size="small" />
              {say(`type.${kind}`)}
            </li>
          ))}
        </ul>
        <p class="soft">{say("map.legend.states")}</p>
        {layers.value.has("stations") && <p class="soft">{say("map.legend.stations")}</p>}
        {layers.value.has("mesh") && <p class="soft">{say("map.legend.mesh")}</p>}
        {layers.value.has("coverage") && <p class="soft">{say("map.legend.coverage")}</p>}
      </div>
    </details>
  );
}
