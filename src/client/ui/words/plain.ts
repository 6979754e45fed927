/**
 * Small numbers, times of day and plain titles without the browser's own knowledge of languages: to ask that for the first time reads tables
 * for ten milliseconds, on a phone for forty, and most first lists need no more than this of it. What is not plain gives
 * `undefined`, and is asked there.
 */

/** What stands before the decimals, by the reader's locale. */
const POINTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["en", "en-GB", "en-US", "en-IE", "en-AU", "en-NZ"].map((one) => [one, "."])),
  ...Object.fromEntries(["de", "de-DE", "de-AT", "es", "es-ES"].map((one) => [one, ","])),
};
/** From here on digits stand in groups. */
const GROUPED = 999;
/** So near to a half it is one. */
const HALF = 1e-6;

/** A number as `Intl.NumberFormat` writes it with at most so many decimals. */
export function plainNumber(value: number, locale: string, digits = 3): string | undefined {
  const point = Object.hasOwn(POINTS, locale) ? POINTS[locale] : undefined;
  if (point === undefined || !(value >= 0 && value < GROUPED)) return undefined;
  // A half is rounded by its digits there and by its bits here.
  if (Math.abs(value * 10 ** digits % 1 - 0.5) < HALF) return undefined;
  return String(Number(value.toFixed(digits))).replace(".", point);
}

/** Whether a count is one thing, in words of these languages. */
export const isPlainOne = (n: number, code: string): boolean | undefined =>
  Object.hasOwn(POINTS, code) && Number.isInteger(n) && n >= 0 ? n === 1 : undefined;

/** Where a day has 24 hours of two digits, and where it has twice twelve. */
const WHOLE_DAY = ["en", "en-GB", "de", "de-DE", "de-AT"], HALF_DAY = "en-US";

/** A time of day as the short style of `Intl.DateTimeFormat` has it; of a language alone, as that has it with 24 hours. */
export function plainTime(date: Date, locale: string): string | undefined {
  const hours = date.getHours(), minutes = String(date.getMinutes()).padStart(2, "0");
  if (WHOLE_DAY.includes(locale)) return `${String(hours).padStart(2, "0")}:${minutes}`;
  return locale === HALF_DAY ? `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}` : undefined;
}

const PLAIN = /^[a-z\d ]*$/i;
/** Of more things than a list begins with, the browser's own order is the faster one. */
const FEW = 200;

/** Letters without marks, digits and spaces have this order in each of these languages. */
function comparePlain(a: string, b: string): number {
  const [low, other] = [a.toLowerCase(), b.toLowerCase()];
  // Of two that differ in capitals alone, the small letter comes first.
  return low < other ? -1 : low > other ? 1 : a < b ? 1 : a > b ? -1 : 0;
}

/** In the order of their titles, as the browser's language has it. */
export function byTitle<One extends { title: string }>(
  rows: readonly One[],
  locale = globalThis.navigator?.language,
): One[] {
  const isPlain = rows.length <= FEW && locale !== undefined && Object.hasOwn(POINTS, locale) &&
    rows.every(({ title }) => PLAIN.test(title));
  const compare = isPlain ? comparePlain : new Intl.Collator(locale).compare;
  return rows.toSorted((a, b) => compare(a.title, b.title));
}
