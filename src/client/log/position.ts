/** Where the phone is while a log is written. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../shell/app.ts";

/** A reading of the phone's place. */
export interface Reading {
  lat: number;
  lon: number;
  accuracyM: number;
  /** When it was taken, unix seconds by the gateway's clock. */
  at: number;
}

/** The latest reading while the page is shown; `undefined` where the browser or the person does not allow it. */
export function usePosition(): Signal<Reading | undefined> {
  const app = useApp();
  const reading = useSignal<Reading | undefined>(undefined);
  useEffect(() => {
    if (!isSecureContext || !navigator.geolocation) return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        const at = Math.floor(timestamp / 1000 + app.gateway.offset.peek());
        reading.value = { lat: coords.latitude, lon: coords.longitude, accuracyM: coords.accuracy, at };
      },
      () => {}, // not allowed or not available: the page says that there is no position
      { enableHighAccuracy: true, maximumAge: 5000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, []);
  return reading;
}
