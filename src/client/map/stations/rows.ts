/** Rows of numbers with names, one after the other in one array, as the graphics card takes them. Pure. */

/** There is room for so many rows at first; it doubles when it is full. */
const FIRST = 64;

/** All rows have the same length. */
export class Rows {
  readonly #at = new Map<string, number>();
  readonly #names: string[] = [];
  /** Indices of the rows that changed since `taken` was called last; `undefined`: all. */
  #changed: Set<number> | undefined;
  numbers: Float32Array<ArrayBuffer>;

  /** `length`: how many numbers a row has. */
  constructor(readonly length: number) {
    this.numbers = new Float32Array(FIRST * length);
  }

  get count(): number {
    return this.#names.length;
  }

  /** Adds a row, or replaces the one with this name. Missing numbers at its end are 0. */
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

  /** Indices of the rows that changed since the last call; `undefined`: all. */
  taken(): ReadonlySet<number> | undefined {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** Removes a row; the last row moves into its place. */
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
