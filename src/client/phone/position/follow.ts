/** Follows the phone for a list or the map, in steps that leave rows where they are under a hand. */
import type { App } from "../app.ts";
import { Follower } from "./follower.ts";
import { watchPosition } from "./watch.ts";

/** Somebody who looks at a list does not need a reading each second: after so many without one it is asked for. */
const RENEW_S = 30;
/** Whatever happens to the page by somebody's hand. */
const HANDS = ["pointerdown", "pointermove", "pointerup", "keydown", "wheel", "scroll"] as const;

/** Follows until the function that it gives is called. */
export function follow(app: App): () => void {
  const { own } = app.caches, follower = new Follower(own), now = () => app.gateway.now();
  const stop = watchPosition(app, {
    read: (reading) => {
      // A row that has the focus would lose it by being moved.
      if (document.activeElement?.closest(".cache-list")) follower.touch(now());
      follower.take(reading, now());
    },
    failed: (why) => own.failure.value = why,
  }, { renewS: RENEW_S, rough: true });
  const touched = () => follower.touch(now());
  for (const name of HANDS) addEventListener(name, touched, { capture: true, passive: true });
  return () => {
    stop();
    for (const name of HANDS) removeEventListener(name, touched, { capture: true });
  };
}
