/** What a table offers on a wide screen: dense rows, choice of columns, and its rows as CSV. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { recall, remember } from "../phone/choices.ts";
import { Button } from "../ui/parts.tsx";
import { Ticks } from "../ui/choices.tsx";
import { say } from "../ui/say.ts";
import type { TableProps } from "./list_panes.ts";
import { saveTable } from "./save_table.ts";

/** The table in `children` with its tools. This device remembers of each table which columns are hidden and whether its rows are dense. */
export function TableBar({ name, heads, what, written, children }: TableProps) {
  const app = useApp();
  const kept = `tables.${name}`, keptDense = `${kept}.dense`;
  const hidden = useSignal<readonly number[]>(recall<number[]>(kept) ?? []);
  const dense = useSignal(recall<boolean>(keptDense) ?? false);
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
      data-dense={dense.value ? "" : undefined}
      data-hidden={hidden.value.map((one) => one + 1).join(" ")}
    >
      <div class="table-tools">
        <Button
          aria-pressed={dense.value}
          onClick={() => remember(keptDense, dense.value = !dense.peek())}
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
