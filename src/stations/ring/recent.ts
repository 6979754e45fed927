/** Which packets were heard lately, so that two hearings of one packet are told from two packets. */
import { Seen } from "./seen.ts";

/** Copies of one packet are heard within this many seconds of each other (as APRS-IS servers count). */
export const SAME_PACKET_S = 30;
/** Packets that are held with their deliveries. */
const MOST = 20_000;
/** Entries older than this go when there is time, in seconds. */
const KEEP_S = 120;

export interface Known {
  /** Of its first copy. */
  heardAt: number;
  /** By which deliveries it came: their numbers, below zero where the copy was not heard directly. */
  ways: number[];
}

/** A delivery as one of a packet's ways. */
export const wayOf = (delivery: number, direct: boolean): number => direct ? delivery : -delivery;

/**
 * Memory of the last packets by identity. Older packets are looked up in the ring; a filter answers for most
 * packets that were never heard, without a look-up. Entries of a write that failed are taken back, so that a repeat
 * of the batch does not count as a duplicate.
 */
export class Recent {
  readonly #entries = new Map<string, Known>();
  readonly #seen = new Seen();
  /** Nothing that was heard later than this is missing in the filter. */
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
    if (heardAt - SAME_PACKET_S > this.#newestElsewhere && !this.#seen.perhaps(key)) return undefined;
    return this.older(key, heardAt - SAME_PACKET_S, heardAt + SAME_PACKET_S);
  }

  /**
   * Notes a packet under its key. Where too many are noted, the older half is forgotten, and only perhaps known from
   * then on.
   */
  add(key: string, known: Known): void {
    if (this.#entries.size >= MOST) {
      // The older half goes; a Map keeps the order of arrival.
      let drop = MOST / 2;
      for (const old of this.#entries.keys()) {
        if (drop-- === 0) break;
        this.#entries.delete(old);
      }
    }
    this.#entries.set(key, known);
    const forgotten = this.#seen.add(key, known.heardAt, SAME_PACKET_S) ?? 0;
    if (forgotten > this.#newestElsewhere) this.#newestElsewhere = forgotten;
  }

  /** Lets go of what is too old to be a copy of anything. */
  expire(now: number): void {
    for (const [key, { heardAt }] of this.#entries) {
      if (heardAt < now - KEEP_S) this.#entries.delete(key);
    }
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
