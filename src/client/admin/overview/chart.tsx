/** One series over time with both its axes: a value for each bar under the pointer or the arrow keys, gaps as gaps, marks for what happened. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { sayTick, sayTime } from "../../ui/times.ts";
import { tell } from "../tell.ts";
import { pathOf, type Span, SPANS, stretchesOf } from "./trend_lines.ts";

/** Something that happened at a time; `href` is where one reads more of it. */
export interface TimeMark {
  n: number;
  at: number;
  href: string;
  words: string;
}

const WIDTH = 960, HEIGHT = 100;
/** So many times stand below a wide chart and below a narrow one. */
const TICKS = { wide: 8, narrow: 2 } as const;

/** When the first bar began and the last one ends. */
export function endsOf(span: Span, now: number): { from: number; to: number } {
  const { seconds, bar } = SPANS[span], to = now - now % bar + bar;
  return { from: to - seconds, to };
}

/** Where a time stands, in hundredths of the width; undefined beside it. */
export function placeIn(at: number, { from, to }: { from: number; to: number }): number | undefined {
  const share = (at - from) / (to - from) * 100;
  return share < 0 || share > 100 ? undefined : Math.round(share * 100) / 100;
}

export function Chart({ bars, span, now, name, format, marks = [], wide = false, plain = false, children }: {
  bars: readonly (number | undefined)[];
  span: Span;
  now: number;
  /** What the values are of. */
  name: string;
  format: (value: number) => string;
  marks?: readonly TimeMark[];
  /** Whether it has the width of a page. */
  wide?: boolean;
  /** Without times of its own: another chart below it has them. */
  plain?: boolean;
  children?: ComponentChildren;
}) {
  const at = useSignal<number | undefined>(undefined);
  const ends = endsOf(span, now), { bar } = SPANS[span], last = bars.length - 1;
  const most = Math.max(0, ...bars.map((value) => value ?? 0));
  const chosen = at.value ?? last, value = bars[chosen];
  const when = ends.from + chosen * bar;
  const sentence = `${sayTime(when, now)}: ${value === undefined ? tell("trend.gap") : format(value)}`;
  const moved = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    at.value = Math.max(0, Math.min(last, Math.floor((event.clientX - left) / width * bars.length)));
  };
  const pressed = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: chosen - 1,
      ArrowRight: chosen + 1,
      PageUp: chosen - 8,
      PageDown: chosen + 8,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    at.value = Math.max(0, Math.min(last, to));
  };
  const ticks = TICKS[wide ? "wide" : "narrow"];
  return (
    <span class={wide ? "chart chart-wide" : "chart"}>
      <span class="chart-values" aria-hidden="true">
        <span>{most > 0 && format(most)}</span>
        <span>{format(0)}</span>
      </span>
      <span
        class="chart-room"
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen}
        aria-valuetext={sentence}
        onPointerMove={moved}
        onPointerLeave={() => at.value = undefined}
        onKeyDown={pressed}
        onBlur={() => at.value = undefined}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={pathOf(bars, WIDTH, HEIGHT)} />
          {stretchesOf(bars).map(({ first, count }) => (
            <rect
              key={first}
              class="chart-gap"
              x={first / bars.length * WIDTH}
              width={count / bars.length * WIDTH}
              height={HEIGHT}
            />
          ))}
          {marks.map(({ n, at }) => {
            const place = placeIn(at, ends);
            return place !== undefined && (
              <line
                key={n}
                class="chart-mark"
                x1={place / 100 * WIDTH}
                x2={place / 100 * WIDTH}
                y2={HEIGHT}
              />
            );
          })}
          {at.value !== undefined && (
            <line
              class="chart-here"
              x1={(chosen + 0.5) / bars.length * WIDTH}
              x2={(chosen + 0.5) / bars.length * WIDTH}
              y2={HEIGHT}
            />
          )}
        </svg>
        {children}
      </span>
      {at.value !== undefined && <span class="chart-said">{sentence}</span>}
      {!plain && <Times ends={ends} ticks={ticks} />}
    </span>
  );
}

/** The times below a chart; the last one is now. */
export function Times({ ends: { from, to }, ticks }: { ends: { from: number; to: number }; ticks: number }) {
  return (
    <span class="chart-times" aria-hidden="true">
      {Array.from({ length: ticks }, (_, i) => {
        const time = from + (to - from) / ticks * i;
        return <span key={i}>{sayTick(time, to - from)}</span>;
      })}
      <span class="chart-now">{tell("trend.now")}</span>
    </span>
  );
}

/** Hundredths of the width that a pin takes. */
const PIN = 4.5;

/** Places of pins, the newest first, so that none covers another: what happened at one time stands side by side. */
export function apart(places: readonly (number | undefined)[]): (number | undefined)[] {
  let last = 100 + PIN;
  return places.map((place) => place === undefined ? undefined : last = Math.min(place, last - PIN));
}

/** The marks of what happened, above a wide chart: each leads to where one reads more of it. */
export function Pins({ marks, span, now, here }: {
  marks: readonly TimeMark[];
  span: Span;
  now: number;
  here?: { value: number | undefined };
}) {
  const ends = endsOf(span, now), places = apart(marks.map(({ at }) => placeIn(at, ends)));
  return (
    <span class="chart-pins">
      {marks.map(({ n, at, href, words }, i) => {
        const place = places[i];
        return place !== undefined && (
          <a
            key={n}
            href={href}
            style={{ insetInlineStart: `${place}%` }}
            title={words}
            aria-label={`${n}: ${sayTime(at, now)}, ${words}`}
            onPointerEnter={() => here && (here.value = n)}
            onFocus={() => here && (here.value = n)}
          >
            {n}
          </a>
        );
      })}
    </span>
  );
}
