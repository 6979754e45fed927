/** The phone's compass, for the way to a cache and for the map. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { compassOf, type Turned } from "./heading.ts";

/** Safari gives the compass only after a tap; `undefined` in other browsers. */
const asksFirst = (): (() => Promise<string>) | undefined =>
  (globalThis as { DeviceOrientationEvent?: { requestPermission?: () => Promise<string> } })
    .DeviceOrientationEvent?.requestPermission;

/** By how many degrees the page is turned against the phone's own upper edge; older iPhones have only the second. */
const turnOfScreen = (): number =>
  (screen.orientation as ScreenOrientation | undefined)?.angle ??
    (globalThis as { orientation?: number }).orientation ?? 0;

interface Compass {
  /** Degrees from magnetic north, as far as the phone knows it. */
  compass: Signal<number | undefined>;
  /** Asks for the compass where the browser wants a tap for it; `undefined` where it does not. */
  allowCompass: (() => void) | undefined;
}

/** Reads the compass while the component is shown. */
export function useCompass(): Compass {
  const compass = useSignal<number | undefined>(undefined);
  useEffect(() => {
    const turned = (event: Event) => {
      const found = compassOf(event as Event & Turned, turnOfScreen());
      if (found !== undefined) compass.value = found;
    };
    const names = ["deviceorientationabsolute", "deviceorientation"];
    for (const name of names) addEventListener(name, turned);
    return () => {
      for (const name of names) removeEventListener(name, turned);
    };
  }, []);
  const ask = asksFirst(), asked = useSignal(false);
  const allow = () => {
    asked.value = true;
    void ask?.().catch(() => {});
  };
  // A phone that was asked and has none is not asked again.
  return { compass, allowCompass: ask && !asked.value ? allow : undefined };
}
