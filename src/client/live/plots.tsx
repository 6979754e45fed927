/** Plots of what a station measured, one below the other over the same time. Nights are shaded; gaps have no line. */
import { type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Point } from "../ui/places/arrow.ts";
import { Foreign } from "../ui/parts.tsx";
import { Segmented } from "../ui/look/choose.tsx";
import { type Key, say } from "../ui/say.ts";
import { WithUtc } from "../ui/look/with_utc.tsx";
import { numberFormat, sayMoment, sayTick, sayTime } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { type Drawn, type Measured, nights, type Plot, plotsOf, rangeOf } from "./series.ts";
import { TableRoom } from "../ui/table_room.tsx";
import { routeTo } from "../phone/wire/routes.ts";
import type uPlot from "uplot";
import { coloursOf } from "../marks/icons.ts";

// The drawing of one plot. The library is loaded with the first one; what is measured later is put into the same
// drawing.

/** In pixels. */
const HEIGHT = 140;

interface PlotSpan {
  plot: Plot;
  /** Unix seconds. */
  from: number;
  to: number;
}

/**
 * `from` and `to` are unix seconds. `at` is the time under the cursor, which all plots of the page have in common, as the
 * nearest one that this plot has a value of: the drawing sets it, and shows its cursor where somebody else does.
 */
function PlotCanvas({ plot, from, to, place, at }: PlotSpan & {
  place: Point | undefined;
  at: Signal<number | undefined>;
}) {
  const box = useRef<HTMLDivElement>(null), chart = useRef<uPlot | undefined>(undefined);
  const shown = useRef<PlotSpan>({ plot, from, to });
  const before = shown.current;
  shown.current = { plot, from, to };
  useEffect(() => {
    let gone = false, sizes: ResizeObserver | undefined;
    const draw = async () => {
      const { default: Library } = await import("uplot");
      const element = box.current;
      if (gone || !element) return;
      const { plot, from, to } = shown.current;
      chart.current = new Library(
        options(element, shown, place, at),
        [plot.at, ...plot.lines.map(({ values }) => values)],
        element,
      );
      chart.current.setScale("x", { min: from, max: to });
      sizes = new ResizeObserver(() => {
        const width = element.clientWidth;
        if (width > 0 && width !== chart.current?.width) chart.current?.setSize({ width, height: HEIGHT });
      });
      sizes.observe(element);
    };
    draw().catch((error) => console.error(error));
    const ends = at.subscribe((time) => {
      const one = chart.current, known = one?.data[0].indexOf(time ?? NaN) ?? -1;
      if (!one || one.cursor.idx === known || (time === undefined && one.cursor.idx == null)) return;
      one.setCursor({ left: time === undefined ? -10 : one.valToPos(time, "x"), top: 0 }, true);
    });
    return () => {
      gone = true;
      ends();
      sizes?.disconnect();
      chart.current?.destroy();
      chart.current = undefined;
    };
  }, [place?.lat, place?.lon, plot.lines.length]);
  useEffect(() => {
    const one = chart.current;
    if (!one) return;
    const { min, max } = one.scales.x!;
    // Who has drawn up a part to see it large keeps that part.
    const isWhole = min === before.from && max === before.to;
    one.setData([plot.at, ...plot.lines.map(({ values }) => values)], false);
    one.setScale("x", isWhole ? { min: from, max: to } : { min: min!, max: max! });
  }, [plot, from, to]);
  return <div class="plot-canvas" ref={box} aria-hidden="true" />;
}

function options(
  element: HTMLElement,
  shown: { current: PlotSpan },
  place: Point | undefined,
  at: Signal<number | undefined>,
): uPlot.Options {
  const colours = coloursOf(element), strokes = [colours.go, colours.bad];
  const axis = { stroke: colours.soft, grid: { stroke: colours.line }, ticks: { stroke: colours.line } };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { sync: { key: "station" } },
    scales: { y: { range: (_, least, most) => rangeOf(least, most) } },
    axes: [{
      ...axis,
      values: (_, ticks) => ticks.map((time) => sayTick(time, shown.current.to - shown.current.from)),
    }, { ...axis, size: 56 }],
    series: [
      {},
      ...shown.current.plot.lines.map((_, n) => ({
        stroke: strokes[n % strokes.length]!,
        width: 1.5,
        spanGaps: false,
      })),
    ],
    hooks: {
      setCursor: [({ cursor, data }) => {
        at.value = cursor.idx == null ? undefined : data[0][cursor.idx];
      }],
      drawClear: [(plotted) => {
        const { ctx, bbox } = plotted, { from, to } = shown.current;
        ctx.fillStyle = colours.sunk;
        for (const [begin, end] of place ? nights(from, to, place) : []) {
          const left = Math.max(bbox.left, plotted.valToPos(begin, "x", true));
          const right = Math.min(bbox.left + bbox.width, plotted.valToPos(end, "x", true));
          if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height);
        }
      }],
    },
  };
}

/** Times over which plots are drawn, in seconds. */
export const WINDOWS = { hour: 3600, day: 86_400, week: 7 * 86_400, month: 31 * 86_400 } as const;
export type Window = keyof typeof WINDOWS;
/** How many rows the table of a plot has: the newest. */
const MOST = 60;

/** `fresh` changes when there is more to read. */
export function Plots({ call, place, fresh }: {
  call: string;
  place: Point | undefined;
  fresh: number;
}) {
  const chosen = useSignal<Window>("day");
  const span = WINDOWS[chosen.value];
  const { known, again } = useRead(
    routeTo("GET /api/stations/:call/series", { params: { call }, query: { window: span } }),
  );
  useEffect(() => {
    if (fresh > 0) void again();
  }, [fresh]);
  // While another time is read, the plots of the one before stay in sight.
  const last = useRef<{ measured: Measured; from: number; to: number } | undefined>(undefined);
  if (known.value) {
    last.current = { measured: known.value.value, from: known.value.at - span, to: known.value.at };
  }
  return <PlotList chosen={chosen} read={last.current} place={place} />;
}

/** Plots over a time that is chosen, once there is something to draw. */
export function PlotList({ chosen, read, place }: {
  chosen: Signal<Window>;
  read: { measured: Drawn; from: number; to: number } | undefined;
  place: Point | undefined;
}) {
  const { measured, from = 0, to = 0 } = read ?? {};
  const plots = useMemo(() => measured ? plotsOf(measured) : [], [measured]);
  return (
    <section>
      <h2>{say("station.plots")}</h2>
      <Segmented
        name="window"
        label={say("station.window")}
        choices={Object.keys(WINDOWS) as Window[]}
        words={(name) => say(`station.window.${name}`)}
        value={chosen}
      />
      {measured && plots.length === 0 && <p>{say("station.plots.none")}</p>}
      <div class="plots">
        {plots.map((plot) => <OnePlot key={plot.name} plot={plot} from={from} to={to} place={place} />)}
      </div>
    </section>
  );
}

function OnePlot(props: { plot: Plot; from: number; to: number; place: Point | undefined }) {
  const { plot, to } = props;
  const at = useSignal<number | undefined>(undefined);
  return (
    <figure class="plot">
      <figcaption>
        {plot.own ? <Foreign>{plot.name}</Foreign> : say(`plot.${plot.name}` as Key)}
        {plot.unit && <span class="soft">, {plot.own ? <Foreign>{plot.unit}</Foreign> : plot.unit}</span>}
        <Under plot={plot} at={at} now={to} />
      </figcaption>
      {plot.at.length === 1
        ? <p>{say("station.plots.one", { value: onlyOf(plot), time: sayTime(plot.at[0]!, to) })}</p>
        : (
          <>
            <PlotCanvas {...props} at={at} />
            <Twin plot={plot} at={at} now={to} />
          </>
        )}
    </figure>
  );
}

interface UnderCursor {
  plot: Plot;
  /** The time under the cursor, unix seconds. */
  at: Signal<number | undefined>;
  now: number;
}

/** What a plot with one time has to say; a unit that the station names itself stands above alone. */
const onlyOf = ({ lines, unit, own }: Plot): string =>
  lines.flatMap(({ values: [value] }) => value ?? []).map(inNumbers).join(" / ") +
  (own || unit === "" ? "" : ` ${unit}`);

const inNumbers = (value: number): string => numberFormat({ maximumFractionDigits: 2 }).format(value);

/** The values under the cursor. Screen readers have the table. */
function Under({ plot, at, now }: UnderCursor) {
  const time = at.value, n = time === undefined ? -1 : plot.at.indexOf(time);
  const values = plot.lines.flatMap(({ values }) => values[n] ?? []);
  if (time === undefined || values.length === 0) return null;
  return (
    <span class="plot-under" aria-hidden="true">
      {sayMoment(time, now)}: {values.map(inNumbers).join(" / ")}
    </span>
  );
}

/** The same plot as a table. The row under the plot's cursor is marked; the row under the mouse moves the cursor. */
function Twin({ plot, at, now }: UnderCursor) {
  const rows = plot.at.map((at, i) => ({ at, values: plot.lines.map(({ values }) => values[i] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null)).slice(-MOST).reverse();
  return (
    <details>
      <summary>{say("station.table")}</summary>
      <TableRoom label={say("station.table")}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{say("station.time")}</th>
              {plot.lines.map(({ name }) => (
                <th key={name} scope="col">
                  {plot.own ? <Foreign>{name}</Foreign> : say(`plot.line.${name}` as Key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody onMouseLeave={() => at.value = undefined}>
            {rows.map((row) => <TwinRow key={row.at} {...{ row, at, now }} />)}
          </tbody>
        </table>
      </TableRoom>
    </details>
  );
}

/** A row; when the cursor moves only its class changes, and nothing is drawn anew. */
function TwinRow({ row: { at: time, values }, at, now }: {
  row: { at: number; values: (number | null)[] };
  at: Signal<number | undefined>;
  now: number;
}) {
  const mark = useComputed(() => at.value === time ? "plot-row" : "");
  return (
    <tr class={mark} onMouseEnter={() => at.value = time}>
      <td>
        <WithUtc at={time} said={sayMoment(time, now)} />
      </td>
      {values.map((value, i) => <td key={i}>{value !== null && inNumbers(value)}</td>)}
    </tr>
  );
}
