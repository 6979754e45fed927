/** What a table offers on a wide screen: dense rows, choice of columns, and its rows as CSV. */
import { signal, useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { recall, remember } from "../phone/choices.ts";
import { Button } from "../ui/parts.tsx";
import { Ticks } from "../ui/choices.tsx";
import { say } from "../ui/say.ts";
import type { TableProps } from "./beside.ts";
import { saveTable } from "./save_table.ts";

const DENSE = "tables.dense";
/** Whether rows are dense: one choice for all tables of this device. Read when the first table is drawn. */
let dense: ReturnType<typeof signal<boolean>> | undefined;

/** The table in `children` with its tools. */
export function TableBar({ name, heads, what, written, children }: TableProps) {
  const app = useApp();
  const kept = `tables.${name}`;
  const hidden = useSignal<readonly number[]>(recall<number[]>(kept) ?? []);
  const close = dense ??= signal(recall<boolean>(DENSE) ?? false);
  const toggle = (column: number) => {
    const now = hidden.peek();
    hidden.value = now.includes(column) ? now.filter((one) => one !== column) : [...now, column];
    remember(kept, hidden.peek());
  };
  // Hidden columns stay out; the rows are all that are found, also those which are not drawn yet.
  const write = async () => {
    const columns = await written();
    saveTable(app, what, columns.filter((_, column) => !hidden.peek().includes(column)));
  };
  return (
    <div
      class="tooled"
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
          <Ticks
            label={say("tables.shown")}
            choices={heads.filter((head, i) => i > 0 && head !== "")}
            words={String}
            has={(head) => !hidden.value.includes(heads.indexOf(head))}
            turn={(head) => toggle(heads.indexOf(head))}
          />
        </details>
        <Button onClick={() => void write()}>
          {say("tables.csv")}
        </Button>
      </div>
      {children}
    </div>
  );
}
