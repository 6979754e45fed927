/** Work that nobody waits for, done once the browser has nothing else to do. */
import { browserWorld, type ClientWorld } from "./world.ts";

/** At the latest after so many milliseconds; so soon where a browser does not tell when it is idle. */
const LATEST_MS = 2000, SOON_MS = 200;

/** Gives the function that calls it off. */
export function whenIdle(act: () => void, world: Pick<ClientWorld, "later"> = browserWorld): () => void {
  if (!("requestIdleCallback" in globalThis)) return world.later(act, SOON_MS);
  const asked = requestIdleCallback(act, { timeout: LATEST_MS });
  return () => cancelIdleCallback(asked);
}
