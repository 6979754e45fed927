/** The boxes before the rows of a table, and what is done with all that are chosen in one act: loaded where rows are chosen. */
import type { ComponentChildren } from "preact";
import type { WrittenColumn } from "../../panes/csv.ts";
import { saveTable } from "../../panes/save_table.ts";
import { useApp } from "../../phone/app.ts";
import { Tick } from "../../ui/choices.tsx";
import { BareTick } from "../../ui/look/bare_tick.tsx";
import { Button } from "../../ui/parts.tsx";
import { tell } from "../tell.ts";
import type { Choosing, Chosen } from "./chosen.ts";

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
