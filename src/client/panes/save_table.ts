/** Rows of a table as a file that the browser saves. */
import type { App } from "../phone/app.ts";
import { csvOf, fileName, sheetOf, type WrittenColumn } from "./csv.ts";

/** `what`: what the rows are, in the reader's words; the file is named by it. */
export function saveTable(
  { gateway, start }: App,
  what: string,
  columns: readonly WrittenColumn[],
): void {
  const name = fileName(start.peek()?.value.instance ?? "", what, gateway.now());
  const url = URL.createObjectURL(new Blob([csvOf(sheetOf(columns))], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
