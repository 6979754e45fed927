/** A table that can be sorted and filtered on a wide screen; on a phone its rows are cards. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { wideParts } from "../../panes/list_panes.ts";
import type { Written, WrittenColumn } from "../../panes/csv.ts";
import { TableTools } from "../../panes/table_tools.tsx";
import { Button, Loading } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { language } from "../../ui/say.ts";
import { tell } from "../tell.ts";
import { usePart } from "../../ui/use_part.ts";
import { type Choosing, useChosen } from "./chosen.ts";

/** A column: `cell` draws its part of a row. */
export interface Column<Row> {
  /** Short name within the table. */
  id: string;
  /** Its heading; on a card the label before its value. */
  label: string;
  cell: (row: Row) => ComponentChildren;
  /** The value to sort rows by; without it the column cannot be sorted. */
  by?: (row: Row) => string | number;
  /** What a file has of a row; without it what `by` gives, else what `cell` draws, if that is plain text or a number. */
  file?: (row: Row) => Written;
  /** Whether it stays where the table stands beside one of its rows. */
  beside?: boolean;
}

/** With so many rows or more there is a field to filter them. */
const FILTER_FROM = 8;
/** What rows are chosen with: no page has it before somebody may choose. */
export const chosenBar = () => import("./chosen_bar.tsx");
/** Fewer rows need neither density nor a choice of columns, nor a file. */
const TOOLS_FROM = 4;
/** Columns beside a detail, where none was chosen for that. */
const SOME = 3;
/** So many rows are drawn at first, on a phone fewer: there each is a card, as high as its columns are many. A button shows more. */
export const rowsAtOnce = (onPhone: number): number => wideParts.peek() ? 100 : onPhone;
/** So many more are shown with each press of that button. */
export const MORE_ROWS = 100;

/** A list that the gateway sorts and gives page by page. */
interface Paged<Row> {
  order: { id: string; down: boolean };
  sort: (id: string) => void;
  /** Every row that fits, for a file. */
  all: () => Promise<readonly Row[]>;
}

/** The table. `keyOf` gives each row a key of its own. */
export function Table<Row>({ label, rows, columns, keyOf, words, empty, paged, choose, onPhone = 8 }: {
  /** What the table shows, for screen readers. */
  label: string;
  /** `undefined` until they were read. */
  rows: readonly Row[] | undefined;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** The text of a row that the filter searches; without it there is no filter. */
  words?: (row: Row) => string;
  /** What stands where there are no rows. */
  empty: ComponentChildren;
  /** Where the gateway sorts; columns with `by` can be sorted by. */
  paged?: Paged<Row>;
  /** Whether rows are chosen, to do something with all of them. */
  choose?: Choosing<Row> | undefined;
  /** Rows that a phone shows at first. */
  onPhone?: number;
}) {
  const sorted = useSignal<{ id: string; down: boolean } | undefined>(undefined);
  const wanted = useSignal(""), most = useSignal(rowsAtOnce(onPhone));
  const chosen = useChosen(keyOf), part = usePart(chosenBar, choose !== undefined);
  if (!rows) return <Loading />;
  if (rows.length === 0) return <p class="soft">{empty}</p>;
  const needle = wanted.value.trim().toLowerCase();
  const found = needle && words ? rows.filter((row) => words(row).toLowerCase().includes(needle)) : rows;
  const order = paged?.order ?? sorted.value,
    by = paged ? undefined : columns.find(({ id }) => id === order?.id)?.by;
  const list = by && order ? found.toSorted((a, b) => compare(by(a), by(b)) * (order.down ? -1 : 1)) : found;
  const shown = paged ? list : list.slice(0, most.value);
  // Beside a detail: its first column and those that were chosen for that; where none was, the first three.
  const hasChosen = columns.some(({ beside }) => beside);
  const classOf = ({ beside }: Column<Row>, i: number) =>
    i === 0 || (hasChosen ? beside : i < SOME) ? undefined : "not-beside";
  const press = (id: string) =>
    paged ? paged.sort(id) : sorted.value = { id, down: sorted.peek()?.id === id && !sorted.peek()!.down };
  // Drawn as cards, it would no longer be a table to screen readers: the roles keep it one.
  const table = (
    <table role="table" class="cards" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column, i) => {
            const { id, label, by } = column;
            return (
              <th
                key={id}
                class={classOf(column, i)}
                role="columnheader"
                scope="col"
                aria-sort={sortOf(order, id)}
              >
                {by ? <Button onClick={() => press(id)}>{label}</Button> : label}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {shown.map((row) => (
          <tr role="row" key={keyOf(row)}>
            {columns.map((column, i) => {
              const { id, label, cell } = column;
              return i === 0
                ? (
                  <th key={id} role="rowheader" scope="row">
                    {choose && part
                      ? (
                        <part.ChooseRow {...{ row, shown, chosen }} name={choose.name(row)}>
                          {cell(row)}
                        </part.ChooseRow>
                      )
                      : cell(row)}
                  </th>
                )
                : (
                  <td key={id} class={classOf(column, i)} role="cell">
                    <span class="card-label">{label}</span>
                    <span>{cell(row)}</span>
                  </td>
                );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <div class="table-room">
      {words && rows.length >= FILTER_FROM && (
        <p class="field table-filter">
          <TextField
            bare
            label={tell("house.filter", { what: label })}
            type="search"
            placeholder={tell("house.filter.short")}
            value={wanted}
          />
          <span class="soft" role="status">{tell("house.rows", { n: found.length })}</span>
        </p>
      )}
      {choose && part && (
        <part.ChosenBar
          {...{ label, shown, chosen, choosing: choose }}
          written={(rows) => writtenOf(columns, rows)}
        />
      )}
      {paged || rows.length >= TOOLS_FROM
        ? (
          <TableTools
            name={keptAs(columns)}
            heads={columns.map(({ label }) => label)}
            what={label}
            written={paged
              ? async () => writtenOf(columns, await paged.all())
              : () => writtenOf(columns, list)}
          >
            {table}
          </TableTools>
        )
        : table}
      {list.length > shown.length && (
        <Button onClick={() => most.value += MORE_ROWS}>
          {tell("house.more_rows", { n: list.length - shown.length })}
        </Button>
      )}
    </div>
  );
}

/** What a file has of each column. Columns that draw buttons alone write nothing. */
export const writtenOf = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]): WrittenColumn[] =>
  columns.map(({ id, cell, by, file }) => ({
    id,
    values: rows.map((row) => {
      if (file) return file(row);
      const value = (by ?? cell)(row);
      return typeof value === "string" || typeof value === "number" ? value : undefined;
    }),
  }));

/** The name under which hidden columns are remembered: the same in every language, and another once the columns are others. */
const keptAs = (columns: readonly { id: string }[]) => `house-${columns.map(({ id }) => id).join("-")}`;

const sortOf = (order: { id: string; down: boolean } | undefined, id: string) =>
  order?.id !== id ? undefined : order.down ? "descending" : "ascending";

const compare = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number"
    ? a - b
    : String(a).localeCompare(String(b), language.peek().code, { numeric: true });
