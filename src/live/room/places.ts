/**
 * Who may open one more live connection: places in all, for each party and for each network, from the upgrade until the
 * connection is really gone. A socket that was told to close and does not answer still uses memory, so it keeps its place.
 */

/** Counts what is taken under each name. */
class Tally {
  readonly #taken = new Map<string, number>();

  of(name: string): number {
    return this.#taken.get(name) ?? 0;
  }
  add(name: string, more: 1 | -1): void {
    const left = this.of(name) + more;
    if (left > 0) this.#taken.set(name, left);
    else this.#taken.delete(name);
  }
  /** The name with the most, if there is any. */
  most(): string | undefined {
    let most = 0, found: string | undefined;
    for (const [name, taken] of this.#taken) if (taken > most) [most, found] = [taken, name];
    return found;
  }
}

export class Places {
  readonly #parties = new Tally();
  readonly #networks = new Tally();
  #size = 0;

  /** `mostPerNetwork` bounds what several parties of one network take together. */
  constructor(readonly most: number, readonly mostPerParty: number, readonly mostPerNetwork = most) {}

  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#size >= this.most;
  }

  /** Places that the party has now. */
  of(party: string): number {
    return this.#parties.of(party);
  }

  /** Whether one more of that party may come in. */
  has(party: string, network = party): boolean {
    return !this.isFull && this.#parties.of(party) < this.mostPerParty &&
      this.#networks.of(network) < this.mostPerNetwork;
  }

  /** Takes a place; gives what frees it, once. */
  take(party: string, network = party): () => void {
    const count = (more: 1 | -1) => {
      this.#size += more;
      this.#parties.add(party, more);
      this.#networks.add(network, more);
    };
    count(1);
    let held = true;
    return () => {
      if (held) count(-1);
      held = false;
    };
  }

  /** The party with the most places, if there is any. */
  busiest(): string | undefined {
    return this.#parties.most();
  }
}
