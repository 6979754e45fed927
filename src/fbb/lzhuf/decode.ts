/**
 * Expands LZHUF. Input that no compressor can have made is refused, and nothing is guessed past the end of the
 * bytes.
 */
import { LOOK_AHEAD, POSITION_BITS, POSITION_OF, THRESHOLD, WINDOW } from "./codes.ts";
import { ROOT, Tree } from "./tree.ts";

/**
 * The `size` bytes that `packed` stands for, or undefined where it is not a stream of exactly that size: bits missing
 * or more than the last byte's left over, or a match that runs past the end. Memory: `size` and the tree; the caller
 * bounds `size` first.
 */
export function decodeLzhuf(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | undefined {
  const tree = new Tree(), child = tree.child, bits = packed.length * 8;
  const window = new Uint8Array(WINDOW).fill(0x20, 0, WINDOW - LOOK_AHEAD);
  const out = new Uint8Array(size);
  let at = 0, write = WINDOW - LOOK_AHEAD, done = 0;
  const bit = (): number => (packed[at >> 3]! >> (7 - (at++ & 7))) & 1;
  while (done < size) {
    let node = child[ROOT]!, symbol: number | undefined;
    while ((symbol = Tree.symbolAt(node)) === undefined) {
      if (at >= bits) return undefined;
      node = child[node + bit()]!;
    }
    tree.count(symbol);
    if (symbol < 256) {
      out[done++] = window[write] = symbol;
      write = (write + 1) & (WINDOW - 1);
      continue;
    }
    const length = symbol - 255 + THRESHOLD;
    // The longest position code has eight bits, so eight are looked at; behind the end they count as zero.
    const eight = ((packed[at >> 3] ?? 0) << 8 | (packed[(at >> 3) + 1] ?? 0)) >> (8 - (at & 7)) & 0xff;
    const upper = POSITION_OF[eight]!;
    at += POSITION_BITS[upper]!;
    if (at + 6 > bits || done + length > size) return undefined;
    let lower = 0;
    for (let i = 0; i < 6; i++) lower = lower << 1 | bit();
    let from = (write - (upper << 6 | lower) - 1) & (WINDOW - 1);
    for (let i = 0; i < length; i++) {
      out[done++] = window[write] = window[from]!;
      write = (write + 1) & (WINDOW - 1);
      from = (from + 1) & (WINDOW - 1);
    }
  }
  return bits - at < 8 ? out : undefined;
}
