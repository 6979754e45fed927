/**
 * Who may open one more live connection: places in all and for each network, from the upgrade until the connection
 * is really gone. A socket that was told to close and does not answer still uses memory, so it keeps its place.
 */

export class Places {
  readonly #taken = new Map<string, number>();
  #size = 0;

  constructor(readonly most: number, readonly mostPerNetwork: number) {}

  get size(): number {
    return this.#size;
  }
  get isFull(): boolean {
    return this.#size >= this.most;
  }
  has(network: string): boolean {
    return !this.isFull && (this.#taken.get(network) ?? 0) < this.mostPerNetwork;
  }

  /** Takes a place; gives what frees it, once. */
  take(network: string): () => void {
    this.#size++;
    this.#taken.set(network, (this.#taken.get(network) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#size--;
      const left = this.#taken.get(network)! - 1;
      if (left > 0) this.#taken.set(network, left);
      else this.#taken.delete(network);
    };
  }

  /** The network with the most places, if there is any. */
  busiest(): string | undefined {
    let most = 0, found: string | undefined;
    for (const [network, taken] of this.#taken) if (taken > most) [most, found] = [taken, network];
    return found;
  }
}
