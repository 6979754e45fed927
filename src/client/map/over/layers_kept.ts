/** Which layers of the big map are shown, as this device remembers them. */
import type { Signal } from "@preact/signals";
import { remember } from "../../phone/choices.ts";
import type { LayerName } from "../style.ts";

export const LAYERS_KEY = "map.layers";

/** Shows or hides one layer, and remembers that. */
export function turnLayer(layers: Signal<ReadonlySet<LayerName>>, name: LayerName, on: boolean): void {
  const next = new Set(layers.peek());
  if (on) next.add(name);
  else next.delete(name);
  layers.value = next;
  remember(LAYERS_KEY, [...next]);
}
