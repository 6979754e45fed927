/** Rows of things: a table that sorts and filters on a wide screen, cards on a phone. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Button } from "../shell/parts.tsx";
import { language } from "../shell/say.ts";
import { tell } from "./tell.ts";

export interface Column<Row> {
  /** Short name within the table. */
  id: string;
  /** Its heading, and the label before it on a card. */
  label: string;
  cell: (row: Row) => ComponentChildren;
  /** The value that its rows are sorted by; a column without this cannot be sorted. */
  by?: (row: Row) => string | number;
}

/** From how many rows on there is a field to filter by. */
const FILTER_FROM = 8;
/** Rows drawn at once; more are asked for. */
const ROWS = 100;

export function Table<Row>({ label, rows, columns, keyOf, words, empty }: {
  /** What the table is of. */
  label: string;
  rows: readonly Row[];
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** Text of a row that the filter looks into; without it there is none. */
  words?: (row: Row) => string;
  /** What stands where there are no rows. */
  empty: ComponentChildren;
}) {
  const sorted = useSignal<{ id: string; down: boolean } | undefined>(undefined);
  const wanted = useSignal(""), shown = useSignal(ROWS);
  if (rows.length === 0) return <p class="soft">{empty}</p>;
  const needle = wanted.value.trim().toLowerCase();
  const found = needle && words ? rows.filter((row) => words(row).toLowerCase().includes(needle)) : rows;
  const order = sorted.value, by = columns.find(({ id }) => id === order?.id)?.by;
  const list = by && order ? found.toSorted((a, b) => compare(by(a), by(b)) * (order.down ? -1 : 1)) : found;
  const press = (id: string) => sorted.value = { id, down: sorted.peek()?.id === id && !sorted.peek()!.down };
  return (
    <div class="table-room">
      {words && rows.length >= FILTER_FROM && (
        <p class="table-filter">
          <input
            type="search"
            aria-label={tell("house.filter", { what: label })}
            placeholder={tell("house.filter.short")}
            value={wanted.value}
            onInput={({ currentTarget }) => wanted.value = currentTarget.value}
          />
          <span class="soft" role="status">{tell("house.rows", { n: found.length })}</span>
        </p>
      )}
      {/* As cards its boxes are no table's any more: the roles are said. */}
      <table role="table" class="cards" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, label, by }) => (
              <th key={id} role="columnheader" scope="col" aria-sort={sortOf(order, id)}>
                {by
                  ? (
                    <Button onClick={() => press(id)}>{label}</Button>
                  )
                  : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {list.slice(0, shown.value).map((row) => (
            <tr role="row" key={keyOf(row)}>
              {columns.map(({ id, label, cell }, i) =>
                i === 0
                  ? <th key={id} role="rowheader" scope="row">{cell(row)}</th>
                  : (
                    <td key={id} role="cell">
                      <span class="card-label">{label}</span>
                      <span>{cell(row)}</span>
                    </td>
                  )
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {list.length > shown.value && (
        <Button onClick={() => shown.value += ROWS}>
          {tell("house.more_rows", { n: list.length - shown.value })}
        </Button>
      )}
    </div>
  );
}

const sortOf = (order: { id: string; down: boolean } | undefined, id: string) =>
  order?.id !== id ? undefined : order.down ? "descending" : "ascending";

const compare = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number"
    ? a - b
    : String(a).localeCompare(String(b), language.peek().code, { numeric: true });
