/** Rows of a table that are chosen, with the keyboard or a finger, and what is done with all of them in one act. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { WrittenColumn } from "../../panes/csv.ts";
import { saveTable } from "../../panes/save_table.ts";
import { useApp } from "../../phone/app.ts";
import { Tick } from "../../ui/choices.tsx";
import { BareTick } from "../../ui/look/bare_tick.tsx";
import { Button } from "../../ui/parts.tsx";
import { tell } from "../tell.ts";

/** How rows are chosen in a table. */
export interface Choosing<Row> {
  /** What a row is called, for whoever hears the page. */
  name: (row: Row) => string;
  /** What can be done with the chosen ones, beside a file of them. `none`: nothing is chosen any more. */
  acts?: (rows: readonly Row[], none: () => void) => ComponentChildren;
}

type RowKey = string | number;

/** What is chosen of the rows that are shown: what is not shown is not acted on. */
class Chosen<Row> {
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

/** A row's name, with the box before it. */
export function ChooseRow<Row>({ row, shown, chosen, name, children }: {
  row: Row;
  shown: readonly Row[];
  chosen: Chosen<Row>;
  name: string;
  children: ComponentChildren;
}) {
  return (
    <div class="choose-row">
      <label class="choose">
        <BareTick
          name={tell("chosen.choose", { what: name })}
          on={chosen.has(row)}
          turn={(on, shift) => chosen.set(shown, row, on, shift)}
        />
      </label>
      <div>{children}</div>
    </div>
  );
}

/** Above the table: all or none, how many are chosen, a file of them, and what else can be done with them. */
export function ChosenBar<Row>({ label, shown, chosen, choosing, written }: {
  label: string;
  shown: readonly Row[];
  chosen: Chosen<Row>;
  choosing: Choosing<Row>;
  /** What a file has of the columns. */
  written: (rows: readonly Row[]) => readonly WrittenColumn[];
}) {
  const app = useApp();
  const rows = chosen.of(shown);
  return (
    <div class="chosen" role="group" aria-label={tell("chosen.title", { what: label })}>
      <Tick
        label={tell("chosen.all")}
        about={tell("chosen.all.of", { what: label })}
        value={rows.length === shown.length}
        set={(on) => chosen.setAll(shown, on)}
      />
      <span class="soft" role="status">{rows.length > 0 && tell("chosen.n", { n: rows.length })}</span>
      {rows.length > 0 && (
        <>
          <Button onClick={() => saveTable(app, label, written(rows))}>{tell("chosen.csv")}</Button>
          {choosing.acts?.(rows, chosen.none)}
        </>
      )}
    </div>
  );
}
