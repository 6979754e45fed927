/** The phone's sensors on the way: place and compass; and the screen, which is kept on. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Position } from "./position/reading.ts";
import { usePosition } from "./position/use_position.ts";
import { useAwake } from "./awake.ts";
import { compassOf, type Turned, type Walk, walked } from "./heading.ts";

/** What the sensors say. */
export interface Senses {
  position: Position;
  walk: Signal<Walk | undefined>;
  /** Degrees from magnetic north, as far as the phone knows it. */
  compass: Signal<number | undefined>;
  /** Asks for the compass where the browser wants a tap for it; absent where it does not. */
  allowCompass?: () => void;
}

/** Safari gives the compass only after a tap; `undefined` in other browsers. */
const asksFirst = (): (() => Promise<string>) | undefined =>
  (globalThis as { DeviceOrientationEvent?: { requestPermission?: () => Promise<string> } })
    .DeviceOrientationEvent?.requestPermission;

/** By how many degrees the page is turned against the phone's own upper edge; older iPhones have only the second. */
const turnOfScreen = (): number =>
  (screen.orientation as ScreenOrientation | undefined)?.angle ??
    (globalThis as { orientation?: number }).orientation ?? 0;

/** Reads the sensors while the component is shown. */
export function useSenses(): Senses {
  const walk = useSignal<Walk | undefined>(undefined), compass = useSignal<number | undefined>(undefined);
  const position = usePosition({ each: (reading) => walk.value = walked(walk.peek(), reading) });
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
  useAwake(true);
  const ask = asksFirst(), asked = useSignal(false);
  const allowCompass = () => {
    asked.value = true;
    void ask?.().catch(() => {});
  };
  // A phone that was asked and has none is not asked again.
  return { ...{ position, walk, compass }, ...(ask && !asked.value && { allowCompass }) };
}

/** Vibrates, where the phone can. Browsers allow it only on a page that was touched. */
export function buzz(): void {
  const phone: { vibrate?: (ms: number[]) => boolean; userActivation?: { hasBeenActive: boolean } } =
    navigator;
  if (phone.userActivation?.hasBeenActive) phone.vibrate?.([200, 100, 200]);
}
