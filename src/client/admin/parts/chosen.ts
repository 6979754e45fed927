/** Which rows of a table are chosen, with the keyboard or a finger. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

/** How rows are chosen in a table. */
export interface Choosing<Row> {
  /** What a row is called, for whoever hears the page. */
  name: (row: Row) => string;
  /** What can be done with the chosen ones, beside a file of them. `none`: nothing is chosen any more. */
  acts?: (rows: readonly Row[], none: () => void) => ComponentChildren;
}

type RowKey = string | number;

/** What is chosen of the rows that are shown: what is not shown is not acted on. */
export class Chosen<Row> {
  #last: RowKey | undefined;

  constructor(
    readonly keys: Signal<ReadonlySet<RowKey>>,
    readonly keyOf: (row: Row) => RowKey,
  ) {}

  of = (shown: readonly Row[]): readonly Row[] => shown.filter((row) => this.has(row));
  has = (row: Row): boolean => this.keys.value.has(this.keyOf(row));

  /** Sets one row, and with the shift key all up to the one that was set last. */
  set(shown: readonly Row[], row: Row, on: boolean, upToLast: boolean): void {
    const at = shown.indexOf(row), last = shown.findIndex((one) => this.keyOf(one) === this.#last);
    const rows = upToLast && last >= 0 ? shown.slice(Math.min(at, last), Math.max(at, last) + 1) : [row];
    this.#last = this.keyOf(row);
    this.setAll(rows, on);
  }

  setAll(rows: readonly Row[], on: boolean): void {
    const keys = new Set(this.keys.peek());
    for (const key of rows.map(this.keyOf)) {
      if (on) keys.add(key);
      else keys.delete(key);
    }
    this.keys.value = keys;
  }

  none = (): void => void (this.keys.value = new Set());
}

export function useChosen<Row>(keyOf: (row: Row) => RowKey): Chosen<Row> {
  const keys = useSignal<ReadonlySet<RowKey>>(new Set<RowKey>());
  const chosen = useRef<Chosen<Row> | undefined>(undefined);
  return chosen.current ??= new Chosen(keys, keyOf);
}
