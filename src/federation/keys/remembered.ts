/** Remembers checks that have passed, up to a number: what is checked again and again is worked out once. */
export class Remembered {
  readonly #held = new Set<string>();

  constructor(readonly most: number) {}

  /** Whether the check passes. A check that fails is not remembered: anybody can make up things that fail. */
  holds(what: string, workOut: () => boolean): boolean {
    if (this.#held.has(what)) return true;
    if (!workOut()) return false;
    if (this.#held.size >= this.most) this.#held.clear();
    this.#held.add(what);
    return true;
  }
}
