/** The stream of a device over serial or TCP: `94 C3`, a length of two bytes, a message. What is between is debug text. */

const START1 = 0x94, START2 = 0xc3, HEAD = 4;
/** The longest message of the protocol. */
const MOST = 512;

/** Cuts the messages out of a device's bytes. Holds one message at most, whatever comes. */
export class StreamFrames {
  #held = new Uint8Array(HEAD + MOST);
  #length = 0;

  /** The messages that these bytes complete. */
  push(bytes: Uint8Array): Uint8Array[] {
    const messages: Uint8Array[] = [];
    for (const byte of bytes) {
      this.#held[this.#length++] = byte;
      this.#sync();
      const whole = this.#whole();
      if (!whole) continue;
      messages.push(whole);
      this.#length = 0;
    }
    return messages;
  }

  /** Drops bytes from the front until a message may begin there. */
  #sync(): void {
    while (!this.#mayBegin()) {
      const next = this.#held.subarray(1, this.#length).indexOf(START1) + 1;
      if (next === 0) this.#length = 0;
      else {
        this.#held.copyWithin(0, next, this.#length);
        this.#length -= next;
      }
    }
  }

  #mayBegin(): boolean {
    const held = this.#held;
    if (this.#length > 0 && held[0] !== START1) return false;
    if (this.#length > 1 && held[1] !== START2) return false;
    return this.#length < HEAD || this.#promised() <= MOST;
  }

  #promised = (): number => this.#held[2]! << 8 | this.#held[3]!;

  #whole(): Uint8Array | undefined {
    if (this.#length < HEAD || this.#length < HEAD + this.#promised()) return undefined;
    return this.#held.slice(HEAD, this.#length);
  }
}
