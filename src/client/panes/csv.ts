/** Tables as CSV, for a spreadsheet. Pure. */

const NUMBER = /^-\d+(\.\d+)?(e-?\d+)?$/;

/**
 * A cell as text that no spreadsheet takes for a formula: what others wrote may begin with `=`, `+`, `-`, `@` or a tab, and a
 * spreadsheet would run it. An apostrophe before it makes it plain text. A number below zero stays one.
 */
export const defused = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;

const quoted = (text: string) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Rows of cells as CSV after RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  "\uFEFF" + rows.map((row) => row.map((cell) => quoted(defused(cell)) + "").join(",") + "\r\n").join("");

/** One value of a file: text and numbers as they are; null where there is none. */
type Value = string | number | null;
/** What a column writes for a row: one value, or a value for each of several columns, which their keys name. */
export type Written = Value | Readonly<Record<string, Value>>;
/** A column: the name of its head, the same in every language, and what it writes for each row; undefined: it is not written. */
export interface WrittenColumn {
  id: string;
  values: readonly (Written | undefined)[];
}

/** A time (unix seconds) as files have it: ISO 8601 in UTC. Null where there is none. */
export const isoTime = (at: number | null): string | null =>
  at === null ? null : new Date(at * 1000).toISOString().replace(".000Z", "Z");

/** The heads and rows of a table, one value a column: what has several values has as many columns. */
export function sheetOf(columns: readonly WrittenColumn[]): string[][] {
  const flat = columns.flatMap(({ id, values }) => {
    if (values.every((one) => one === undefined)) return [];
    const parts = new Set(values.flatMap((one) => isSeveral(one) ? Object.keys(one) : []));
    if (parts.size === 0) return [[id, ...values.map((one) => isSeveral(one) ? "" : textOf(one))]];
    return [...parts].map((part) => [part, ...values.map((one) => isSeveral(one) ? textOf(one[part]) : "")]);
  });
  return (flat[0] ?? []).map((_, row) => flat.map((column) => column[row]!));
}

const isSeveral = (one: Written | undefined): one is Readonly<Record<string, Value>> =>
  typeof one === "object" && one !== null;
const textOf = (value: Value | undefined): string =>
  value === null || value === undefined ? "" : String(value);

const named = (text: string): string =>
  text.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replace(/\p{M}/gu, "").replace(
    /[^\p{L}\p{N}]+/gu,
    "-",
  )
    .replace(/^-|-$/g, "");

/** The name of a file: whose it is, what it holds, and the day (UTC) of `at` (unix seconds): `oe1xyz-heard-2026-11-24.csv`. */
export const fileName = (instance: string, what: string, at: number): string =>
  `${[instance, what].map(named).filter(Boolean).join("-")}-${isoTime(at)!.slice(0, 10)}.csv`;
