/** What the phone feels on the way: its place, its compass, and that its screen stays awake. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../shell/app.ts";
import { type Fix, type Walk, walked } from "./heading.ts";

export interface Senses {
  fix: Signal<Fix | undefined>;
  walk: Signal<Walk | undefined>;
  /** Degrees from true north, as far as the phone knows it. */
  compass: Signal<number | undefined>;
  /** The person or the browser does not let the page know the place. */
  refused: Signal<boolean>;
  /** Asks for the compass where a tap is needed for it; absent elsewhere. */
  allowCompass?: () => void;
}

interface Turned extends Event {
  alpha: number | null;
  absolute?: boolean;
  webkitCompassHeading?: number;
}
/** Safari hands out its compass only after a tap. */
const asksFirst = (): (() => Promise<string>) | undefined =>
  (globalThis as { DeviceOrientationEvent?: { requestPermission?: () => Promise<string> } })
    .DeviceOrientationEvent?.requestPermission;

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
        // 1: not allowed. Other errors pass by themselves.
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
  useAwake();
  const ask = asksFirst(), asked = useSignal(false);
  const allowCompass = () => {
    asked.value = true;
    void ask?.().catch(() => {});
  };
  // A phone that was asked and has none is not asked again.
  return { ...{ fix, walk, compass, refused }, ...(ask && !asked.value && { allowCompass }) };
}

/** Keeps the screen on while the page is looked at; a browser that cannot lets it go dark. */
function useAwake(): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    if (!wakeLock) return;
    let held: WakeLockSentinel | undefined, left = false;
    const hold = async () => {
      if (document.hidden) return;
      held = await wakeLock.request("screen").catch(() => undefined);
      if (left) void held?.release();
    };
    void hold();
    // The lock ends whenever the page is hidden.
    const seen = () => void hold();
    document.addEventListener("visibilitychange", seen);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", seen);
      void held?.release();
    };
  }, []);
}

/** Shakes the phone, where it can. A page that nobody has touched may not. */
export function buzz(): void {
  const phone: { vibrate?: (ms: number[]) => boolean; userActivation?: { hasBeenActive: boolean } } =
    navigator;
  if (phone.userActivation?.hasBeenActive) phone.vibrate?.([200, 100, 200]);
}
