/**
 * Room for request bodies: how many bytes one network, or one member over many networks, may send at once, however
 * many requests they come in. A body counts from its first byte until its request is answered.
 */
import { BODY_LIMIT, bodyFailure } from "./body.ts";

/** Bytes of bodies that one holder has here at once: three of the largest, and whatever is small beside them. */
export const ROOM_BYTES = 3 * BODY_LIMIT + 4_000_000;

/** What one request holds. */
export interface BodyShare {
  /** Counts bytes for these holders; throws 429 when they are too many, and counts nothing then. */
  take(bytes: number): void;
  /** Counts this request's bytes, those here and those still to come, for one more holder too. */
  alsoFor(holder: string): void;
  /** Gives everything back. */
  end(): void;
}

export class BodyRoom {
  readonly #held = new Map<string, number>();

  /** The share of a request by this holder. */
  share(holder: string): BodyShare {
    const holders = [holder];
    let mine = 0;
    return {
      take: (bytes) => {
        for (const one of holders) this.#check(one, bytes);
        for (const one of holders) this.#add(one, bytes);
        mine += bytes;
      },
      alsoFor: (other) => {
        this.#check(other, mine);
        this.#add(other, mine);
        holders.push(other);
      },
      end: () => {
        for (const one of holders) this.#add(one, -mine);
        mine = 0;
      },
    };
  }

  /** Bytes that a holder has here now. */
  heldBy = (holder: string): number => this.#held.get(holder) ?? 0;

  #check(holder: string, bytes: number): void {
    if (this.heldBy(holder) + bytes > ROOM_BYTES) {
      throw bodyFailure.too_many_bodies({ bytes: ROOM_BYTES, retryAfter: 5 });
    }
  }

  #add(holder: string, bytes: number): void {
    const now = this.heldBy(holder) + bytes;
    if (now > 0) this.#held.set(holder, now);
    else this.#held.delete(holder);
  }
}
