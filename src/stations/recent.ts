/** Which packets were heard lately, so that two hearings of one packet are told from two packets. */

/** Copies of one packet are heard within this many seconds of each other (as APRS-IS servers count). */
export const SAME_PACKET_S = 30;
const MOST = 60_000;
/** Entries older than this go when there is time, in seconds. */
const KEEP_S = 120;

export interface Known {
  heardAt: number;
  deliveries: number[];
}

/**
 * Memory of the last packets by identity. Beyond it the ring answers. Entries of a write that failed are taken back, so
 * that a repeat of the batch is not mistaken for a duplicate.
 */
export class Recent {
  readonly #entries = new Map<string, Known>();
  /** Nothing that was heard later than this is missing here. */
  #newestElsewhere: number;

  constructor(
    newestElsewhere: number,
    readonly older: (key: string, from: number, to: number) => Known | undefined,
  ) {
    this.#newestElsewhere = newestElsewhere;
  }

  /** The packet's first hearing, if it was heard within the window. */
  find(key: string, heardAt: number): Known | undefined {
    const entry = this.#entries.get(key);
    if (entry && Math.abs(entry.heardAt - heardAt) <= SAME_PACKET_S) return entry;
    if (heardAt - SAME_PACKET_S > this.#newestElsewhere) return undefined;
    return this.older(key, heardAt - SAME_PACKET_S, heardAt + SAME_PACKET_S);
  }

  add(key: string, known: Known): void {
    if (this.#entries.size >= MOST) {
      // The older half goes; a Map keeps the order of arrival.
      let drop = MOST / 2;
      for (const [old, entry] of this.#entries) {
        if (drop-- === 0) break;
        this.#drop(old, entry);
      }
    }
    // An earlier packet of the same content, outside the window, is then only in the ring.
    const replaced = this.#entries.get(key);
    if (replaced && replaced.heardAt > this.#newestElsewhere) this.#newestElsewhere = replaced.heardAt;
    this.#entries.set(key, known);
  }

  #drop(key: string, { heardAt }: Known): void {
    this.#entries.delete(key);
    if (heardAt > this.#newestElsewhere) this.#newestElsewhere = heardAt;
  }

  /** Lets go of what is too old to be a copy of anything. */
  expire(now: number): void {
    for (const [key, entry] of this.#entries) {
      if (entry.heardAt < now - KEEP_S) this.#drop(key, entry);
    }
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
