/** The screen, which a page may keep on. */
import { useEffect } from "preact/hooks";

/** Keeps the screen on while the page is shown and `on` is true, where the browser can do that. */
export function useAwake(on: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    if (!wakeLock || !on) return;
    let held: WakeLockSentinel | undefined, left = false;
    const hold = async () => {
      if (document.hidden) return;
      held = await wakeLock.request("screen").catch(() => undefined);
      if (left) void held?.release();
    };
    void hold();
    // The browser ends the lock whenever the page is hidden, so it is asked for again.
    const seen = () => void hold();
    document.addEventListener("visibilitychange", seen);
    return () => {
      left = true;
      document.removeEventListener("visibilitychange", seen);
      void held?.release();
    };
  }, [on]);
}
