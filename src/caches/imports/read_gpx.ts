/**
 * Reads the geocaches of a GPX file, waypoint by waypoint: GPX 1.0 and 1.1, with the cache block of Groundspeak, Geocaching
 * Australia or Opencaching, in whatever prefix it came. Entities of a DTD are never expanded.
 */
import { cut, isPlace } from "../../base/mod.ts";
import { Overspent, Purse, readXml, TextOfBytes, UnreadableXml } from "../../foreign/mod.ts";
import { type ImportedPlace, type ImportedRow, manyLines, oneLine, UnreadableFile } from "./place.ts";
import { plainText } from "./plain_text.ts";
import type { ImportSource } from "./sources.ts";

/** Characters that are kept of one text; the rest is cut off. */
const TEXT_CHARACTERS = 200_000;
/** Characters that one waypoint may hold before a closing tag. */
const WAYPOINT_CHARACTERS = 4_000_000;
/** Characters of a link that stay. */
const URL_CHARACTERS = 2000;

/** Elements whose text is taken, by their path below `wpt`, prefixes and `extensions` left out. */
const WANTED = new Set([
  "name",
  "desc",
  "cmt",
  "urlname",
  "url",
  "sym",
  "type",
  "link/text",
  "cache/name",
  "cache/owner",
  "cache/placed_by",
  "cache/type",
  "cache/container",
  "cache/difficulty",
  "cache/terrain",
  "cache/short_description",
  "cache/long_description",
  "cache/encoded_hints",
  "geocache/name",
  "geocache/owner",
  "geocache/type",
  "geocache/container",
  "geocache/difficulty",
  "geocache/terrain",
  "geocache/summary",
  "geocache/description",
  "geocache/hints",
]); // deno-fmt-ignore-line

const DESCRIPTIONS = /\/(short_description|long_description|summary|description)$/;

/** The places of a GPX file. Throws `UnreadableFile` when it is not well-formed, or there is too much of something. */
export async function* readGpx(
  bytes: AsyncIterable<Uint8Array>,
  source: ImportSource,
  purse = new Purse(),
  encoding = new TextOfBytes({ xml: true }),
): AsyncGenerator<ImportedRow> {
  const ready: ImportedRow[] = [];
  let waypoint: Waypoint | undefined;
  let path: string[] = [], text = "", markup = false, number = 0, root = "";
  const file = readXml(bytes, purse, {
    open(local, attributes) {
      const attribute = (key: string) => String(attributes[key] ?? "");
      root ||= local;
      if (root !== "gpx") throw new UnreadableXml(`it is <${root}>, and no GPX`);
      if (local === "wpt") {
        const degrees = (key: string) => Number(attribute(key) || NaN);
        waypoint = {
          ...{ lat: degrees("lat"), lon: degrees("lon") },
          ...{ texts: new Map(), isArchived: false, isDisabled: false, characters: 0 },
        };
        path = [];
        number++;
      } else if (waypoint) {
        if (local !== "extensions") path.push(local);
        if (local === "cache" || local === "geocache") {
          const status = attribute("status").toLowerCase();
          waypoint.isArchived = attribute("archived").toLowerCase() === "true" || /archiv/.test(status);
          // Groundspeak's cache/1/0/1: not available, and not archived, is for a time.
          waypoint.isDisabled = attribute("available").toLowerCase() === "false" ||
            /unavail|disabl/.test(status);
        }
        // Descriptions say whether they are markup; those that do not say so may be.
        markup = attribute("html").toLowerCase() !== "false";
        if (local === "link" && path.length === 1) {
          waypoint.texts.set("url", cut(attribute("href"), URL_CHARACTERS));
        }
      }
      text = "";
    },
    text(piece) {
      if (!waypoint) return;
      waypoint.characters += piece.length;
      if (waypoint.characters > WAYPOINT_CHARACTERS) throw new UnreadableXml("a waypoint that is too long");
      if (text.length < TEXT_CHARACTERS) text += piece;
    },
    close(local) {
      if (!waypoint) return;
      if (local === "wpt") {
        ready.push(rowOf(number, waypoint, source));
        waypoint = undefined;
      } else if (local !== "extensions") {
        const at = path.join("/");
        if (WANTED.has(at) && text.trim()) {
          waypoint.texts.set(at, markup && DESCRIPTIONS.test(at) ? plainText(text).trim() : text.trim());
        }
        path.pop();
      }
      text = "";
    },
  }, encoding);
  try {
    for await (const _ of file) yield* ready.splice(0);
  } catch (cause) {
    if (!(cause instanceof UnreadableXml || cause instanceof Overspent)) throw cause;
    throw new UnreadableFile(`waypoint ${number}: ${oneLine(cause.message, 120)}`, { cause });
  }
}

interface Waypoint {
  lat: number;
  lon: number;
  texts: Map<string, string>;
  isArchived: boolean;
  isDisabled: boolean;
  characters: number;
}

const TYPES: [RegExp, ImportedPlace["type"]][] = [
  [/multi/i, "multi"],
  [/unknown|mystery|puzzle|quiz/i, "mystery"],
  [/letterbox/i, "letterbox"],
  [/virtual|webcam|locationless/i, "virtual"],
  [/earth/i, "earth"],
  [/tradi/i, "traditional"],
];

const SIZES: [RegExp, NonNullable<ImportedPlace["size"]>][] = [
  [/micro|nano/i, "micro"],
  [/small/i, "small"],
  [/regular|normal|medium/i, "regular"],
  [/large|big/i, "large"],
  [/virtual|none|no container/i, "none"],
];

const matchOf = <T>(table: [RegExp, T][], text: string): T | undefined =>
  table.find(([words]) => words.test(text))?.[1];

/** 1 to 5 by halves; anything else is unknown. */
function rating(text: string): number | undefined {
  const value = Math.round(Number(text) * 2) / 2;
  return text && value >= 1 && value <= 5 ? value : undefined;
}

function rowOf(
  row: number,
  { lat, lon, texts, isArchived, isDisabled }: Waypoint,
  source: ImportSource,
): ImportedRow {
  const cache = (field: string, other = field) =>
    texts.get(`cache/${field}`) ?? texts.get(`geocache/${other}`) ?? "";
  const externalId = oneLine(texts.get("name") ?? "", 32).toUpperCase();
  if (!externalId) return { skipped: { row, reason: "no name" } };
  // A waypoint whose place nobody gave is written as one at 0, 0.
  if (!isPlace(lat, lon) || (lat === 0 && lon === 0)) {
    return { skipped: { row, reason: `${externalId}: no place` } };
  }
  const type = texts.get("type") ?? "";
  // Extra waypoints of a cache (parking, stages) are no places of their own.
  if (/^waypoint\b/i.test(type)) return { skipped: { row, reason: `${externalId}: a waypoint of a cache` } };
  if (isArchived) return { retired: { externalId, row, reason: `${externalId}: archived` } };
  const short = cache("short_description", "summary"), long = cache("long_description", "description");
  const description = manyLines([short, long].filter(Boolean).join("\n\n") || (texts.get("cmt") ?? ""), 4000);
  const hint = manyLines(cache("encoded_hints", "hints"), 500);
  const owner = oneLine(cache("owner") || cache("placed_by"), 64);
  const url = texts.get("url") ?? source.link?.replace("{}", encodeURI(externalId));
  const size = matchOf(SIZES, cache("container"));
  const difficulty = rating(cache("difficulty")), terrain = rating(cache("terrain"));
  return {
    row,
    place: {
      ...(isDisabled && { isDisabled: true as const }),
      externalId,
      title: oneLine(cache("name") || texts.get("urlname") || texts.get("desc") || externalId, 120),
      type: source.type === "traditional" ? matchOf(TYPES, cache("type") || type) ?? "other" : source.type,
      lat,
      lon,
      ...(description && { description }),
      ...(hint && { hint }),
      ...(owner && { owner }),
      ...(url && /^https?:\/\//.test(url) && { url }),
      ...(size && { size }),
      ...(difficulty && { difficulty }),
      ...(terrain && { terrain }),
    },
  };
}
