/** Times, durations, distances and sizes in words. Times are unix seconds, distances metres. */
import { signal } from "@preact/signals";
import { each, language, localeOf, say } from "./say.ts";
import { plainNumber, plainTime } from "./words/plain.ts";
import { units } from "./units.ts";

/** To make a formatter takes longer than to use it a hundred times, so each is made once, also for each time zone's offset. */
function formats<Options, Format>(
  make: new (code: string, options: Options) => Format,
): (options: Options, offset?: number) => Format {
  const known = new Map<string, Format>();
  return (options, offset) => {
    const code = localeOf(language.value.code), key = JSON.stringify([code, options, offset]);
    if (!known.has(key)) known.set(key, new make(code, options));
    return known.get(key)!;
  };
}
export const numberFormat = formats<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
const dateFormat = formats<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);

const agoFormat = each((code) => new Intl.RelativeTimeFormat(code, { numeric: "auto" }));
const DAY_MS = 86_400_000;

/** Whether times are said in UTC, as operators write them down; only pages that offer it set it. */
export const inUtc = signal(false);

/** A time in the zone where the phone is now, or in UTC. */
function inZone(at: number, style: Intl.DateTimeFormatOptions): string {
  const date = new Date(at * 1000);
  // By the reader's region; where none is known 24 hours: of a language alone, such as `en`, Intl makes its largest region's.
  const isRegion = localeOf(language.value.code).includes("-");
  const options = isRegion ? style : { ...style, hourCycle: "h23" } as const;
  if (inUtc.value) return dateFormat({ ...options, timeZone: "UTC" }).format(date);
  return dateFormat(options, date.getTimezoneOffset()).format(date);
}

/** A number with its unit, which is short unless the options say otherwise. */
const inUnit = (value: number, options: Intl.NumberFormatOptions): string =>
  numberFormat({ style: "unit", ...options }).format(value);

/** A time of day; of yesterday it says so, and of other days the date stands before it. */
export function sayTime(at: number, now: number): string {
  const day = new Date(at * 1000).toDateString(), time = { timeStyle: "short" } as const;
  const isOn = (ago: number) => day === new Date(now * 1000 - ago * DAY_MS).toDateString();
  if (isOn(0)) {
    const plain = inUtc.value ? undefined : plainTime(new Date(at * 1000), localeOf(language.value.code));
    return plain ?? inZone(at, time);
  }
  // In UTC another day may have begun than where the phone is.
  if (isOn(1) && !inUtc.value) {
    return `${agoFormat(localeOf(language.value.code)).format(-1, "day")} ${inZone(at, time)}`;
  }
  return inZone(at, { dateStyle: "medium", ...time });
}

/** What an operator finds a fault by in the gateway's log: when it was (unix seconds), in UTC, and what it was about. */
export const faultLine = (at: number, what: string): string =>
  `${new Date(at * 1000).toISOString().slice(0, 19)}Z ${what}`;

/** A time of day with seconds, for when something was read that changes all the time. */
export const sayClock = (at: number): string => inZone(at, { timeStyle: "medium" });

/** As `sayTime`, of today with seconds: for packets, which come several in a minute. */
export const sayMoment = (at: number, now: number): string =>
  new Date(at * 1000).toDateString() === new Date(now * 1000).toDateString()
    ? sayClock(at)
    : sayTime(at, now);

/** A short mark on a time axis that is `span` seconds long: the time of day on up to two days, else the date. */
export const sayTick = (at: number, span: number): string =>
  inZone(
    at,
    span <= 2 * 86_400 ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "numeric" },
  );

/** The hour of the day alone, as short as the language writes it. */
export const sayHour = (at: number): string => inZone(at, { hour: "numeric" });

/** A date. */
export const sayDate = (at: number): string => inZone(at, { dateStyle: "medium" });

/** Metres as people read them: `34 m`, `1.2 km`, `56 km`; never four digits. */
export const sayDistance = (metres: number): string => distanceParts(metres).join(" ");

/** Signs that every language of the app writes alike. */
const SIGNS = { meter: "m", kilometer: "km", NM: "NM" } as const;

/** The same in two parts, digits and unit, for a page that draws the digits large. */
export function distanceParts(metres: number): [digits: string, unit: string] {
  const [value, unit, digits] = measure(metres);
  const plain = unit in SIGNS && plainNumber(value, localeOf(language.value.code), digits);
  if (plain) return [plain, SIGNS[unit as keyof typeof SIGNS]];
  if (unit === "NM") {
    return [numberFormat({ maximumFractionDigits: digits }).format(value), unit];
  }
  const parts = numberFormat({ style: "unit", unit, maximumFractionDigits: digits }).formatToParts(value);
  const text = (wanted: boolean) =>
    parts.filter(({ type }) => type !== "literal" && (type === "unit") === wanted).map((part) => part.value)
      .join("");
  return [text(false), text(true)];
}

const FOOT_M = 0.3048, MILE_M = 1609.344, NAUTICAL_M = 1852;

/** A distance in the units in force, never four digits: the value, its unit, and how many decimals it gets. */
function measure(
  metres: number,
): [value: number, unit: "meter" | "kilometer" | "foot" | "mile" | "NM", digits: number] {
  const small = (value: number) => value < 100 ? value : Math.round(value / 10) * 10;
  const large = (value: number) => value < 9.95 ? 1 : 0;
  if (units.value === "imperial") {
    const miles = metres / MILE_M;
    return miles < 0.18 ? [small(metres / FOOT_M), "foot", 0] : [miles, "mile", large(miles)];
  }
  if (metres < (units.value === "nautical" ? 185 : 995)) return [small(metres), "meter", 0];
  if (units.value === "nautical") return [metres / NAUTICAL_M, "NM", large(metres / NAUTICAL_M)];
  return [metres / 1000, "kilometer", large(metres / 1000)];
}

const SPEEDS = {
  metric: ["kilometer-per-hour", 1],
  imperial: ["mile-per-hour", 1000 / MILE_M],
  nautical: ["knot", 1000 / NAUTICAL_M],
} as const;

/** A frequency with as many digits as channels have; a shift always with its sign. */
export const sayMegahertz = (mhz: number, signDisplay: "auto" | "always" = "auto"): string =>
  `${numberFormat({ minimumFractionDigits: 3, maximumFractionDigits: 4, signDisplay }).format(mhz)} MHz`;

/** A reading with its unit, as exact as it came: `6,25 dB`; nothing where there is none. */
export const sayReading = (value: number | null | undefined, unit: string): string =>
  value === null || value === undefined ? "" : `${numberFormat({}).format(value)} ${unit}`;

/** A speed in the units in force: `36 km/h`, `22 mph`, `19 kn`. `kmh`: kilometres per hour. */
export function saySpeed(kmh: number): string {
  const [unit, factor] = SPEEDS[units.value], value = Math.round(kmh * factor);
  return unit === "knot" ? `${numberFormat({}).format(value)} kn` : inUnit(value, { unit });
}

/** Seconds of each unit of age, the largest first. */
const AGES = [["day", 86_400], ["hour", 3600], ["minute", 60]] as const;

/** How long ago, in the largest unit that fits: "2 days ago", "just now". */
export function sayAgo(at: number, now: number): string {
  const age = now - at, found = AGES.find(([, seconds]) => age >= seconds);
  if (!found) return say("ago.now");
  const [unit, seconds] = found;
  return agoFormat(localeOf(language.value.code)).format(-Math.floor(age / seconds), unit);
}

/**
 * An age in its largest unit, short: `4 s`, `12 min`; what is to come is no seconds old. Seconds stand by their sign, which is
 * the same everywhere: a locale's own "4 secs" is longer and shorter by turns as it counts.
 */
export function sayAge(seconds: number): string {
  const found = AGES.find(([, size]) => seconds >= size);
  if (!found) return `${Math.max(0, Math.floor(seconds))}\u202Fs`;
  const [unit, size] = found;
  return inUnit(Math.floor(seconds / size), { unit });
}

/** A duration in words: `45 seconds`, `4 minutes`, `2 days`. */
export function sayDuration(seconds: number): string {
  const [unit, one] = AGES.find(([, one]) => seconds >= 2 * one) ?? ["second", 1];
  return inUnit(Math.round(seconds / one), { unit, unitDisplay: "long" });
}

/** Bytes as people read them: `340 kB`, `1.2 MB`. */
export function sayBytes(bytes: number): string {
  const [value, unit] = bytes < 999_500
    ? [Math.max(bytes === 0 ? 0 : 1, Math.round(bytes / 1000)), "kilobyte"] as const
    : [bytes / 1e6, bytes < 999_500_000 ? "megabyte" : "gigabyte"] as const;
  const shown = unit === "gigabyte" ? value / 1000 : value;
  const digits = unit === "kilobyte" || shown >= 9.95 ? 0 : 1;
  return inUnit(shown, { unit, maximumFractionDigits: digits });
}

/** When to try again after too many requests, as a sentence; `undefined` where the gateway does not say. */
export const sayLater = ({ retryAfterS }: { retryAfterS?: number }, now: number): string | undefined =>
  retryAfterS === undefined ? undefined : say("limited.until", { time: sayTime(now + retryAfterS, now) });
