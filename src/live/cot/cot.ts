/**
 * Cursor-on-Target events of stations and caches, for TAK clients. Pure. An event names its thing by a `uid` that
 * stays the same, says when it was seen (`start`) and until when it counts (`stale`).
 */
import { element, isoTime, xmlLine } from "../../base/mod.ts";

/** Metres that mean "unknown" in `hae`, `ce` and `le`. */
const UNKNOWN = "9999999.0";
/** A station counts for half an hour after it was last heard: two or three beacon intervals. */
const STATION_STALE_S = 1800;
/** Fixed stations beacon seldom. */
const FIXED_STALE_S = 3 * 3600;
const CACHE_STALE_S = 24 * 3600;

interface CotStation {
  call: string;
  lat: number;
  lon: number;
  /** When last heard. */
  at: number;
  /** APRS symbol, table and code: `/>`. */
  symbol?: string;
  /** Degrees. */
  course?: number;
  speedKmh?: number;
  altitudeM?: number;
  comment?: string;
  /** The frequency that it says, in megahertz. */
  mhz?: number;
  /** Its operator calls for help. */
  emergency?: boolean;
}

interface CotCache {
  code: string;
  title: string;
  lat: number;
  lon: number;
  at: number;
  url?: string;
}

type CotKind = { type: string; fixed: boolean };

/** By APRS symbol code in the primary table; overlays of the alternate table mean the same classes. */
const KINDS: [RegExp, CotKind][] = [
  [/^.['^gXO]$/, { type: "a-f-A", fixed: false }],
  [/^.[sYC]$/, { type: "a-f-S", fixed: false }],
  [/^._$/, { type: "a-f-G-I-U-T", fixed: true }],
  [/^.[#rnI&]$/, { type: "a-f-G-I-U-T-r", fixed: true }],
  [/^.[>kujvRUPf<b=]$/, { type: "a-f-G-E-V-C", fixed: false }],
];

function kindOf(symbol: string | undefined): CotKind {
  if (symbol) {
    for (const [pattern, kind] of KINDS) if (pattern.test(symbol)) return kind;
  }
  return { type: "a-f-G-U-C", fixed: false };
}

interface Event {
  uid: string;
  type: string;
  how: string;
  start: number;
  stale: number;
  lat: number;
  lon: number;
  altitudeM?: number;
  detail: string;
}

/** One event without an XML declaration: clients take events back to back. */
function event(about: Event, now: number): string {
  const hae = about.altitudeM === undefined ? UNKNOWN : about.altitudeM.toFixed(1);
  return `<event version="2.0" uid="${xmlLine(about.uid)}" type="${about.type}" how="${about.how}" ` +
    `time="${isoTime(now)}" start="${isoTime(about.start)}" stale="${isoTime(about.stale)}">` +
    `<point lat="${about.lat.toFixed(6)}" lon="${
      about.lon.toFixed(6)
    }" hae="${hae}" ce="${UNKNOWN}" le="${UNKNOWN}"/>` +
    `<detail>${about.detail}</detail></event>`;
}

/** Until when a station counts that was heard then. */
const staleOf = ({ at, symbol }: CotStation): number =>
  at + (kindOf(symbol).fixed ? FIXED_STALE_S : STATION_STALE_S);
/** Whether a station still counts: what is stale when it comes, a map draws grey or not at all. */
export const isCurrent = (station: CotStation, now: number): boolean => staleOf(station) > now;

/** The event of a station as last heard. */
export function cotOfStation(station: CotStation, now: number): string {
  const kind = kindOf(station.symbol);
  const moving = station.course !== undefined || station.speedKmh !== undefined;
  return event({
    uid: `APRS.${station.call}`,
    type: kind.type,
    how: kind.fixed ? "h-e" : "m-g",
    start: station.at,
    stale: staleOf(station),
    lat: station.lat,
    lon: station.lon,
    altitudeM: station.altitudeM,
    detail: `<contact callsign="${xmlLine(station.call)}"/>` +
      // CoT tells speed in metres a second.
      (moving
        ? `<track course="${(station.course ?? 0).toFixed(1)}" speed="${
          ((station.speedKmh ?? 0) / 3.6).toFixed(2)
        }"/>`
        : "") +
      // What TAK clients take for a call for help, and sound an alarm at.
      (station.emergency ? `<emergency type="911 Alert">${xmlLine(station.call)}</emergency>` : "") +
      element("remarks", remarkOf(station)),
  }, now);
}

/** The answer to a client that asks whether somebody is there. */
export const pong = (now: number): string =>
  event({
    uid: "takPong",
    type: "t-x-c-t-r",
    how: "h-g-i-g-o",
    start: now,
    stale: now + 20,
    lat: 0,
    lon: 0,
    detail: "",
  }, now);

/** The frequency and the comment. */
function remarkOf({ mhz, comment }: CotStation): string | undefined {
  const words = [mhz === undefined ? "" : `${mhz.toFixed(3)} MHz`, comment ? xmlSafeRemark(comment) : ""];
  return words.filter((word) => word !== "").join(" ") || undefined;
}

/** Comments stay one line of at most 200 characters: they are shown in a small balloon. */
const xmlSafeRemark = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 200);

/** The marker of a cache. */
export function cotOfCache(cache: CotCache, now: number): string {
  return event({
    uid: `cache-${cache.code}`,
    type: "b-m-p-s-m",
    how: "h-g-i-g-o",
    start: now,
    stale: now + CACHE_STALE_S,
    lat: cache.lat,
    lon: cache.lon,
    detail: `<contact callsign="${xmlLine(cache.code)}"/>` +
      element("remarks", cache.url ? `${cache.title} ${cache.url}` : cache.title),
  }, now);
}

/** A snapshot document: the events under one root, which says when they are not all. */
export function* cotDocument(events: Iterable<string>, truncated: boolean): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<events${truncated ? ' truncated="true"' : ""}>\n`;
  for (const one of events) yield one + "\n";
  yield "</events>\n";
}
