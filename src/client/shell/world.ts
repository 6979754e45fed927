/** What the app needs of the browser, in one place: tests put their own there. */

export interface ClientWorld {
  /** The phone's own clock, unix seconds with fractions. */
  readonly clock: () => number;
  readonly fetch: typeof fetch;
  /** Opens a WebSocket to a path of this site. */
  readonly socket: (path: string) => WebSocket;
  /** A name that nobody else draws: 128 random bits as hex. */
  readonly newId: () => string;
  /** Runs `act` after some milliseconds; gives what calls it off. */
  readonly later: (act: () => void, ms: number) => () => void;
  /** A number from 0 to 1. */
  readonly random: () => number;
}

export const browserWorld: ClientWorld = {
  clock: () => Date.now() / 1000,
  fetch: (...args) => fetch(...args),
  socket: (path) => new WebSocket(new URL(path, location.href.replace(/^http/, "ws"))),
  newId() {
    // `randomUUID` is missing on plain http; this is not.
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  },
  later(act, ms) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
