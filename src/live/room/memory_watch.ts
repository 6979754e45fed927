/**
 * Watches the process's memory while live sockets are open. What a client sends is bounded where it comes in; this is for
 * what many hold together, whatever it is. Past the ceiling the party with most sockets is hung up, and the next one
 * after a while if that did not help.
 */

/** Between two looks, in milliseconds. */
const LOOK_MS = 1000;
/** After a party was hung up, until the next one is: its connections are over by then, and their memory is free. */
const AGAIN_LOOKS = 3;
/** Bytes: the least that the gateway needs to itself, and the most that it should ever take. */
const LEAST = 256 << 20, MOST = 2 ** 31;

/** Bytes of memory that the process may have, by what its host has: half of that. */
export const memoryCeiling = (host: number): number => Math.min(MOST, Math.max(LEAST, Math.floor(host / 2)));

/** Looks each second while it is started, and has somebody hung up where the process has too much. */
export class MemoryWatch {
  #timer: ReturnType<typeof setInterval> | undefined;
  #patience = 0;
  /** Whether memory was past the ceiling when it was looked at last: then nobody new is let in. */
  isOver = false;

  /** `used` and `most` in bytes; `relieve` hangs somebody up. */
  constructor(readonly used: () => number, readonly most: number, readonly relieve: () => void) {}

  start(): void {
    this.#timer ??= setInterval(() => this.look(), LOOK_MS);
  }
  /** Looks no more, and forgets what it saw. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.isOver = false;
    this.#patience = 0;
  }

  /** Looks once. Past the ceiling it hangs somebody up, and then waits for some looks whether that has helped. */
  look(): void {
    this.isOver = this.used() > this.most;
    if (this.#patience > 0) this.#patience--;
    if (!this.isOver || this.#patience > 0) return;
    this.#patience = AGAIN_LOOKS;
    this.relieve();
  }
}
