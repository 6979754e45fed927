/** The time, for what shows an age. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../app.ts";

/** The gateway's time in unix seconds; the component is drawn anew each second. */
export function useNow(): number {
  const { gateway, world } = useApp();
  const now = useSignal(gateway.now());
  useEffect(() => {
    let stop = () => {};
    const tick = () => {
      now.value = gateway.now();
      stop = world.later(tick, 1000);
    };
    tick();
    return () => stop();
  }, []);
  return now.value;
}
