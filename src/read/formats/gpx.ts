/**
 * GPX 1.0 with the Groundspeak cache block (namespace cache/1/0/1) straight inside `wpt`: the one form that validates
 * and whose cache fields GPSBabel, c:geo and Garmin devices all keep. With GPX 1.1 extensions GPSBabel drops them.
 */
import { decimal, element, isoTime, xml, xmlLine } from "../../base/mod.ts";
import { TURN } from "../../http/mod.ts";
import { type ChildPlace, type ExportCache, FILED, type LogLine, saidIn } from "./views.ts";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/0" xmlns:groundspeak="http://www.groundspeak.com/cache/1/0/1" ` +
  `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
  `xsi:schemaLocation="http://www.topografix.com/GPX/1/0 http://www.topografix.com/GPX/1/0/gpx.xsd ` +
  `http://www.groundspeak.com/cache/1/0/1 http://www.groundspeak.com/cache/1/0/1/cache.xsd" `;

/** Names that programs know; anything else is told as unknown, so that no program refuses the file. */
const TYPE_NAMES: Record<string, string> = {
  traditional: "Traditional Cache",
  multi: "Multi-cache",
  mystery: "Unknown Cache",
  letterbox: "Letterbox Hybrid",
  virtual: "Virtual Cache",
  earth: "Earthcache",
};
const CONTAINERS: Record<string, string> = {
  micro: "Micro",
  small: "Small",
  regular: "Regular",
  large: "Large",
  other: "Other",
  none: "Virtual",
};
const LOG_TYPES: Record<string, string> = {
  found: "Found it",
  DNF: "Didn't find it",
  note: "Write note",
  maintenance: "Owner Maintenance",
  disabled: "Temporarily Disable Listing",
  enabled: "Enable Listing",
  archived: "Archive",
};

/** The Groundspeak name of one of our types. */
export const gpxType = (type: string): string => TYPE_NAMES[type] ?? "Unknown Cache";

function log(line: LogLine): string {
  return `<groundspeak:log id="${xmlLine(String(line.id))}">` +
    element("groundspeak:date", isoTime(line.at)) +
    element("groundspeak:type", LOG_TYPES[line.kind] ?? "Write note") +
    `<groundspeak:finder id="${xmlLine(line.author)}">${xmlLine(line.author)}</groundspeak:finder>` +
    `<groundspeak:text encoded="False">${xml(saidIn(line))}</groundspeak:text></groundspeak:log>`;
}

/** A living cache moves: the first line of what a person reads says where the place comes from. */
const movingNote = (heard: { call: string; at: number }): string =>
  `This cache moves: it is where ${heard.call} was last heard, at ${isoTime(heard.at)}.\n`;

/** A meeting: when it is, in the first line that a person reads. */
const meetingNote = ({ from, until }: { from: number; until: number }): string =>
  `A meeting, from ${isoTime(from)} to ${isoTime(until)}.\n`;

/** The cache block has no word for it, and another block of elements would keep the file from being valid. */
const likedNote = ({ recommended = 0 }: ExportCache): string =>
  recommended === 0 ? "" : `Recommended by ${recommended} ${recommended === 1 ? "finder" : "finders"}.\n`;

function waypoint(cache: ExportCache): string {
  const typeName = gpxType(cache.type);
  const description = (cache.heard ? movingNote(cache.heard) : "") +
    (cache.event ? meetingNote(cache.event) : "") + likedNote(cache) +
    FILED.lines(cache.row).map((line) => `${line}\n`).join("") + (cache.description ?? "");
  const summary = `${cache.title} by ${cache.owner}, ${typeName} (${cache.difficulty}/${cache.terrain})`;
  return `<wpt lat="${decimal(cache.lat)}" lon="${decimal(cache.lon)}">` +
    element("time", isoTime(cache.heard?.at ?? cache.createdAt)) +
    element("name", shortCode(cache.code)) +
    element("desc", summary) +
    element("url", cache.url) +
    element("urlname", cache.title) +
    element("sym", "Geocache") +
    element("type", `Geocache|${typeName}`) +
    `<groundspeak:cache id="${xmlLine(cache.code)}" available="${
      cache.status === "active" ? "True" : "False"
    }" ` +
    `archived="${cache.status === "archived" ? "True" : "False"}">` +
    element("groundspeak:name", cache.title) +
    element("groundspeak:placed_by", cache.owner) +
    `<groundspeak:owner id="${xmlLine(cache.owner)}">${xmlLine(cache.owner)}</groundspeak:owner>` +
    element("groundspeak:type", typeName) +
    element("groundspeak:container", CONTAINERS[cache.size] ?? "Other") +
    element("groundspeak:difficulty", cache.difficulty) +
    element("groundspeak:terrain", cache.terrain) +
    element("groundspeak:country", cache.country) +
    `<groundspeak:short_description html="False"></groundspeak:short_description>` +
    `<groundspeak:long_description html="False">${xml(description)}</groundspeak:long_description>` +
    element("groundspeak:encoded_hints", cache.hint) +
    `<groundspeak:logs>${(cache.logs ?? []).map(log).join("")}</groundspeak:logs>` +
    `</groundspeak:cache></wpt>\n`;
}

const shortCode = (code: string): string => code.replace(/[^A-Za-z0-9]/g, "");

/** A stage as a waypoint of its own. Programs find its cache by the end of the name. */
const child = (cache: ExportCache, { n, lat, lon, clue }: ChildPlace): string =>
  `<wpt lat="${decimal(lat)}" lon="${decimal(lon)}">` + element("time", isoTime(cache.createdAt)) +
  element("name", `S${n}${shortCode(cache.code)}`) + element("cmt", clue ?? undefined) +
  element("desc", `Stage ${n} of ${cache.title}`) + element("url", cache.url) +
  element("urlname", `Stage ${n}`) + element("sym", "Stages of a Multicache") +
  element("type", "Waypoint|Stages of a Multicache") + "</wpt>\n";

/** Where one leaves the car, as programs know it from other sites: `PK` before the end of the code. */
const parking = (cache: ExportCache): string =>
  cache.parking
    ? `<wpt lat="${decimal(cache.parking.lat)}" lon="${decimal(cache.parking.lon)}">` +
      element("time", isoTime(cache.createdAt)) +
      element("name", `PK${shortCode(cache.code)}`) + element("desc", `Parking for ${cache.title}`) +
      element("url", cache.url) + element("urlname", "Parking Area") + element("sym", "Parking Area") +
      element("type", "Waypoint|Parking Area") + "</wpt>\n"
    : "";

/** Places that belong to a cache. */
const children = (cache: ExportCache): string =>
  parking(cache) + (cache.children ?? []).map((one) => child(cache, one)).join("");

interface GpxFile {
  /** The instance's id, as `creator`. */
  instance: string;
  /** What the file holds, for a person. */
  name: string;
  /** Absolute address of the instance. */
  url: string;
  madeAt: number;
}

const head = (file: GpxFile): string =>
  `${HEAD}version="1.0" creator="${xmlLine(file.instance)}">\n` +
  element("name", file.name) + element("url", file.url) + element("time", isoTime(file.madeAt)) + "\n";

/**
 * The file in pieces, one waypoint each: a large export never stands in memory as a whole. Stages stand behind their cache;
 * with `aside` they are put there instead, for a second file.
 */
export function* gpx(
  file: GpxFile,
  pages: Iterable<readonly ExportCache[]>,
  aside?: string[],
): Generator<string> {
  yield head(file);
  for (const page of pages) {
    for (const cache of page) yield waypoint(cache) + (aside ? "" : children(cache));
    aside?.push(...page.map(children).filter((text) => text !== ""));
    yield TURN;
  }
  yield "</gpx>\n";
}

/** Stages that were put aside, as the second file of a pocket query: what a member has opened is little. */
export function* childrenGpx(file: GpxFile, aside: readonly string[]): Generator<string> {
  yield head(file);
  yield* aside;
  yield "</gpx>\n";
}
