/** What a table offers on a wide screen: dense rows, choice of columns, and what is shown as CSV. */
import { signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { recall, remember } from "../../shell/choices.ts";
import { Button } from "../../shell/parts.tsx";
import { say } from "../../shell/say.ts";
import type { TableProps } from "./beside.ts";
import { csvOf } from "./csv.ts";

const DENSE = "tables.dense";
/** Whether rows are dense: one choice for all tables of this device. Read when the first table is drawn. */
let dense: ReturnType<typeof signal<boolean>> | undefined;

/** The table in `children` with its tools. */
export function TableBar({ name, heads, children }: TableProps) {
  const kept = `tables.${name}`, room = useRef<HTMLDivElement>(null);
  const hidden = useSignal<readonly number[]>(recall<number[]>(kept) ?? []);
  const close = dense ??= signal(recall<boolean>(DENSE) ?? false);
  const toggle = (column: number) => {
    const now = hidden.peek();
    hidden.value = now.includes(column) ? now.filter((one) => one !== column) : [...now, column];
    remember(kept, hidden.peek());
  };
  return (
    <div
      class="tooled"
      ref={room}
      data-dense={close.value ? "" : undefined}
      data-hidden={hidden.value.map((one) => one + 1).join(" ")}
    >
      <div class="table-tools">
        <Button
          aria-pressed={close.value ?? false}
          onClick={() => remember(DENSE, close.value = !close.peek())}
        >
          {say("tables.dense")}
        </Button>
        <details>
          <summary class="button button-quiet">{say("tables.columns")}</summary>
          <fieldset class="choices">
            <legend>{say("tables.shown")}</legend>
            {heads.map((head, i) =>
              i > 0 && head !== "" && (
                <label key={head}>
                  <input type="checkbox" checked={!hidden.value.includes(i)} onChange={() => toggle(i)} />
                  {head}
                </label>
              )
            )}
          </fieldset>
        </details>
        <Button onClick={() => room.current && save(name, shownIn(room.current))}>
          {say("tables.csv")}
        </Button>
      </div>
      {children}
    </div>
  );
}

/** The table's cells as they are shown: without hidden columns and rows that are not drawn. */
const shownIn = (room: HTMLElement): string[][] =>
  [...room.querySelectorAll("tr")].map((row) =>
    [...row.cells].filter((cell) => cell.getClientRects().length > 0)
      .map((cell) => cell.innerText.split("\n").map((line) => line.trim()).filter(Boolean).join(" "))
  );

/** Hands a file to the browser to save. */
function save(name: string, rows: string[][]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
