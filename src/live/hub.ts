/**
 * Where other areas say what happened. Positions are passed on at most once a tick for each call, and at most so many
 * a tick: a burst of ten thousand packets does not become ten thousand times a thousand messages. What is left over
 * waits for the next tick, with its newest place.
 */
import type { LiveCache, LiveFind, LiveHeard, LivePosition, LiveSent, LiveText } from "./room/messages.ts";

export interface Listener {
  position?(position: LivePosition): void;
  heard?(heard: LiveHeard): void;
  sent?(sent: LiveSent): void;
  find?(find: LiveFind): void;
  cache?(cache: LiveCache): void;
  message?(message: LiveText): void;
}

const TICK_MS = 100;
const POSITIONS_A_TICK = 200;
/** Most calls that may wait; past that the one that waited longest is dropped. */
const WAITING_MOST = 20_000;

/** Takes what happened from other areas and passes it on to the listeners. */
export class Hub {
  readonly #listeners: Listener[] = [];
  readonly #waiting = new Map<string, LivePosition>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Adds a listener; it stays until the process ends. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** A station was heard. To be called after its packet is stored. */
  position(position: LivePosition): void {
    const known = this.#waiting.get(position.call);
    if (known && known.at > position.at) return;
    this.#waiting.set(position.call, position);
    if (this.#waiting.size > WAITING_MOST) this.#waiting.delete(this.#waiting.keys().next().value!);
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#tick(), TICK_MS);
  }

  /** Packets of a station came, whatever they say; `at` is that of the latest. To be called once they are stored. */
  heard(heard: LiveHeard): void {
    for (const listener of this.#listeners) listener.heard?.(heard);
  }

  /** This gateway sent a position itself: told to those who look, never as heard. To be called once it is stored. */
  sent(sent: LiveSent): void {
    for (const listener of this.#listeners) listener.sent?.(sent);
  }

  /** A listed cache was found. Never to be called for an unlisted or removed one. */
  find(find: LiveFind): void {
    for (const listener of this.#listeners) listener.find?.(find);
  }

  /** A listed cache is new or changed. Never to be called for an unlisted or removed one. */
  cache(cache: LiveCache): void {
    for (const listener of this.#listeners) listener.cache?.(cache);
  }

  /** A message was heard or is going to be sent, or its delivery changed. */
  message(message: LiveText): void {
    for (const listener of this.#listeners) listener.message?.(message);
  }

  /** Passes on everything that waits, now. */
  flush(): void {
    while (this.#waiting.size > 0) this.#pass();
  }

  /** Drops what still waits, and stops. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
  }

  #tick(): void {
    this.#timer = undefined;
    this.#pass();
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#tick(), TICK_MS);
  }

  #pass(): void {
    let passed = 0;
    for (const [call, position] of this.#waiting) {
      if (passed++ === POSITIONS_A_TICK) return;
      this.#waiting.delete(call);
      for (const listener of this.#listeners) listener.position?.(position);
    }
  }
}
