/** Times and distances in words. */
import { language } from "./say.ts";

/** A time of day, with the date where it is not today's; `now` in unix seconds too. */
export function sayTime(at: number, now: number): string {
  const date = new Date(at * 1000);
  const today = date.toDateString() === new Date(now * 1000).toDateString();
  const style = today
    ? { timeStyle: "short" } as const
    : { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(language.value.code, style).format(date);
}

/** A date. */
export const sayDate = (at: number): string =>
  new Intl.DateTimeFormat(language.value.code, { dateStyle: "medium" }).format(new Date(at * 1000));

/** Metres as people read them: `34 m`, `1.2 km`, `56 km`; never four digits. */
export function sayDistance(metres: number): string {
  const { code } = language.value;
  const [value, unit, digits] = metres < 995
    ? [metres < 100 ? metres : Math.round(metres / 10) * 10, "meter", 0] as const
    : [metres / 1000, "kilometer", metres < 9950 ? 1 : 0] as const;
  return new Intl.NumberFormat(code, { style: "unit", unit, maximumFractionDigits: digits }).format(value);
}
