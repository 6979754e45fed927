/**
 * ADIF 3.1 in its tagged form (ADI): `<NAME:LEN>value`, ASCII only, lengths in characters. A find is not a
 * two-way contact, so it has no QSL and report fields: programs must not count it for an award.
 */
import { baseCall, isCall, locatorOf } from "../../base/mod.ts";
import { TURN } from "../../http/mod.ts";
import type { ExportFind } from "./views.ts";

/** Letters that Unicode decomposition does not turn into ASCII. */
const PLAIN: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  œ: "oe",
  Œ: "OE",
  đ: "d",
  Đ: "D",
  ł: "l",
  Ł: "L",
  þ: "th",
  Þ: "Th",
  ð: "d",
  Ð: "D",
  ı: "i",
  "–": "-",
  "—": "-",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "…": "...",
};

/** The text in printable ASCII on one line: accents go, the rest that has no plain form becomes a question mark. */
export const ascii = (text: string): string =>
  text.replace(/[^ -~]/g, (character) => PLAIN[character] ?? character)
    .normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/\s+/g, " ").replace(/[^ -~]/gu, "?").trim();

/** What looks like the beginning of a field, or like the end of a record. */
const LIKE_FIELD = /<(eo[rh]|\w{1,40}:\d{1,9}(?::\w)?)>/gi;

const field = (name: string, value: string | undefined): string => {
  // Programs that look for the next field instead of counting would cut a value here, or end the record.
  const text = value === undefined ? "" : ascii(value).replaceAll(LIKE_FIELD, "($1)");
  return text === "" ? "" : `<${name}:${text.length}>${text}\n`;
};

/** `20260601` and `120000`, UTC. */
const stamp = (at: number): { date: string; time: string } => {
  const digits = new Date(at * 1000).toISOString().replace(/[-:T]/g, "");
  return { date: digits.slice(0, 8), time: digits.slice(8, 14) };
};

/** A coordinate as ADIF's Location type: `N048 12.500`. */
export function adifLocation(degrees: number, axis: "lat" | "lon"): string {
  const side = axis === "lat" ? (degrees < 0 ? "S" : "N") : degrees < 0 ? "W" : "E";
  // Thousandths of a minute as an integer, so that 59.9996 becomes the next degree and not "60.000".
  const thousandths = Math.round(Math.abs(degrees) * 60_000);
  const whole = Math.floor(thousandths / 60_000);
  const minutes = (thousandths % 60_000) / 1000;
  return `${side}${String(whole).padStart(3, "0")} ${minutes.toFixed(3).padStart(6, "0")}`;
}

/** Amateur bands in which packet finds are heard, by their edges in MHz (ADIF band enumeration). */
const BANDS: [number, number, string][] = [
  [0.1357, 0.1378, "2190m"],
  [0.472, 0.479, "630m"],
  [1.8, 2, "160m"],
  [3.5, 4, "80m"],
  [5.06, 5.45, "60m"],
  [7, 7.3, "40m"],
  [10.1, 10.15, "30m"],
  [14, 14.35, "20m"],
  [18.068, 18.168, "17m"],
  [21, 21.45, "15m"],
  [24.89, 24.99, "12m"],
  [28, 29.7, "10m"],
  [50, 54, "6m"],
  [70, 71, "4m"],
  [144, 148, "2m"],
  [222, 225, "1.25m"],
  [420, 450, "70cm"],
  [902, 928, "33cm"],
  [1240, 1300, "23cm"],
  [2300, 2450, "13cm"],
  [3300, 3500, "9cm"],
  [5650, 5925, "6cm"],
  [10_000, 10_500, "3cm"],
  [24_000, 24_250, "1.25cm"],
];

/** The ADIF band of a frequency in MHz, if it has one. */
export const bandOf = (freqMHz: number): string | undefined =>
  BANDS.find(([low, high]) => freqMHz >= low && freqMHz <= high)?.[2];

/** Megahertz to the hertz, with three digits at least: half a kilohertz is half a channel on 60 m. */
const frequency = (mhz: number): string => mhz.toFixed(6).replace(/0{1,3}$/, "");

interface AdifFile {
  programme: string;
  version: string;
  madeAt: number;
  about: string;
}

/** The programme's name as part of APP_ field names: letters only. */
const APP = "APP_SERVICEGATEWAY";

/**
 * The band told where no hearing names a frequency: programs refuse a record without one. APRS lives on 2 m; the
 * record says that it was assumed.
 */
const ASSUMED_BAND = "2m";

function record(find: ExportFind, programme: string): string {
  const { date, time } = stamp(find.foundAt);
  const known = find.freqMHz === undefined ? undefined : bandOf(find.freqMHz);
  const placed = find.lat !== undefined && find.lon !== undefined;
  const grid = placed ? locatorOf({ lat: find.lat!, lon: find.lon! }, 8) : undefined;
  // Somebody who erased their account has no callsign here any more: then the cache itself is the other station.
  const worked = find.station ?? find.owner ?? "";
  return field("CALL", isCall(worked) ? baseCall(worked) : find.code) +
    field("QSO_DATE", date) + field("TIME_ON", time) +
    field("BAND", known ?? ASSUMED_BAND) + field("FREQ", known && frequency(find.freqMHz!)) +
    field("MODE", "PKT") +
    field("STATION_CALLSIGN", baseCall(find.call)) + field("OPERATOR", baseCall(find.call)) +
    field("MY_GRIDSQUARE", grid) +
    field("MY_LAT", placed ? adifLocation(find.lat!, "lat") : undefined) +
    field("MY_LON", placed ? adifLocation(find.lon!, "lon") : undefined) +
    field("MY_SIG", programme) + field("MY_SIG_INFO", find.code) +
    field("SIG", programme) + field("SIG_INFO", find.code) +
    field("COMMENT", `Cache ${find.code} ${find.title}, verified find, tier ${find.tier}`) +
    field("NOTES", find.text) +
    field(`${APP}_TIER`, find.tier) + field(`${APP}_CACHE_TYPE`, find.type) +
    field(`${APP}_LOGGED_AS`, find.call) +
    field(`${APP}_BAND_ASSUMED`, known ? undefined : "Y") + "<EOR>\n\n";
}

/** The file in pieces, one record each. */
export function* adif(file: AdifFile, pages: Iterable<readonly ExportFind[]>): Generator<string> {
  const { date, time } = stamp(file.madeAt);
  // A header exists only when the file does not start with "<".
  yield `${ascii(file.about).replaceAll("<", "(")}\n` +
    field("ADIF_VER", "3.1.4") + field("PROGRAMID", "ServiceGateway") +
    field("PROGRAMVERSION", file.version) + field("CREATED_TIMESTAMP", `${date} ${time}`) + "<EOH>\n\n";
  for (const page of pages) {
    for (const find of page) yield record(find, file.programme);
    yield TURN;
  }
}
