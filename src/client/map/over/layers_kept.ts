/** Which layers of the big map are shown, as this device remembers them. */
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { remember } from "../../phone/choices.ts";
import type { Picked } from "../big_map.ts";
import type { LayerName } from "../style.ts";

export const LAYERS_KEY = "map:layers";

/** Shows or hides one layer, and remembers that. */
export function turnLayer(layers: Signal<ReadonlySet<LayerName>>, name: LayerName, on: boolean): void {
  const next = new Set(layers.peek());
  if (on) next.add(name);
  else next.delete(name);
  layers.value = next;
  remember(LAYERS_KEY, [...next]);
}

/** The layer of each kind of thing. */
const LAYER_OF: Readonly<Record<string, LayerName>> = {
  cache: "caches",
  station: "stations",
  mesh: "mesh",
  tastic: "mesh",
  tak: "tak",
  spot: "spots",
};

/** With a layer that is turned off goes what was pressed of it. */
export function useShownAlone(
  layers: Signal<ReadonlySet<LayerName>>,
  picked: Signal<readonly Picked[]>,
): void {
  const shown = layers.value;
  useEffect(() => {
    const left = picked.peek().filter(({ kind }) => shown.has(LAYER_OF[kind] ?? "caches"));
    if (left.length < picked.peek().length) picked.value = left;
  }, [shown]);
}
