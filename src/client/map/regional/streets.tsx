/** The region's own map under the cross of a place: its streets are what one aims at. Loaded where the gateway has one. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Round, RoundGroup } from "../../ui/look/round.tsx";
import { distanceM, type Point } from "../../ui/places/arrow.ts";
import { rounded } from "../../ui/places/coordinates.ts";
import type { View } from "../../ui/places/view.ts";
import { say } from "../../ui/say.ts";
import type { BigMap, Picked } from "../big_map.ts";
import { MapCanvas } from "../canvas/lazy_canvas.tsx";
import type { LayerName } from "../style.ts";

/** How close the map begins: at a place its houses are told apart, without one a town is seen. */
const AT_PLACE = 17, NOWHERE = 12;
/** A place that was measured or typed is gone to from so many metres on. */
const BESIDE_M = 0.5;
/** Other caches are seen: one hides none beside another. */
const LAYERS: ReadonlySet<LayerName> = new Set(["caches"]);
const nothing = { south: 0, west: 0, north: 0, east: 0 };

/** `otherwise`: called where this browser cannot draw it. */
export function Streets({ place, begin, set, otherwise }: {
  place: Point | undefined;
  begin?: Point | undefined;
  set: (place: Point) => void;
  otherwise: () => void;
}) {
  const view = useSignal<View | undefined>({
    centre: (place ?? begin)!,
    zoom: place ? AT_PLACE : NOWHERE,
    bounds: nothing,
  });
  const map = useSignal<BigMap | undefined>(undefined), missing = useSignal(false);
  const picked = useSignal<readonly Picked[]>([]), touches = useRef(0);
  const now = view.value, big = map.value;
  useEffect(() => {
    if (missing.value) otherwise();
  }, [missing.value]);
  useEffect(() => {
    // Only what a hand or a key moved is a place: the map tells its first view as well.
    if (!now || !big || big.touches === touches.current) return;
    touches.current = big.touches;
    set(rounded(now.centre));
  }, [now]);
  useEffect(() => {
    if (!place || !big || distanceM(big.middle, place) < BESIDE_M) return;
    big.go({ centre: place, zoom: Math.max(AT_PLACE, view.peek()?.zoom ?? 0) });
  }, [place?.lat, place?.lon, big]);
  return (
    <>
      <MapCanvas layers={LAYERS} view={view} map={map} missing={missing} picked={picked} />
      <RoundGroup label={say("page.map")}>
        <Round icon="plus" onClick={() => big?.zoom(1)}>{say("map.closer")}</Round>
        <Round icon="minus" onClick={() => big?.zoom(-1)}>{say("map.wider")}</Round>
      </RoundGroup>
    </>
  );
}
