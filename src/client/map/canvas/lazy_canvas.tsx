/** The big map's component, loaded where a big map is shown: the pages with one share it, and the first page has none. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Moment } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { hasWebGl } from "./web_gl.ts";
import type * as canvas from "./map_canvas.tsx";

/** See `map_canvas.tsx`. */
export function MapCanvas(props: canvas.MapCanvasProps) {
  const loaded = useSignal<typeof canvas | undefined>(undefined);
  useEffect(() =>
    void import("./map_canvas.tsx").then((found) => loaded.value = found, (error) => {
      console.error(error);
      props.missing.value = true;
    }), []);
  if (loaded.value) return <loaded.value.MapCanvas {...props} />;
  return (
    <div class="big-map">
      <Moment />
    </div>
  );
}

/** Why there is no big map: the browser cannot draw one, or it was not loaded on this phone while there was a connection. */
export const NoMap = () =>
  hasWebGl()
    ? (
      <p class="notice map-missing">
        {say("map.unloaded")} <a href="/map" target="_self">{say("broken.again")}</a>
      </p>
    )
    : <p class="notice map-missing">{say("map.missing")}</p>;
