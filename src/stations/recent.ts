/** Which packets were heard lately, so that two hearings of one packet are told from two packets. */

/** Copies of one packet are heard within this many seconds of each other (as APRS-IS servers count). */
export const SAME_PACKET_S = 30;
/** A receiver's clock may be ahead by this much (API contract: heardAt is clamped there). */
const AHEAD_S = 60;
const MOST = 20_000;

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
  /** Since when everything that arrived is in here. */
  #coversSince: number;

  constructor(
    now: number,
    readonly older: (key: string, from: number, to: number) => Known | undefined,
  ) {
    this.#coversSince = now;
  }

  /** The packet's first hearing, if it was heard within the window. */
  find(key: string, heardAt: number): Known | undefined {
    const entry = this.#entries.get(key);
    if (entry && Math.abs(entry.heardAt - heardAt) <= SAME_PACKET_S) return entry;
    // Whatever was heard that late arrived after the memory began.
    if (heardAt - SAME_PACKET_S - AHEAD_S > this.#coversSince) return undefined;
    return this.older(key, heardAt - SAME_PACKET_S, heardAt + SAME_PACKET_S);
  }

  add(key: string, known: Known, now: number): void {
    if (this.#entries.size >= MOST) {
      // The older half goes; a Map keeps the order of arrival.
      let drop = MOST / 2;
      for (const old of this.#entries.keys()) {
        if (drop-- === 0) break;
        this.#entries.delete(old);
      }
      this.#coversSince = now;
    }
    this.#entries.set(key, known);
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
