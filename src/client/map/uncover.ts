/** Keeps a station in sight while somebody writes to it in the panel over the map. */
import { useEffect } from "preact/hooks";
import type { BigMap } from "./big_map.ts";
import { useApp } from "../phone/app.ts";

/** Where the open panel covers the station with this call, the map moves it beside the panel. */
export function useUncovered(map: BigMap | undefined, call: string | undefined): void {
  const { stations } = useApp();
  useEffect(() => {
    const station = call === undefined ? undefined : stations.of(call)?.peek();
    const panel = document.querySelector(".map-with > .message-panel");
    if (station && panel) map?.sight.uncover(station, panel.getBoundingClientRect());
  }, [map, call]);
}
