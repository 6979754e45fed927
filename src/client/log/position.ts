/** Where the phone is while a log is written: the latest reading, with its own time and accuracy. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../shell/app.ts";

export interface Reading {
  lat: number;
  lon: number;
  accuracyM: number;
  /** When it was taken, unix seconds by the gateway's clock. */
  at: number;
}

/** Watches from when the page is opened; empty where the browser does not say or its person does not want it. */
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
      () => {}, // refused or not to be had: the page says that there is none
      { enableHighAccuracy: true, maximumAge: 5000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, []);
  return reading;
}
