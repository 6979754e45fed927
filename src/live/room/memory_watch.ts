/**
 * Watches the process's memory while live sockets are open. The runtime gathers a WebSocket message before anybody
 * sees it, up to 64 MB for each socket, and shows nothing of it meanwhile: only the process's memory shows that a
 * client makes it gather many. Past the ceiling the party with most sockets is hung up, and the next one after a while if
 * that did not help.
 */

/** Between two looks, in milliseconds. */
const LOOK_MS = 1000;
/** After a party was hung up, until the next one is: the runtime cuts off who does not answer within half a minute. */
const AGAIN_LOOKS = 30;

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
