/**
 * The stations that are heard, as a table. Nothing moves under the finger: rows change where they are, and new stations wait
 * for a press of a button.
 */
import { type Signal, signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { distanceM, type Point } from "../ui/places/arrow.ts";
import { sayWayTo } from "../ui/places/way_to.ts";
import { isoTime, type Written } from "../panes/csv.ts";
import { TableTools } from "../panes/table_tools.tsx";
import { useApp } from "../phone/app.ts";
import { Button, Foreign } from "../ui/parts.tsx";
import { rowTo } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { sayAge } from "../ui/times.ts";
import { type Column, COLUMNS, type Heard, type Order, sorted, wayOf } from "../phone/known/heard.ts";
import { Symbol } from "../marks/symbol.tsx";
import { TableRoom } from "../ui/table_room.tsx";

/** How many rows are drawn at first, and with each press of "more". */
const STEP = 100;
/** Every row's age is drawn anew in so many milliseconds: a tenth of the rows at a time, so that it never takes long. */
const TICK_MS = 5000, TURNS = 10;

/** `wanted`: what somebody searches for, in capitals. `here`: the reader's place, for distances. */
export function HeardList({ wanted, here }: { wanted: string; here: Point | undefined }) {
  const { stations, world } = useApp();
  const order = useSignal<Order>({ by: "age", up: true }), most = useSignal(STEP);
  const shown = useSignal<readonly string[]>([]);
  const nows = useMemo(() => [...Array(TURNS)].map(() => signal(stations.now())), []);
  const far = (row: Heard) => here ? distanceM(here, row) : undefined;
  const fits = (row: Heard) => row.call.startsWith(wanted) || row.comment.toUpperCase().includes(wanted);
  const arrange = () => {
    shown.value = sorted(stations.all().filter(fits), order.value, far).map(({ call }) => call);
  };
  useEffect(() => {
    let stop = () => {}, turn = 0;
    const tick = () => {
      nows[turn++ % TURNS]!.value = stations.now();
      stop = world.later(tick, TICK_MS / TURNS);
    };
    tick();
    return () => stop();
  }, []);
  // Until the gateway has answered, the list sorts itself; from then on only when somebody asks for it.
  const settled = stations.known.value?.source === "live";
  useEffect(arrange, [wanted, order.value, settled, here]);
  const count = stations.count.value;
  const waiting = useMemo(() => {
    const known = new Set(shown.value);
    return stations.all().filter((row) => fits(row) && !known.has(row.call)).length;
  }, [count, shown.value, wanted]);
  useEffect(() => {
    if (shown.peek().length === 0 && waiting > 0) arrange();
  }, [waiting]);
  const sort = (by: Column) => order.value = { by, up: order.value.by === by ? !order.value.up : true };
  return (
    <div class="live-heard">
      {/* Read out when the button comes, not again at each station by which its number grows. */}
      <p role="status" aria-relevant="additions" class="live-new">
        {waiting > 0 && <Button kind="main" onClick={arrange}>{say("live.new", { n: waiting })}</Button>}
      </p>
      <TableRoom label={say("page.live")}>
        <TableTools
          name="heard"
          heads={COLUMNS.map((column) => say(`live.column.${column}`))}
          what={say("page.live")}
          written={() => {
            const rows = shown.value.flatMap((call) => stations.of(call)?.value ?? []);
            return COLUMNS.map((id) => ({ id, values: rows.map((row) => writtenOf(row, far(row))[id]) }));
          }}
        >
          <table class="table">
            <caption>{say("live.count", { n: shown.value.length })}</caption>
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
              {shown.value.slice(0, most.value).map((call, at) => (
                <Row
                  key={call}
                  call={call}
                  now={nows[at % TURNS]!}
                  here={here}
                />
              ))}
            </tbody>
          </table>
        </TableTools>
      </TableRoom>
      {shown.value.length === 0 && settled && waiting === 0 && (
        <p>{say(stations.count.value > 0 ? "live.none_fits" : "live.none")}</p>
      )}
      {shown.value.length > most.value && (
        <Button onClick={() => most.value += STEP}>
          {say("live.more", { n: Math.min(STEP, shown.value.length - most.value) })}
        </Button>
      )}
    </div>
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

/** The age of a row: only its text is drawn anew as time goes on. */
function Age({ at, now }: { at: number | null; now: Signal<number> }) {
  const text = useComputed(() => at === null ? "" : sayAge(now.value - at));
  return <>{text}</>;
}

/** The row of one station; drawn anew when that station is heard. */
function Row({ call, now, here }: { call: string; now: Signal<number>; here: Point | undefined }) {
  const row = useApp().stations.of(call)?.value;
  if (!row) return null;
  const old = row.at === null || now.peek() - row.at > 3600;
  return (
    <tr class={old ? "live-old" : undefined}>
      <td>
        <a {...rowTo(`/s/${encodeURIComponent(call)}`)}>
          <Symbol symbol={row.symbol} /> <span class="code">{call}</span>
        </a>
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
