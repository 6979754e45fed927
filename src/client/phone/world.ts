/** What the app needs from the browser, in one place, so that tests can put their own in its place. */

/** Clock, network, timers and chance. */
export interface ClientWorld {
  /** The phone's own clock, unix seconds with fractions. */
  readonly clock: () => number;
  readonly fetch: typeof fetch;
  /** Opens a WebSocket to a path of this site. */
  readonly socket: (path: string) => WebSocket;
  /** A new id: 128 random bits as hex, which nobody else will draw. */
  readonly newId: () => string;
  /** Runs `act` after so many milliseconds; gives the function that cancels it. */
  readonly later: (act: () => void, ms: number) => () => void;
  /** A random number from 0 up to but not including 1. */
  readonly random: () => number;
}

export const browserWorld: ClientWorld = {
  clock: () => Date.now() / 1000,
  fetch: (...args) => fetch(...args),
  socket: (path) => new WebSocket(new URL(path, location.href.replace(/^http/, "ws"))),
  newId() {
    // Browsers have `randomUUID` on https only; this works on plain http too.
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  },
  later(act, ms) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** Work that nobody waits for is done at the latest after so many milliseconds; so soon where a browser tells of no idle time. */
const LATEST_MS = 2000, SOON_MS = 200;

/** Does it once the browser has nothing else to do; gives the function that calls it off. */
export function whenIdle(act: () => void, world: Pick<ClientWorld, "later"> = browserWorld): () => void {
  if (!("requestIdleCallback" in globalThis)) return world.later(act, SOON_MS);
  const asked = requestIdleCallback(act, { timeout: LATEST_MS });
  return () => cancelIdleCallback(asked);
}
