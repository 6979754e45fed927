/**
 * Wrong passwords for the state page, by sender: after ten within a minute the sender is refused until the minute is
 * over.
 */

const MOST = 10, WINDOW_MS = 60_000;
/** Senders kept; the oldest gives way. */
const SENDERS_MOST = 1000;

/** IPv4 addresses are told apart. A host on an IPv6 network has as many addresses as it likes: all of them are one. */
function senderOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d{1,3}\.)/i, "");
  return plain.includes(":") ? "IPv6" : plain;
}

export class Guesses {
  readonly #wrong = new Map<string, { n: number; ends: number }>();

  /** `now` in milliseconds, of a clock that never jumps. */
  constructor(readonly now: () => number) {}

  /** Whether the sender has guessed too often. */
  isOver(address: string): boolean {
    const window = this.#wrong.get(senderOf(address));
    return window !== undefined && this.now() < window.ends && window.n >= MOST;
  }

  /** Counts a wrong password. */
  add(address: string): void {
    const sender = senderOf(address), now = this.now();
    const window = this.#wrong.get(sender);
    if (window && now < window.ends) {
      window.n++;
      return;
    }
    if (!window && this.#wrong.size >= SENDERS_MOST) this.#wrong.delete(this.#wrong.keys().next().value!);
    this.#wrong.delete(sender);
    this.#wrong.set(sender, { n: 1, ends: now + WINDOW_MS });
  }
}
