/** What a person's finds look like: by kind, difficulty and terrain, day, month and square. Pure; days are those of UTC. */
import { locatorOf } from "../../base/mod.ts";

/** A find that counts, as statistics take it. `lat`, `lon`: the cache's place, absent where it moves. */
export interface CountedFind {
  foundAt: number;
  code: string;
  title: string;
  type: string;
  tier: "A" | "B" | null;
  difficulty: number;
  terrain: number;
  /** DXCC prefix. */
  country: string | null;
  lat: number | null;
  lon: number | null;
}

const DAY_S = 86_400;
/** Squares that are named, those with the most finds. */
const SQUARES_MOST = 20;

/** A day by its number since 1970, as it is written: 2026-07-04. */
const dayText = (day: number): string => new Date(day * DAY_S * 1000).toISOString().slice(0, 10);
const dayOf = ({ foundAt }: CountedFind): number => Math.floor(foundAt / DAY_S);

/** How often each key comes. */
function sums<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, number> {
  const found = new Map<K, number>();
  for (const one of all) {
    const key = keyOf(one);
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}

/** The same as a list, the most frequent first. */
const ranked = <K extends string | number>(found: ReadonlyMap<K, number>): [key: K, n: number][] =>
  [...found].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));

/** The most days in a row, of days in order. */
function longestStreak(days: readonly number[]): { days: number; from: string; to: string } | null {
  let best = { days: 0, to: 0 }, run = 0, before = NaN;
  for (const day of days) {
    run = day === before + 1 ? run + 1 : 1;
    before = day;
    if (run > best.days) best = { days: run, to: day };
  }
  if (best.days === 0) return null;
  return { days: best.days, from: dayText(best.to - best.days + 1), to: dayText(best.to) };
}

const told = (find: CountedFind | undefined) =>
  find ? { code: find.code, title: find.title, foundAt: find.foundAt } : null;

/** Of all finds, or of one year; `all` is in the order in which they were found. */
export function statisticsOf(all: readonly CountedFind[], year?: number) {
  // A day has many finds, so each is read once: in which year and month it lies.
  const texts = new Map<number, string>();
  const textOf = (find: CountedFind): string => {
    const day = dayOf(find), known = texts.get(day) ?? dayText(day);
    texts.set(day, known);
    return known;
  };
  const years = [...sums(all, (find) => Number(textOf(find).slice(0, 4))).keys()];
  const finds = year === undefined ? all : all.filter((find) => Number(textOf(find).slice(0, 4)) === year);
  const days = sums(finds, dayOf), best = ranked(days)[0];
  const months = Array.from({ length: 12 }, () => 0), calendar = new Map<string, number>();
  for (const [day, n] of days) {
    const text = texts.get(day)!, date = text.slice(5);
    months[Number(text.slice(5, 7)) - 1]! += n;
    calendar.set(date, (calendar.get(date) ?? 0) + n);
  }
  const squares = ranked(
    sums(
      finds.filter(({ lat, lon }) => lat !== null && lon !== null),
      ({ lat, lon }) => locatorOf({ lat: lat!, lon: lon! }, 4),
    ),
  );
  return {
    years,
    finds: finds.length,
    byRadio: finds.filter(({ tier }) => tier === "A").length,
    types: ranked(sums(finds, ({ type }) => type)).map(([type, n]) => ({ type, n })),
    ratings: ranked(sums(finds, ({ difficulty, terrain }) => difficulty * 100 + terrain)).map(([key, n]) => ({
      difficulty: Math.floor(key / 50) / 2,
      terrain: key % 50,
      n,
    })),
    months,
    calendar: [...calendar].sort(([a], [b]) => a < b ? -1 : 1).map(([day, n]) => ({ day, n })),
    bestDay: best ? { day: dayText(best[0]), n: best[1] } : null,
    streak: longestStreak([...days.keys()].sort((a, b) => a - b)),
    squares: squares.slice(0, SQUARES_MOST).map(([square, n]) => ({ square, n })),
    squareCount: squares.length,
    first: told(finds[0]),
    last: told(finds.at(-1)),
  };
}
