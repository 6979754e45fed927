/** Follows the phone while a list or the map is shown, once the person has asked for that. */
import { useEffect } from "preact/hooks";
import { type App, useApp } from "../app.ts";
import type { OwnPlace } from "./own_place.ts";
import { Follower } from "./follower.ts";
import { watchPosition } from "./watch.ts";

// Follows the phone for a list or the map, in steps that leave rows where they are under a hand.

/** Somebody who looks at a list does not need a reading each second: after so many without one it is asked for. */
const RENEW_S = 30;
/** Whatever happens to the page by somebody's hand. */
const HANDS = ["pointerdown", "pointermove", "pointerup", "keydown", "wheel", "scroll"] as const;

/** Follows until the function that it gives is called. */
function follow(app: App): () => void {
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

/**
 * `resumes`: where the person asked in an earlier opening and the browser still allows it, following begins by itself, since
 * nobody is asked anything then.
 */
export function useOwnPlace(resumes = false): OwnPlace {
  const app = useApp(), { own } = app.caches;
  const asked = own.asked.value;
  useEffect(() => {
    if (!resumes || !own.before.peek() || own.asked.peek() > 0 || !isSecureContext) return;
    let left = false;
    void navigator.permissions?.query({ name: "geolocation" }).then(({ state }) => {
      if (state === "granted" && !left && own.before.peek() && own.asked.peek() === 0) own.ask();
    }, () => {}); // a browser that does not tell: the button is there
    return () => void (left = true);
  }, []);
  useEffect(() => {
    if (asked === 0) return;
    return follow(app);
  }, [asked]);
  return own;
}
