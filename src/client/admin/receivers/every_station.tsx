/** Every station that was heard: loaded and read once somebody opens it. */
import { useSignal } from "@preact/signals";
import { Moment } from "../../ui/parts.tsx";
import { usePart } from "../../ui/use_part.ts";
import { tell } from "../tell.ts";

export function EveryStation() {
  const open = useSignal(false);
  const Stations = usePart(() => import("./station_table.tsx"), open.value)?.default;
  return (
    <details class="setting-group" onToggle={({ currentTarget }) => open.value = currentTarget.open}>
      <summary>{tell("stations.title")}</summary>
      {open.value && (Stations ? <Stations /> : <Moment />)}
    </details>
  );
}
