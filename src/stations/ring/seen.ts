/**
 * Whether a text was perhaps seen lately: two Bloom filters, an older and a newer one. "No" is certain for everything
 * that was added since the older one began; "yes" is seldom wrong. Grows with the traffic: a quiet gateway needs a quarter
 * of a megabyte.
 */

/** Bits for one entry; with four of them set, one answer in four hundred is wrongly "yes". */
const BITS_EACH = 16, SET = 4;
const LEAST_BITS = 2 ** 20, MOST_BITS = 2 ** 26;

class Filter {
  readonly bits: Uint32Array;
  readonly mask: number;
  count = 0;
  /** First and latest time added. */
  began = 0;
  newest = 0;

  constructor(readonly size: number) {
    this.bits = new Uint32Array(size / 32);
    this.mask = size - 1;
  }

  get full(): boolean {
    return this.count * BITS_EACH >= this.size;
  }
}

let hashedText = "", hashed: readonly [number, number] = [0, 0];

/**
 * Two independent 32-bit hashes of a text (cyrb53's halves, public domain). The last text's are kept: it is asked
 * twice.
 */
export function hashes(text: string): readonly [number, number] {
  if (text === hashedText) return hashed;
  let a = 0xdeadbeef, b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  hashedText = text;
  return hashed = [a >>> 0, b >>> 0];
}

/** Two filters that take turns: the older one is dropped when the newer one is full. */
export class Seen {
  #newer = new Filter(LEAST_BITS);
  #older = new Filter(LEAST_BITS);

  /** `false`: certainly not added to either filter. */
  perhaps(text: string): boolean {
    const [a, b] = hashes(text);
    return has(this.#newer, a, b) || has(this.#older, a, b);
  }

  /**
   * Adds a text that belongs to a time. Gives the latest time of what was forgotten to make room, if anything was: a
   * filter that filled within `window` seconds is followed by a larger one.
   */
  add(text: string, at: number, window: number): number | undefined {
    let forgotten: number | undefined;
    if (this.#newer.full) {
      const busy = this.#newer.newest - this.#newer.began <= 4 * window;
      forgotten = this.#older.newest;
      this.#older = this.#newer;
      this.#newer = new Filter(busy ? Math.min(MOST_BITS, this.#older.size * 8) : LEAST_BITS);
    }
    const [a, b] = hashes(text);
    for (let i = 0; i < SET; i++) {
      const bit = place(this.#newer, a, b, i);
      this.#newer.bits[bit >>> 5]! |= 1 << (bit & 31);
    }
    if (this.#newer.count++ === 0) this.#newer.began = at;
    if (at > this.#newer.newest) this.#newer.newest = at;
    return forgotten;
  }
}

const place = (filter: Filter, a: number, b: number, i: number): number =>
  (a + Math.imul(b, i)) >>> 0 & filter.mask;

function has(filter: Filter, a: number, b: number): boolean {
  for (let i = 0; i < SET; i++) {
    const bit = place(filter, a, b, i);
    if ((filter.bits[bit >>> 5]! & 1 << (bit & 31)) === 0) return false;
  }
  return true;
}
