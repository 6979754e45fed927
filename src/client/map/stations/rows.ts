/** Rows of numbers by name, close together in one array as a graphics card takes them. Pure. */

/** Rows that there is room for at first; the room doubles when it is used up. */
const FIRST = 64;

export class Rows {
  readonly #at = new Map<string, number>();
  readonly #names: string[] = [];
  /** Places of rows that changed since they were taken last; `undefined`: all of them. */
  #changed: Set<number> | undefined;
  numbers: Float32Array<ArrayBuffer>;

  /** `length`: numbers in a row. */
  constructor(readonly length: number) {
    this.numbers = new Float32Array(FIRST * length);
  }

  get count(): number {
    return this.#names.length;
  }

  /** Puts a row in place, new or instead of the one it had. What is missing at its end is 0. */
  put(name: string, row: readonly number[]): void {
    let at = this.#at.get(name);
    if (at === undefined) {
      at = this.#names.push(name) - 1;
      this.#at.set(name, at);
      if (this.count * this.length > this.numbers.length) {
        const wider = new Float32Array(2 * this.numbers.length);
        wider.set(this.numbers);
        this.numbers = wider;
        this.#changed = undefined;
      }
    }
    this.numbers.fill(0, at * this.length, (at + 1) * this.length);
    this.numbers.set(row, at * this.length);
    this.#changed?.add(at);
  }

  /** Changes one number of each row. */
  setAll(column: number, value: (name: string) => number): void {
    this.#names.forEach((name, at) => this.numbers[at * this.length + column] = value(name));
    this.#changed = undefined;
  }

  /** Which rows changed since this was asked last; `undefined`: take all. */
  taken(): ReadonlySet<number> | undefined {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** The last row comes into the place of the one that goes. */
  drop(name: string): void {
    const at = this.#at.get(name);
    if (at === undefined) return;
    const last = this.#names.pop()!, length = this.length;
    this.#at.delete(name);
    if (last === name) return;
    this.numbers.copyWithin(at * length, this.count * length, (this.count + 1) * length);
    this.#names[at] = last;
    this.#at.set(last, at);
    this.#changed?.add(at);
  }
}
