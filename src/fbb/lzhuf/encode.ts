/** Compresses with LZHUF. Equal texts give the bytes that lzhuf gives. */
import { LOOK_AHEAD, POSITION_BITS, POSITION_CODE, THRESHOLD, WINDOW } from "./codes.ts";
import { Matcher } from "./matcher.ts";
import { ROOT, Tree } from "./tree.ts";

class BitWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #bits = 0;
  #held = 0;

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected);
  }

  /** Appends the lowest `count` bits (at most 16) of `value`, highest first. */
  write(value: number, count: number): void {
    this.#held = (this.#held << count | value) & 0xffffff;
    this.#bits += count;
    while (this.#bits >= 8) this.#push(this.#held >> (this.#bits -= 8) & 0xff);
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(this.#bytes.length * 2 + 64);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#length++] = byte;
  }

  /** Everything so far, the last byte filled up with zero bits. */
  end(): Uint8Array<ArrayBuffer> {
    if (this.#bits > 0) this.#push(this.#held << (8 - this.#bits) & 0xff);
    return this.#bytes.slice(0, this.#length);
  }
}

/** The code of a symbol, read from its leaf up; then the symbol is counted. Codes can be longer than a number has bits. */
function writeSymbol(out: BitWriter, tree: Tree, symbol: number): void {
  const path: number[] = [];
  for (let node = tree.leafOf(symbol); node !== ROOT; node = tree.parent[node]!) path.push(node & 1);
  for (let i = path.length - 1; i >= 0; i--) out.write(path[i]!, 1);
  tree.count(symbol);
}

function writePosition(out: BitWriter, distance: number): void {
  const upper = distance >> 6, bits = POSITION_BITS[upper]!;
  out.write(POSITION_CODE[upper]! >> (8 - bits), bits);
  out.write(distance & 0x3f, 6);
}

/** The compressed bytes, without any header. */
export function encodeLzhuf(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new BitWriter((text.length >> 1) + 64), tree = new Tree(), matcher = new Matcher();
  const window = matcher.text;
  let next = 0, write = 0, read = WINDOW - LOOK_AHEAD, ahead = Math.min(LOOK_AHEAD, text.length);
  window.set(text.subarray(0, ahead), read);
  next = ahead;
  if (ahead === 0) return out.end();
  for (let i = 1; i <= LOOK_AHEAD; i++) matcher.insert(read - i);
  matcher.insert(read);
  while (ahead > 0) {
    let taken = Math.min(matcher.length, ahead);
    if (taken <= THRESHOLD) {
      taken = 1;
      writeSymbol(out, tree, window[read]!);
    } else {
      writeSymbol(out, tree, 255 - THRESHOLD + taken);
      writePosition(out, matcher.distance);
    }
    for (let i = 0; i < taken; i++) {
      matcher.remove(write);
      if (next < text.length) {
        const byte = text[next++]!;
        window[write] = byte;
        if (write < LOOK_AHEAD - 1) window[write + WINDOW] = byte;
      } else ahead--;
      write = (write + 1) & (WINDOW - 1);
      read = (read + 1) & (WINDOW - 1);
      if (ahead > 0) matcher.insert(read);
    }
  }
  return out.end();
}
