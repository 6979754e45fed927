/**
 * Reads the geocaches of a GPX file, waypoint by waypoint: GPX 1.0 and 1.1, with the cache block of Groundspeak, Geocaching
 * Australia or Opencaching, in whatever prefix it came. Entities of a DTD are never expanded.
 */
import { isPlace } from "../../base/mod.ts";
import { type ImportedPlace, type ImportedRow, manyLines, oneLine, UnreadableFile } from "./place.ts";
import { plainText } from "./plain_text.ts";
import type { ImportSource } from "./sources.ts";

/** Characters that are kept of one text; the rest is cut off. */
const TEXT_CHARACTERS = 200_000;
/** Characters that one waypoint may hold before a closing tag. */
const WAYPOINT_CHARACTERS = 4_000_000;

/** Elements whose text is taken, by their path below `wpt`, prefixes and `extensions` left out. */
const WANTED = new Set([
  "name",
  "desc",
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

/** The places of a GPX file. Throws `UnreadableFile` when it is not well-formed. */
export async function* readGpx(
  bytes: ReadableStream<Uint8Array>,
  source: ImportSource,
): AsyncGenerator<ImportedRow> {
  const { default: sax } = await import("sax");
  const parser = sax.parser(true, { position: false });
  const ready: ImportedRow[] = [];
  let waypoint: Waypoint | undefined;
  let path: string[] = [];
  let text = "";
  let markup = false;
  let number = 0;

  // Reading ends at the first mistake: the parser would go on and report one at each further character.
  const stop = (why: string): never => {
    throw new UnreadableFile(`waypoint ${number}: ${oneLine(why, 120)}`);
  };
  parser.onerror = (error: Error) => stop(error.message);
  parser.onopentag = ({ name, attributes }: { name: string; attributes: Record<string, string> }) => {
    const local = name.slice(name.indexOf(":") + 1);
    const attribute = (key: string) => String(attributes[key] ?? "");
    if (local === "wpt") {
      waypoint = {
        lat: Number(attribute("lat") || NaN),
        lon: Number(attribute("lon") || NaN),
        texts: new Map(),
        available: true,
        characters: 0,
      };
      path = [];
      number++;
    } else if (waypoint) {
      if (local !== "extensions") path.push(local);
      if (local === "cache" || local === "geocache") {
        const status = attribute("status").toLowerCase();
        waypoint.available = attribute("archived").toLowerCase() !== "true" && !/archiv|unavail/.test(status);
      }
      // Descriptions say whether they are markup; those that do not say so may be.
      markup = attribute("html").toLowerCase() !== "false";
      if (local === "link" && path.length === 1) waypoint.texts.set("url", attribute("href"));
    }
    text = "";
  };
  parser.ontext = parser.oncdata = (piece: string) => {
    if (!waypoint) return;
    waypoint.characters += piece.length;
    if (waypoint.characters > WAYPOINT_CHARACTERS) stop("a waypoint that is too long");
    if (text.length < TEXT_CHARACTERS) text += piece;
  };
  parser.onclosetag = (name: string) => {
    if (!waypoint) return;
    const local = name.slice(name.indexOf(":") + 1);
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
  };

  const decoder = new GpxText();
  for await (const chunk of bytes) {
    parser.write(decoder.decode(chunk));
    yield* ready.splice(0);
  }
  parser.write(decoder.decode());
  parser.close();
  yield* ready;
}

interface Waypoint {
  lat: number;
  lon: number;
  texts: Map<string, string>;
  available: boolean;
  characters: number;
}

/** UTF-8, or UTF-16 with a byte order mark, as some desktop programs write. */
class GpxText {
  #decoder?: TextDecoder;

  decode(chunk?: Uint8Array): string {
    if (!chunk) return this.#decoder?.decode() ?? "";
    this.#decoder ??= new TextDecoder(
      chunk[0] === 0xff && chunk[1] === 0xfe
        ? "utf-16le"
        : chunk[0] === 0xfe && chunk[1] === 0xff
        ? "utf-16be"
        : "utf-8",
    );
    return this.#decoder.decode(chunk, { stream: true });
  }
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

function rowOf(row: number, { lat, lon, texts, available }: Waypoint, source: ImportSource): ImportedRow {
  const cache = (field: string, other = field) =>
    texts.get(`cache/${field}`) ?? texts.get(`geocache/${other}`) ?? "";
  const externalId = oneLine(texts.get("name") ?? "", 32).toUpperCase();
  if (!externalId) return { skipped: { row, reason: "no name" } };
  if (!isPlace(lat, lon)) return { skipped: { row, reason: `${externalId}: no place` } };
  const type = texts.get("type") ?? "";
  // Extra waypoints of a cache (parking, stages) are no places of their own.
  if (/^waypoint\b/i.test(type)) return { skipped: { row, reason: `${externalId}: a waypoint of a cache` } };
  if (!available) return { skipped: { row, reason: `${externalId}: not available` } };
  const short = cache("short_description", "summary"), long = cache("long_description", "description");
  const description = manyLines([short, long].filter(Boolean).join("\n\n"), 4000);
  const hint = manyLines(cache("encoded_hints", "hints"), 500);
  const owner = oneLine(cache("owner") || cache("placed_by"), 64);
  const url = texts.get("url") ?? source.link?.replace("{}", encodeURI(externalId));
  const size = matchOf(SIZES, cache("container"));
  const difficulty = rating(cache("difficulty")), terrain = rating(cache("terrain"));
  return {
    place: {
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
