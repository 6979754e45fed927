/** Plots of what a station measured, one below the other over the same time. Nights are shaded; gaps have no line. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "../nearby/arrow.ts";
import { useApp } from "../shell/app.ts";
import { Foreign } from "../shell/parts.tsx";
import { type Key, say } from "../shell/say.ts";
import { numberFormat, sayTick, sayTime } from "../shell/times.ts";
import { coloursOf } from "../map/icons.ts";
import { type Measured, nights, type Plot, plotsOf } from "./series.ts";
import { TableRoom } from "./table_room.tsx";

const HEIGHT = 160;
const WINDOWS = { day: 86_400, week: 7 * 86_400, month: 31 * 86_400 } as const;
type Window = keyof typeof WINDOWS;
/** How many rows the table of a plot has: the newest. */
const MOST = 60;

export function Plots({ call, place }: { call: string; place: Point | undefined }) {
  const { reader, gateway } = useApp();
  const chosen = useSignal<Window>("day");
  const measured = useSignal<Measured | undefined>(undefined);
  const span = WINDOWS[chosen.value];
  useEffect(() => {
    const path = `/api/stations/${encodeURIComponent(call)}/series?window=${span}`;
    void reader.read<Measured>(path, ({ value }) => measured.value = value);
  }, [call, span]);
  const plots = measured.value ? plotsOf(measured.value) : [];
  const now = gateway.now();
  return (
    <section>
      <h2>{say("station.plots")}</h2>
      <fieldset class="choices">
        <legend>{say("station.window")}</legend>
        {(Object.keys(WINDOWS) as Window[]).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="window"
              checked={chosen.value === name}
              onChange={() => chosen.value = name}
            />
            {say(`station.window.${name}`)}
          </label>
        ))}
      </fieldset>
      {measured.value && plots.length === 0 && <p>{say("station.plots.none")}</p>}
      {plots.map((plot) => (
        <figure key={plot.name} class="plot">
          <figcaption>
            {plot.own ? <Foreign>{plot.name}</Foreign> : say(`plot.${plot.name}` as Key)}
            {plot.unit && <span class="soft">, {plot.own ? <Foreign>{plot.unit}</Foreign> : plot.unit}</span>}
          </figcaption>
          <Canvas plot={plot} from={now - span} to={now} place={place} />
          <Twin plot={plot} now={now} />
        </figure>
      ))}
    </section>
  );
}

/** The drawing of a plot; the library is loaded with the first one. */
function Canvas(
  { plot, from, to, place }: { plot: Plot; from: number; to: number; place: Point | undefined },
) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let made: { destroy(): void } | undefined, gone = false;
    const draw = async () => {
      const { default: Library } = await import("uplot");
      const element = box.current;
      if (gone || !element) return;
      const colours = coloursOf(element);
      const strokes = [colours.go, colours.bad];
      const dark = place ? nights(from, to, place) : [];
      const axis = { stroke: colours.soft, grid: { stroke: colours.line }, ticks: { stroke: colours.line } };
      made = new Library(
        {
          width: element.clientWidth,
          height: HEIGHT,
          legend: { show: false },
          cursor: { sync: { key: "station" } },
          scales: { x: { min: from, max: to } },
          axes: [{ ...axis, values: (_, ticks) => ticks.map((at) => sayTick(at, to - from)) }, {
            ...axis,
            size: 56,
          }],
          series: [
            {},
            ...plot.lines.map((_, at) => ({
              stroke: strokes[at % strokes.length]!,
              width: 1.5,
              spanGaps: false,
            })),
          ],
          hooks: {
            drawClear: [(plotted) => {
              const { ctx, bbox } = plotted;
              ctx.fillStyle = colours.field;
              for (const [begin, end] of dark) {
                const left = Math.max(bbox.left, plotted.valToPos(begin, "x", true));
                const right = Math.min(bbox.left + bbox.width, plotted.valToPos(end, "x", true));
                if (right > left) ctx.fillRect(left, bbox.top, right - left, bbox.height);
              }
            }],
          },
        },
        [plot.at, ...plot.lines.map(({ values }) => values)],
        element,
      );
    };
    draw().catch((error) => console.error(error));
    return () => {
      gone = true;
      made?.destroy();
    };
  }, [plot.at.length, plot.at.at(-1), from]);
  return <div class="plot-canvas" ref={box} aria-hidden="true" />;
}

/** The same plot as a table. */
function Twin({ plot, now }: { plot: Plot; now: number }) {
  const number = numberFormat({ maximumFractionDigits: 2 });
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
          <tbody>
            {rows.map(({ at, values }) => (
              <tr key={at}>
                <td>{sayTime(at, now)}</td>
                {values.map((value, i) => <td key={i}>{value !== null && number.format(value)}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </TableRoom>
    </details>
  );
}
