/** Follows the phone while a list or the map is shown, once the person has asked for that. */
import { useEffect } from "preact/hooks";
import { useApp } from "../app.ts";
import { follow } from "./follow.ts";
import type { OwnPlace } from "./own_place.ts";

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
