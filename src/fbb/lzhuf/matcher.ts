/**
 * Finds the longest earlier match: the window's positions stand in 256 binary trees, one for each first byte, ordered
 * by the text that begins there. Which of several equal matches is taken (the nearest) follows lzhuf, so that equal
 * texts give equal bytes on every system.
 */
import { LOOK_AHEAD, WINDOW } from "./codes.ts";

/** No node. */
const NIL = WINDOW;

export class Matcher {
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
