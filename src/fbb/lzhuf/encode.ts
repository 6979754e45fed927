/** Compresses with LZHUF. Equal texts give the bytes that lzhuf gives. */
import { LOOK_AHEAD, POSITION_BITS, POSITION_CODE, THRESHOLD, WINDOW } from "./codes.ts";
import { ROOT, Tree } from "./tree.ts";

// Finds the longest earlier match: the window's positions stand in 256 binary trees, one for each first byte, ordered
// by the text that begins there. Which of several equal matches is taken (the nearest) follows lzhuf, so that equal
// texts give equal bytes on every system.

/** No node. */
const NIL = WINDOW;

class Matcher {
  /** The window, its first bytes once more behind it so that a comparison need not wrap. */
  readonly text = new Uint8Array(WINDOW + LOOK_AHEAD - 1);
  readonly #smaller = new Uint16Array(WINDOW + 1);
  /** Larger neighbour; behind the window the roots, one for each first byte. */
  readonly #larger = new Uint16Array(WINDOW + 257);
  readonly #parent = new Uint16Array(WINDOW + 1);
  /**
   * Of the position inserted last: length of its longest match (0: there is none), and how far back the match lies,
   * less one.
   */
  length = 0;
  distance = 0;

  constructor() {
    this.#larger.fill(NIL, WINDOW + 1);
    this.#parent.fill(NIL);
    this.text.fill(0x20, 0, WINDOW - LOOK_AHEAD);
  }

  /** Enters the text at `at` and finds its longest match of three bytes or more. */
  insert(at: number): void {
    const { text } = this;
    const smaller = this.#smaller, larger = this.#larger, parent = this.#parent;
    let node = WINDOW + 1 + text[at]!, order = 1;
    smaller[at] = larger[at] = NIL;
    this.length = 0;
    for (;;) {
      const side = order >= 0 ? larger : smaller;
      const next = side[node]!;
      if (next === NIL) {
        side[node] = at;
        parent[at] = node;
        return;
      }
      node = next;
      let same = 1;
      while (same < LOOK_AHEAD && (order = text[at + same]! - text[node + same]!) === 0) same++;
      if (same <= 2) continue;
      const distance = ((at - node) & (WINDOW - 1)) - 1;
      if (same > this.length || (same === this.length && distance < this.distance)) this.distance = distance;
      if (same > this.length && (this.length = same) >= LOOK_AHEAD) break;
    }
    this.#replace(node, at);
  }

  /** The same text over its whole length: the newer position takes the older one's place. */
  #replace(node: number, by: number): void {
    const smaller = this.#smaller, larger = this.#larger, parent = this.#parent;
    const up = parent[by] = parent[node]!;
    smaller[by] = smaller[node]!;
    larger[by] = larger[node]!;
    parent[smaller[node]!] = by;
    parent[larger[node]!] = by;
    if (larger[up] === node) larger[up] = by;
    else smaller[up] = by;
    parent[node] = NIL;
  }

  /** Takes a position out that is about to be overwritten. */
  remove(node: number): void {
    const smaller = this.#smaller, larger = this.#larger, parent = this.#parent;
    const up = parent[node]!;
    if (up === NIL) return;
    let heir: number;
    if (larger[node] === NIL) heir = smaller[node]!;
    else if (smaller[node] === NIL) heir = larger[node]!;
    else {
      heir = smaller[node]!;
      if (larger[heir] !== NIL) {
        do heir = larger[heir]!; while (larger[heir] !== NIL);
        larger[parent[heir]!] = smaller[heir]!;
        parent[smaller[heir]!] = parent[heir]!;
        smaller[heir] = smaller[node]!;
        parent[smaller[node]!] = heir;
      }
      larger[heir] = larger[node]!;
      parent[larger[node]!] = heir;
    }
    parent[heir] = up;
    if (larger[up] === node) larger[up] = heir;
    else smaller[up] = heir;
    parent[node] = NIL;
  }
}

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
