/** The stations that are heard as a table with columns, for a wide screen: sorted by each, and saved as a file. */
import { type Signal, useComputed } from "@preact/signals";
import type { Point } from "../../ui/places/arrow.ts";
import { sayWayTo } from "../../ui/places/way_to.ts";
import { isoTime, type Written } from "../../panes/csv.ts";
import { TableTools } from "../../panes/table_tools.tsx";
import { useApp } from "../../phone/app.ts";
import { Button, Foreign } from "../../ui/parts.tsx";
import { rowTo } from "../../pages/router.ts";
import { say } from "../../ui/say.ts";
import { sayAge } from "../../ui/times.ts";
import { type Column, COLUMNS, type Heard, type Order, wayOf } from "../../phone/known/heard.ts";
import { Symbol } from "../../marks/symbol.tsx";
import { isHidden, lookOf, rowClass, RowMark } from "./row_mark.tsx";
import { TableRoom } from "../../ui/table_room.tsx";

/** `calls`: all that are found, of which the first `most` are drawn. `nows`: the time, for each row one of them in turn. */
export function HeardTable({ calls, most, order, nows, here, far }: {
  calls: readonly string[];
  most: number;
  order: Signal<Order>;
  nows: readonly Signal<number>[];
  here: Point | undefined;
  far: (row: Heard) => number | undefined;
}) {
  const { stations } = useApp();
  const sort = (by: Column) => order.value = { by, up: order.value.by === by ? !order.value.up : true };
  return (
    <TableRoom label={say("page.live")}>
      <TableTools
        name="heard"
        heads={COLUMNS.map((column) => say(`live.column.${column}`))}
        what={say("page.live")}
        written={() => {
          const rows = calls.flatMap((call) => stations.of(call)?.value ?? []);
          return COLUMNS.map((id) => ({ id, values: rows.map((row) => writtenOf(row, far(row))[id]) }));
        }}
      >
        <table class="table">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={order.value.by !== column
                    ? undefined
                    : order.value.up
                    ? "ascending"
                    : "descending"}
                >
                  <Button onClick={() => sort(column)}>{say(`live.column.${column}`)}</Button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {calls.slice(0, most).map((call, at) => (
              <Row key={call} call={call} now={nows[at % nows.length]!} here={here} />
            ))}
          </tbody>
        </table>
      </TableTools>
    </TableRoom>
  );
}

/** What a file has of a station: of the way to it where it is, which is the same for every reader. */
export const writtenOf = (row: Heard, far: number | undefined): Record<Column, Written> => ({
  call: row.call,
  way: say(`live.way.${wayOf(row)}`),
  age: { heard_at: isoTime(row.at) },
  far: { lat: row.lat, lon: row.lon, distance_m: far === undefined ? null : Math.round(far) },
  comment: row.comment,
});

/** The row of one station; drawn anew when that station is heard. */
function Row({ call, now, here }: { call: string; now: Signal<number>; here: Point | undefined }) {
  const row = useApp().stations.of(call)?.value;
  if (!row) return null;
  const look = lookOf({ src: call, dst: "", text: row.comment });
  if (isHidden(look)) return null;
  const old = row.at === null || now.peek() - row.at > 3600;
  return (
    <tr class={[old && "live-old", rowClass(look)].filter(Boolean).join(" ") || undefined}>
      <td>
        <a {...rowTo(`/s/${encodeURIComponent(call)}`)}>
          <Symbol symbol={row.symbol} /> <span class="code">{call}</span>
        </a>{" "}
        <RowMark look={look} />
      </td>
      <td>{say(`live.way.${wayOf(row)}`)}</td>
      <td>
        <Age key={row.at} at={row.at} now={now} />
      </td>
      <td>{here && sayWayTo(here, row)}</td>
      <td>
        <Foreign>{row.comment}</Foreign>
      </td>
    </tr>
  );
}

/** The age of a row: only its text is drawn anew as time goes on. */
function Age({ at, now }: { at: number | null; now: Signal<number> }) {
  const text = useComputed(() => at === null ? "" : sayAge(now.value - at));
  return <>{text}</>;
}
