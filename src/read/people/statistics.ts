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
  lat: number | null;
  lon: number | null;
}

const DAY_S = 86_400;
/** Squares that are named, those with the most finds. */
const SQUARES_MOST = 20;

const dayOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);
const yearOf = (at: number): number => new Date(at * 1000).getUTCFullYear();

/** How often each key comes, the most frequent first. */
function counted<T>(all: readonly T[], keyOf: (one: T) => string): [key: string, n: number][] {
  const sums = new Map<string, number>();
  for (const one of all) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + 1);
  return [...sums].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
}

/** The most days in a row that each have a find. */
function longestStreak(days: readonly string[]): { days: number; from: string; to: string } | null {
  let best: { days: number; from: string; to: string } | null = null, run = 0, from = "", before = NaN;
  for (const day of days) {
    const number = Date.parse(day) / 1000 / DAY_S;
    run = number === before + 1 ? run + 1 : 1;
    if (run === 1) from = day;
    before = number;
    if (run > (best?.days ?? 0)) best = { days: run, from, to: day };
  }
  return best;
}

const told = (find: CountedFind | undefined) =>
  find ? { code: find.code, title: find.title, foundAt: find.foundAt } : null;

/** Of all finds, or of one year; `all` is in the order in which they were found. */
export function statisticsOf(all: readonly CountedFind[], year?: number) {
  const finds = year === undefined ? all : all.filter(({ foundAt }) => yearOf(foundAt) === year);
  const byDay = counted(finds, ({ foundAt }) => dayOf(foundAt));
  const placed = finds.filter((find): find is CountedFind & { lat: number; lon: number } =>
    find.lat !== null && find.lon !== null
  );
  const squares = counted(placed, (find) => locatorOf(find, 4));
  const months = Array.from({ length: 12 }, () => 0);
  for (const { foundAt } of finds) months[new Date(foundAt * 1000).getUTCMonth()]!++;
  return {
    years: [...new Set(all.map(({ foundAt }) => yearOf(foundAt)))],
    finds: finds.length,
    byRadio: finds.filter(({ tier }) => tier === "A").length,
    types: counted(finds, ({ type }) => type).map(([type, n]) => ({ type, n })),
    ratings: counted(finds, ({ difficulty, terrain }) => `${difficulty}/${terrain}`).map(([key, n]) => {
      const [difficulty, terrain] = key.split("/").map(Number);
      return { difficulty: difficulty!, terrain: terrain!, n };
    }),
    months,
    calendar: counted(finds, ({ foundAt }) => dayOf(foundAt).slice(5)).sort(([a], [b]) => a < b ? -1 : 1)
      .map(([day, n]) => ({ day, n })),
    bestDay: byDay[0] ? { day: byDay[0][0], n: byDay[0][1] } : null,
    streak: longestStreak(byDay.map(([day]) => day).sort()),
    squares: squares.slice(0, SQUARES_MOST).map(([square, n]) => ({ square, n })),
    squareCount: squares.length,
    first: told(finds[0]),
    last: told(finds.at(-1)),
  };
}
