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
