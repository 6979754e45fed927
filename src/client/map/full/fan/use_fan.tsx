/** Opens a fan where a press on the map meets several things, and closes it when they are not shown any more. */
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { Point } from "../../../ui/places/arrow.ts";
import { usePart } from "../../../ui/use_part.ts";
import type { BigMap, Picked } from "../../big_map.ts";
import type { Fanned } from "./fan.tsx";

/** More things than these have no room around a spot: they are listed alone. */
const MOST_FANNED = 12;

/** `open` is told of each press. The map stands in `box`. */
export function useFan(
  map: BigMap | undefined,
  picked: Signal<readonly Picked[]>,
  box: RefObject<HTMLElement | null>,
): { open(things: readonly Picked[], at: Point, byKey: boolean): void; drawn: ComponentChildren } {
  const fan = useSignal<Fanned | undefined>(undefined);
  const part = usePart(() => import("./fan.tsx"), fan.value !== undefined);
  const isShown = useShown(fan, picked);
  useEffect(() => {
    if (!isShown) fan.value = undefined;
  }, [isShown]);
  const close = () => {
    fan.value = undefined;
    picked.value = [];
    map?.focus();
  };
  return {
    open: (things, at, byKey) =>
      fan.value = things.length > 1 && things.length <= MOST_FANNED ? { things, at, byKey } : undefined,
    drawn: fan.value && map && part && (
      <part.default
        of={fan.value}
        map={map}
        box={box}
        chosen={picked.value.length === 1 ? picked.value[0] : undefined}
        choose={(thing) => picked.value = [thing]}
        close={close}
      />
    ),
  };
}

/** Whether what is shown of the map is of the fan. */
const useShown = (
  fan: ReadonlySignal<Fanned | undefined>,
  picked: ReadonlySignal<readonly Picked[]>,
): boolean => picked.value.length > 0 && picked.value.every((thing) => fan.value?.things.includes(thing));
