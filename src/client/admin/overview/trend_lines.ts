/** Trends as bars of one width: which time each stands for, how high it is, and the number that sums it up. Pure. */

/** What `GET /api/admin/trends` tells of one series: when each step began, and its values. */
interface TrendSeries {
  at: readonly number[];
  values: readonly (number | null)[];
}

/** Times that can be looked at: the step that is asked for, and how long a bar is, both in seconds. */
export const SPANS = {
  day: { step: "minute", seconds: 86_400, bar: 900 },
  month: { step: "hour", seconds: 30 * 86_400, bar: 21_600 },
} as const;
export type Span = keyof typeof SPANS;

/** How bars are made of steps: counts are summed, of a level the worst is kept. */
type Fold = "sum" | "max" | "min";

/** One value a bar, the oldest first; `undefined` where nothing was counted: the instance was off. */
export function barsOf(
  { at, values }: TrendSeries,
  fold: Fold,
  span: Span,
  now: number,
): (number | undefined)[] {
  const { seconds, bar } = SPANS[span];
  const count = seconds / bar, end = now - now % bar + bar;
  const bars = new Array<number | undefined>(count).fill(undefined);
  at.forEach((time, i) => {
    const value = values[i];
    const place = count - Math.ceil((end - time) / bar);
    if (value === null || value === undefined || place < 0 || place >= count) return;
    const before = bars[place];
    bars[place] = before === undefined ? value : fold === "sum" ? before + value : Math[fold](before, value);
  });
  return bars;
}

/** The number that sums the bars up: all of them of what is counted, else the newest level; `undefined` where there is none. */
export const sumOf = (bars: readonly (number | undefined)[], fold: Fold): number | undefined => {
  const known = bars.filter((bar) => bar !== undefined);
  return fold === "sum" ? known.reduce((sum, bar) => sum + bar, 0) : known.at(-1);
};

/** The path of the bars in a drawing `width` by `height`: each as high as its share of the highest. */
export function pathOf(bars: readonly (number | undefined)[], width: number, height: number): string {
  const most = Math.max(...bars.map((bar) => bar ?? 0));
  if (most === 0) return "";
  const each = width / bars.length;
  return bars.map((bar, i) => {
    if (!bar) return "";
    const high = Math.max(1, bar / most * height);
    const [x, y] = [i * each, height - high].map((n) => Math.round(n * 100) / 100);
    return `M${x} ${height}V${y}h${Math.round(each * 80) / 100}V${height}z`;
  }).join("");
}

/** Stretches in which nothing was counted, though something was before: the instance was off. */
export function stretchesOf(bars: readonly (number | undefined)[]): { first: number; count: number }[] {
  const began = bars.findIndex((bar) => bar !== undefined),
    stretches: { first: number; count: number }[] = [];
  bars.forEach((bar, i) => {
    // The newest bar is still being counted.
    if (bar !== undefined || began < 0 || i < began || i === bars.length - 1) return;
    const last = stretches.at(-1);
    if (last && last.first + last.count === i) last.count++;
    else stretches.push({ first: i, count: 1 });
  });
  return stretches;
}
