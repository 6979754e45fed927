/**
 * What consoles push: the Weather Underground form, and the names that Ecowitt and Ambient use in it. Pure; metric out.
 * Values arrive as text with stray blanks; a missing sensor sends nothing, -9999 or a dash.
 */
import { isLowPressure, type Weather } from "../../aprs/mod.ts";

interface PushedWeather extends Weather {
  dewPointC?: number;
  indoorTempC?: number;
  indoorHumidity?: number;
  stationPressureHpa?: number;
  uvIndex?: number;
}

interface WeatherPush {
  /** The console's own time if it may be used, else `undefined`: then arrival counts. */
  at?: number;
  /** A pressure from 500 to 800 hPa, which is not in `weather`: true only high up. */
  lowPressureHpa?: number;
  weather: PushedWeather;
}

/** A console's time is used this far back and ahead, in seconds. */
const BACK_S = 86_400, AHEAD_S = 300;
/**
 * Some consoles send their local time as `dateutc`. A push that is late by whole half hours to within this many seconds, up to twelve
 * hours, is taken as one that comes now: what a console kept while its line was away is hardly ever so even.
 */
const LOCAL_S = 45, ZONE_S = 1800, WESTMOST_S = 12 * 3600;

const fahrenheit = (f: number): number => (f - 32) * 5 / 9;
const scale = (factor: number) => (value: number): number => value * factor;
const same = (value: number): number => value;
const MPH = scale(0.44704), INCH = scale(25.4), INHG = scale(33.86389), KNOTS = scale(0.514444);

type Reading = [
  field: keyof PushedWeather,
  convert: (value: number) => number,
  least: number,
  most: number,
  digits: number,
];

/** Names in lower case. Later rows do not replace earlier ones that had a value. */
const FIELDS: Record<string, Reading> = {
  tempf: ["tempC", fahrenheit, -90, 70, 1],
  tempc: ["tempC", same, -90, 70, 1],
  dewptf: ["dewPointC", fahrenheit, -90, 70, 1],
  dewpointf: ["dewPointC", fahrenheit, -90, 70, 1],
  indoortempf: ["indoorTempC", fahrenheit, -60, 80, 1],
  tempinf: ["indoorTempC", fahrenheit, -60, 80, 1],
  humidity: ["humidity", same, 0, 100, 0],
  indoorhumidity: ["indoorHumidity", same, 0, 100, 0],
  humidityin: ["indoorHumidity", same, 0, 100, 0],
  winddir: ["windDirection", same, 0, 360, 0],
  windspeedmph: ["windMs", MPH, 0, 120, 2],
  windspdmph_avg2m: ["windMs", MPH, 0, 120, 2],
  windspeedkn: ["windMs", KNOTS, 0, 120, 2],
  windgustmph: ["gustMs", MPH, 0, 150, 2],
  windgustmph_10m: ["gustMs", MPH, 0, 150, 2],
  baromin: ["pressureHpa", INHG, 800, 1100, 1],
  baromrelin: ["pressureHpa", INHG, 800, 1100, 1],
  absbaromin: ["stationPressureHpa", INHG, 300, 1100, 1],
  baromabsin: ["stationPressureHpa", INHG, 300, 1100, 1],
  rainin: ["rain1hMm", INCH, 0, 500, 2],
  hourlyrainin: ["rain1hMm", INCH, 0, 500, 2],
  hrain_piezo: ["rain1hMm", INCH, 0, 500, 2],
  dailyrainin: ["rainTodayMm", INCH, 0, 2000, 2],
  drain_piezo: ["rainTodayMm", INCH, 0, 2000, 2],
  last24hrainin: ["rain24hMm", INCH, 0, 2000, 2],
  "24hourrainin": ["rain24hMm", INCH, 0, 2000, 2],
  last24hrain_piezo: ["rain24hMm", INCH, 0, 2000, 2],
  solarradiation: ["luminosityWm2", same, 0, 2000, 0],
  uv: ["uvIndex", same, 0, 20, 1],
};

/** Reads a number out of what a console sent; `undefined` for the values with which consoles say "no sensor". */
function reading(text: string | undefined): number | undefined {
  const trimmed = text?.trim().replace(",", ".");
  if (!trimmed || !/^[+-]?\d{1,6}(\.\d{0,8})?$/.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return value <= -999 ? undefined : value;
}

/** `YYYY-MM-DD hh:mm:ss`, one digit where consoles save the zero, `+` or `%20` undecoded, or `now`. UTC. */
function readDate(text: string | undefined, now: number): number | undefined {
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T+]|%20)+(\d{1,2})(?::|%3A)(\d{1,2})(?:(?::|%3A)(\d{1,2}))?Z?$/i
      .exec(text?.trim() ?? "");
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  const at = Date.UTC(year!, month! - 1, day, hour, minute, second) / 1000;
  const late = now - at;
  const zones = Math.round(late / ZONE_S);
  const isLocal = zones > 0 && late <= WESTMOST_S + LOCAL_S && Math.abs(late - zones * ZONE_S) <= LOCAL_S;
  return late <= BACK_S && late >= -AHEAD_S && !isLocal ? at : undefined;
}

/**
 * Reads one push, from query or form. `undefined` when it has no known weather field. Names count in any case;
 * credentials among the fields are not looked at.
 */
export function readWeatherPush(fields: Iterable<[string, string]>, now: number): WeatherPush | undefined {
  const weather: PushedWeather = {};
  const low: Pick<WeatherPush, "lowPressureHpa"> = {};
  let date: string | undefined;
  for (const [name, text] of fields) {
    // Some firmware repeats a `?` in front of the first name, or writes `&amp;`.
    const key = name.toLowerCase().replace(/^(?:\?|amp;)+/, "");
    if (key === "dateutc") date = text;
    if (!Object.hasOwn(FIELDS, key)) continue;
    const [field, convert, least, most, digits] = FIELDS[key]!;
    const value = reading(text);
    if (value === undefined || weather[field] !== undefined) continue;
    const metric = convert(value);
    const rounded = Number(metric.toFixed(digits));
    if (field === "pressureHpa" && isLowPressure(metric)) low.lowPressureHpa ??= rounded;
    if (metric < least || metric > most) continue;
    weather[field] = rounded;
  }
  if (Object.keys(weather).length === 0 && low.lowPressureHpa === undefined) return undefined;
  const at = readDate(date, now);
  return at === undefined ? { weather, ...low } : { at, weather, ...low };
}
