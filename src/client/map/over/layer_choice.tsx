/** The choice of the map's layers, and the meaning of their marks. */
import type { Signal } from "@preact/signals";
import { overMap } from "../../phone/known/from_tools.ts";
import { useApp } from "../../phone/app.ts";
import type { IconName } from "../../ui/icons/icon.tsx";
import { SwitchRow } from "../../ui/look/switch_row.tsx";
import { say } from "../../ui/say.ts";
import { KINDS } from "../../ui/look/kinds.ts";
import { KindDisc } from "../../ui/look/radio.tsx";
import type { LayerName } from "../style.ts";
import { turnLayer } from "./layers_kept.ts";

/** The layers that can be chosen, in the order of the list, and the drawing of each. */
const LAYER_CHOICES: readonly (readonly [LayerName, IconName])[] = [
  ["caches", "box"],
  ["stations", "radio-tower"],
  ["mesh", "waypoints"],
  ["spots", "radar"],
  ["coverage", "radio"],
  ["grid", "map"],
];
export function LayerChoice({ layers, spots }: { layers: Signal<ReadonlySet<LayerName>>; spots: boolean }) {
  const { caches, stations } = useApp(), shown = layers.value;
  const lines: Partial<Record<LayerName, string>> = {
    caches: say("nearby.count", { n: caches.rows.value.length }),
    stations: say("live.count", { n: stations.count.value }),
    ...(!spots && { spots: say("map.spots.off") }),
  };
  return (
    <>
      <div class="switch-rows" role="group" aria-label={say("map.layers.which")}>
        {LAYER_CHOICES.map(([name, icon]) => (
          <SwitchRow
            key={name}
            icon={icon}
            name={say(`map.layer.${name}`)}
            line={lines[name]}
            on={shown.has(name)}
            set={(on) => turnLayer(layers, name, on)}
          />
        ))}
        {overMap.value?.choices()}
      </div>
      <ul class="map-legend">
        {KINDS.map((kind) => (
          <li key={kind}>
            <KindDisc type={kind} size="small" />
            {say(`type.${kind}`)}
          </li>
        ))}
      </ul>
      <p class="soft">{say("map.legend.states")}</p>
      {shown.has("stations") && <p class="soft">{say("map.legend.stations")}</p>}
      {shown.has("mesh") && <p class="soft">{say("map.legend.mesh")}</p>}
      {shown.has("coverage") && <p class="soft">{say("map.legend.coverage")}</p>}
    </>
  );
}
