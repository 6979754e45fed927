/** A year in the reader's words. Pure. */
import { pageWords } from "../../words/mod.ts";
import type { YearWords } from "./drawing.ts";
import type { Year } from "./year.ts";

export const YEAR_WORDS = pageWords("pages/year");
const KINDS = pageWords("pages/kinds");
export type YearLang = keyof typeof YEAR_WORDS;

/** What the picture says. */
export function wordsOf(year: Year, whose: string, lang: YearLang): YearWords {
  const words = YEAR_WORDS[lang], kinds: Readonly<Record<string, string>> = KINDS[lang].types;
  const number = (n: number) => n.toLocaleString(lang);
  const day = (at: number) =>
    new Date(at * 1000).toLocaleDateString(lang, { day: "numeric", month: "short", timeZone: "UTC" });
  const { first, last, farthest, streak, countries, people } = year;
  const lines = [
    people !== undefined && people > 0 && words.people.replace("{n}", number(people)),
    farthest && words.farthest.replace("{far}", number(Math.round(farthest.distanceM / 1000)))
      .replace("{title}", () => farthest.title).replace("{site}", farthest.site),
    first && words.first.replace("{title}", () => first.title).replace("{date}", day(first.at)),
    last && words.last.replace("{title}", () => last.title).replace("{date}", day(last.at)),
    streak > 1 && words.streak.replace("{n}", number(streak)),
    countries > 1 && words.countries.replace("{n}", number(countries)),
  ].filter((line) => typeof line === "string");
  return {
    whose,
    ...{ finds: words.finds, byRadio: words.byRadio, squares: words.squares, months: words.months },
    lines: year.finds === 0 ? [words.none] : lines,
    kinds: year.kinds.map(({ type, n }) => ({ name: kinds[type] ?? type, n })),
    number,
  };
}
