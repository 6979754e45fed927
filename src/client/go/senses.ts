/** The phone's sensors on the way: place and compass; and the screen, which is kept on. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { useAwake } from "./awake.ts";
import { type Fix, type Walk, walked } from "./heading.ts";

/** What the sensors say. */
export interface Senses {
  fix: Signal<Fix | undefined>;
  walk: Signal<Walk | undefined>;
  /** Degrees from true north, as far as the phone knows it. */
  compass: Signal<number | undefined>;
  /** The person or the browser does not allow the page to read the place. */
  refused: Signal<boolean>;
  /** Asks for the compass where the browser wants a tap for it; absent where it does not. */
  allowCompass?: () => void;
}

interface Turned extends Event {
  alpha: number | null;
  absolute?: boolean;
  webkitCompassHeading?: number;
}
/** Safari gives the compass only after a tap; `undefined` in other browsers. */
const asksFirst = (): (() => Promise<string>) | undefined =>
  (globalThis as { DeviceOrientationEvent?: { requestPermission?: () => Promise<string> } })
    .DeviceOrientationEvent?.requestPermission;

/** Reads the sensors while the component is shown. */
export function useSenses(): Senses {
  const { gateway } = useApp();
  const fix = useSignal<Fix | undefined>(undefined), walk = useSignal<Walk | undefined>(undefined);
  const compass = useSignal<number | undefined>(undefined), refused = useSignal(false);
  useEffect(() => {
    if (!isSecureContext || !navigator.geolocation) return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        const at = Math.floor(timestamp / 1000 + gateway.offset.peek());
        const now = { lat: coords.latitude, lon: coords.longitude, accuracyM: coords.accuracy, at };
        walk.value = walked(walk.peek(), now);
        fix.value = now;
        refused.value = false;
      },
      ({ code }) => {
        // 1: not allowed. All other errors are temporary.
        if (code === 1) refused.value = true;
      },
      { enableHighAccuracy: true, maximumAge: 1000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, []);
  useEffect(() => {
    const turned = (event: Event) => {
      const { alpha, absolute, webkitCompassHeading } = event as Turned;
      if (webkitCompassHeading !== undefined) compass.value = webkitCompassHeading;
      else if (absolute && alpha !== null) compass.value = (360 - alpha) % 360;
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
  return { ...{ fix, walk, compass, refused }, ...(ask && !asked.value && { allowCompass }) };
}

/** Vibrates, where the phone can. Browsers allow it only on a page that was touched. */
export function buzz(): void {
  const phone: { vibrate?: (ms: number[]) => boolean; userActivation?: { hasBeenActive: boolean } } =
    navigator;
  if (phone.userActivation?.hasBeenActive) phone.vibrate?.([200, 100, 200]);
}
