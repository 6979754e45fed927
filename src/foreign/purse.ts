/**
 * What reading one body of a stranger may cost, all parts of it together: limits that stand at each row, file, attribute or frame
 * are none for the whole. Whoever reads counts here before it does the work. Bytes of an own archive, under its list of sums,
 * are counted by that list.
 */
import { setImmediate } from "node:timers/promises";

/** What is counted, and how much of it there may be. Bytes `out` are those after unpacking; `kept` are characters that stay. */
export interface Means {
  bytes: number;
  out: number;
  items: number;
  depth: number;
  attributes: number;
  kept: number;
}
/** For what none is named. */
export const MEANS: Readonly<Means> = {
  bytes: 200_000_000,
  out: 200_000_000,
  items: 1_000_000,
  depth: 50,
  attributes: 50,
  kept: 8_000_000,
};
/** What came out of a package may be so many times what went in, once it is more than a first portion. */
const RATIO = 40, FREE_BYTES = 8_000_000;
/** Bytes between two turns of the event loop: what the slowest reader here gets through in ten milliseconds. */
const PIECE = 65_536;

/** There is more of something than anybody's file has. */
export class Overspent extends Error {
  constructor(readonly what: keyof Means | "ratio", readonly limit: number) {
    super(
      what === "ratio"
        ? `more than ${limit} times as long when unpacked`
        : `more than ${limit} ${WORDS[what]}`,
    );
  }
}
const WORDS: Readonly<Record<keyof Means, string>> = {
  bytes: "bytes",
  out: "bytes when unpacked",
  items: "entries",
  depth: "elements within each other",
  attributes: "attributes of one element",
  kept: "characters of text",
};

/** Counts what one body costs, and gives turns of the event loop back while it is read. */
export class Purse {
  /** What was spent; of depth and attributes the most at once. */
  readonly spent: Means = { bytes: 0, out: 0, items: 0, depth: 0, attributes: 0, kept: 0 };
  /** Turns of the event loop that were given back. */
  turns = 0;
  readonly #means: Means;
  #since = 0;

  constructor(means: Partial<Means> = {}) {
    this.#means = { ...MEANS, ...means };
  }

  /** Counts so many more. Throws `Overspent`. */
  spend(what: "bytes" | "items" | "kept", n: number): void {
    this.spent[what] += n;
    if (this.spent[what] > this.#means[what]) throw new Overspent(what, this.#means[what]);
  }

  /** There are so many at once. Throws `Overspent`. */
  reach(what: "depth" | "attributes", n: number): void {
    if (n > this.spent[what]) this.spent[what] = n;
    if (n > this.#means[what]) throw new Overspent(what, this.#means[what]);
  }

  /** Counts bytes that came out of a package. Throws `Overspent`. */
  unpacked(n: number): void {
    const out = this.spent.out += n;
    if (out > this.#means.out) throw new Overspent("out", this.#means.out);
    if (out > FREE_BYTES && out > this.spent.bytes * RATIO) throw new Overspent("ratio", RATIO);
  }

  /** The pieces of a stream, none too long, with a turn for others between them. `of`: what they count as. */
  async *pieces(
    from: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    of: "bytes" | "out" = "bytes",
  ): AsyncGenerator<Uint8Array> {
    for await (const whole of from) {
      for (let at = 0; at < whole.length; at += PIECE) {
        const piece = whole.length <= PIECE ? whole : whole.subarray(at, at + PIECE);
        if (of === "out") this.unpacked(piece.length);
        else this.spend("bytes", piece.length);
        yield piece;
        if ((this.#since += piece.length) < PIECE) continue;
        this.#since = 0;
        this.turns++;
        await setImmediate();
      }
    }
  }

  /**
   * A text that stays: cut between two characters, and counted. A cut of a long text would hold all of it in memory, so what
   * stays is a copy.
   */
  keep(text: string, most: number): string {
    const end = text.length <= most ? text.length : most - (isHigh(text.charCodeAt(most - 1)) ? 1 : 0);
    this.spend("kept", end);
    return (" " + text.slice(0, end)).slice(1);
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
