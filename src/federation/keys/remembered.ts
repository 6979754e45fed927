/** Answers that held once and are asked for again and again: each is worked out once, and so many are kept. */
export class Remembered {
  readonly #held = new Set<string>();

  constructor(readonly most: number) {}

  /** Whether it holds. What does not is worked out anew each time: anybody can make such things up. */
  holds(what: string, workOut: () => boolean): boolean {
    if (this.#held.has(what)) return true;
    if (!workOut()) return false;
    if (this.#held.size >= this.most) this.#held.clear();
    this.#held.add(what);
    return true;
  }
}
