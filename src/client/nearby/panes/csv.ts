/** Tables as CSV, for a spreadsheet. Pure. */

/**
 * A cell as text that no spreadsheet takes for a formula: what others wrote may begin with `=`, `+`, `-`, `@` or a tab, and a
 * spreadsheet would run it. An apostrophe before it makes it plain text.
 */
export const defused = (text: string): string => /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;

const quoted = (text: string) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Rows of cells as CSV after RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  "\uFEFF" + rows.map((row) => row.map((cell) => quoted(defused(cell)) + "").join(",") + "\r\n").join("");
