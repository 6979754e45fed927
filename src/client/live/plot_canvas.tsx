/** The drawing of one plot. The library is loaded with the first one; what is measured later is put into the same drawing. */
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { coloursOf } from "../marks/icons.ts";
import type { Point } from "../ui/places/arrow.ts";
import { sayTick } from "../ui/times.ts";
import { nights, type Plot, rangeOf } from "./series.ts";

/** In pixels. */
const HEIGHT = 140;

interface Shown {
  plot: Plot;
  /** Unix seconds. */
  from: number;
  to: number;
}

/**
 * `from` and `to` are unix seconds. `at` is the time under the cursor, which all plots of the page have in common, as the
 * nearest one that this plot has a value of: the drawing sets it, and shows its cursor where somebody else does.
 */
export function PlotCanvas({ plot, from, to, place, at }: Shown & {
  place: Point | undefined;
  at: Signal<number | undefined>;
}) {
  const box = useRef<HTMLDivElement>(null), chart = useRef<uPlot | undefined>(undefined);
  const shown = useRef<Shown>({ plot, from, to });
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
  shown: { current: Shown },
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
