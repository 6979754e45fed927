/** Who is let in at once: so many in all, and so many of one network, so that nobody keeps the others out. */

/** Enough for a club evening behind one NAT, where each browser opens six connections. */
const MOST_OF_ONE = 512;
const MOST = 4096;

/** An open connection, as far as it matters here. */
type Guest = Pick<Deno.TcpConn, "close">;

/** Counts open connections, in all and by network. */
export class Crowd {
  readonly #inside = new Map<string, Set<Guest>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Networks somebody of which is inside; whoever left is nowhere remembered. */
  get networks(): number {
    return this.#inside.size;
  }

  /** A place for a connection, which is closed when the place is left; without one it is closed at once. */
  enter(network: string, guest: Guest): Disposable | undefined {
    const same = this.#inside.get(network) ?? new Set();
    if (this.#size >= MOST || same.size >= MOST_OF_ONE) {
      close(guest);
      return undefined;
    }
    this.#inside.set(network, same.add(guest));
    this.#size++;
    return {
      [Symbol.dispose]: () => {
        close(guest);
        same.delete(guest);
        if (same.size === 0) this.#inside.delete(network);
        this.#size--;
      },
    };
  }

  /** Closes every connection. */
  cut(): void {
    for (const same of this.#inside.values()) for (const guest of same) close(guest);
  }
}

/** Closes a connection that may be closed already. */
export function close(guest: Guest): void {
  try {
    guest.close();
  } catch {
    // It was.
  }
}
