/**
 * The adaptive Huffman tree that both ends keep in step: after each symbol its weight grows by one, and nodes are
 * swapped so that weights never fall along the array. Children of one node lie side by side, hence a bit chooses
 * between a node and the next one.
 */
import { SYMBOLS } from "./codes.ts";

const NODES = SYMBOLS * 2 - 1;
export const ROOT = NODES - 1;
/** When the root weighs this much, all weights are halved. */
const HEAVIEST = 0x8000;

export class Tree {
  /** Weights; one sentinel behind the root that nothing outweighs. */
  readonly #weight = new Uint16Array(NODES + 1);
  /** The lower of the two children, or NODES + symbol for a leaf. */
  readonly child = new Int16Array(NODES);
  /** Parents of the nodes, then of the symbols' leaves. */
  readonly parent = new Int16Array(NODES + SYMBOLS);

  constructor() {
    for (let leaf = 0; leaf < SYMBOLS; leaf++) {
      this.#weight[leaf] = 1;
      this.child[leaf] = leaf + NODES;
      this.parent[leaf + NODES] = leaf;
    }
    for (let from = 0, node = SYMBOLS; node <= ROOT; from += 2, node++) {
      this.#weight[node] = this.#weight[from]! + this.#weight[from + 1]!;
      this.child[node] = from;
      this.parent[from] = this.parent[from + 1] = node;
    }
    this.#weight[NODES] = 0xffff;
  }

  /** The symbol at a node that `child` says is a leaf, else undefined. */
  static symbolAt = (child: number): number | undefined => child < NODES ? undefined : child - NODES;

  /** The node of a symbol's leaf. */
  leafOf = (symbol: number): number => this.parent[symbol + NODES]!;

  /** Counts a symbol that was just sent or read. */
  count(symbol: number): void {
    if (this.#weight[ROOT] === HEAVIEST) this.#halve();
    const weights = this.#weight, child = this.child, parent = this.parent;
    let node = parent[symbol + NODES]!;
    do {
      const weight = ++weights[node]!;
      let last = node + 1;
      if (weight > weights[last]!) {
        while (weight > weights[last + 1]!) last++;
        weights[node] = weights[last]!;
        weights[last] = weight;
        const mine = child[node]!, theirs = child[last]!;
        this.#adopt(mine, last);
        this.#adopt(theirs, node);
        child[last] = mine;
        child[node] = theirs;
        node = last;
      }
      node = parent[node]!;
    } while (node !== 0);
  }

  #adopt(child: number, parent: number): void {
    this.parent[child] = parent;
    if (child < NODES) this.parent[child + 1] = parent;
  }

  /** Halves the leaves' weights and builds the tree anew above them. */
  #halve(): void {
    const weights = this.#weight, child = this.child;
    let leaves = 0;
    for (let node = 0; node < NODES; node++) {
      if (child[node]! < NODES) continue;
      weights[leaves] = (weights[node]! + 1) >> 1;
      child[leaves++] = child[node]!;
    }
    for (let from = 0, node = SYMBOLS; node < NODES; from += 2, node++) {
      const weight = weights[from]! + weights[from + 1]!;
      let place = node;
      while (weight < weights[place - 1]!) place--;
      weights.copyWithin(place + 1, place, node);
      child.copyWithin(place + 1, place, node);
      weights[place] = weight;
      child[place] = from;
    }
    for (let node = 0; node < NODES; node++) this.#adopt(child[node]!, node);
  }
}
