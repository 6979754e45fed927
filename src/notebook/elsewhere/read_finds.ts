/**
 * Reads a person's own finds out of GPX: files of "my finds" as geocaching sites and GSAK make them, and what phones mark as
 * found. Waypoint by waypoint, so that a file of a hundred megabytes is never held.
 */
import { cut, folded, isPlace } from "../../base/mod.ts";
import { Overspent, Purse, readXml, TextOfBytes, UnreadableXml } from "../../foreign/mod.ts";

/** Bytes of GPX that are read at most, unpacked, in all files of one body. */
export const GPX_BYTES = 100_000_000;
/** Characters that are kept of a text, and that one waypoint may hold. */
const TEXT_CHARACTERS = 400, WAYPOINT_CHARACTERS = 4_000_000;
/** Characters of a title and of a type that stay. */
const TITLE_CHARACTERS = 120, TYPE_CHARACTERS = 60;

/** What is kept of a waypoint, by the names of elements within each other. */
const WANTED = new Set([
  ...["name", "sym", "type", "urlname", "desc"],
  ...["cache/type", "cache/name", "geocache/type", "geocache/name"],
]);

/** A file that cannot be read on. */
export class UnreadableFinds extends Error {}

export interface FoundElsewhere {
  code: string;
  title: string;
  type: string;
  /** Unix seconds; null where the file does not say. */
  foundAt: number | null;
  lat: number | null;
  lon: number | null;
}
/** What was read beside the finds. `odd`: letters that were not what the file says it is written in. */
export interface Counted {
  waypoints: number;
  odd: number;
}

/** What one body may cost. */
export const findsPurse = (): Purse => new Purse({ bytes: GPX_BYTES, out: GPX_BYTES });

/** What sites call a find, by letters alone. */
const FOUND = ["foundit", "attended", "webcamphototaken", "found"];
const letters = (text: string) => folded(text).replace(/[^a-z]/g, "");

interface Waypoint {
  lat: number;
  lon: number;
  texts: Record<string, string>;
  /** When the first log of the kind found was written, as text. */
  found: string | undefined;
  date: string;
  characters: number;
}

/** The finds of a GPX file. Throws `UnreadableFinds` where it is not well-formed or there is too much of something. */
export async function* readFinds(
  bytes: AsyncIterable<Uint8Array>,
  purse = findsPurse(),
  counted: Counted = { waypoints: 0, odd: 0 },
): AsyncGenerator<FoundElsewhere> {
  const ready: FoundElsewhere[] = [], encoding = new TextOfBytes({ xml: true });
  let waypoint: Waypoint | undefined, path: string[] = [], text = "", isOwn = false;
  const file = readXml(bytes, purse, {
    open(name, { lat, lon }) {
      if (name === "wpt") {
        waypoint = {
          // A place that is not known is an empty text, which would be a zero.
          ...{ lat: Number(lat || NaN), lon: Number(lon || NaN) },
          ...{ texts: {}, found: undefined, date: "", characters: 0 },
        };
        path = [];
      } else if (waypoint) path.push(name);
      text = "";
    },
    text(piece) {
      if (waypoint && (waypoint.characters += piece.length) > WAYPOINT_CHARACTERS) {
        throw new UnreadableFinds("a waypoint that is too long");
      }
      if (text.length < TEXT_CHARACTERS) text += piece;
    },
    close(name) {
      const said = cut(text.trim(), TEXT_CHARACTERS);
      text = "";
      if (!waypoint) {
        // The file says itself whose finds it holds.
        if (name === "name" && /my finds|meine funde/i.test(said)) isOwn = true;
        return;
      }
      if (name === "wpt") {
        counted.waypoints++;
        const find = findOf(waypoint, isOwn, purse);
        if (find) ready.push(find);
        waypoint = undefined;
        return;
      }
      const at = path.filter((one) => one !== "extensions").join("/");
      path.pop();
      if (/(^|\/)logs?\/log\/(date|time)$/.test(at)) waypoint.date = said;
      else if (/(^|\/)logs?\/log\/type$/.test(at) && FOUND.includes(letters(said))) {
        waypoint.found ??= waypoint.date;
      } else if (WANTED.has(at)) waypoint.texts[at] ??= said;
    },
  }, encoding);
  try {
    for await (const _ of file) yield* ready.splice(0);
  } catch (cause) {
    if (cause instanceof UnreadableXml || cause instanceof Overspent) {
      throw new UnreadableFinds(cause.message, { cause });
    }
    throw cause;
  }
  counted.odd += encoding.odd;
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** Milliseconds of a time as XML has it, in UTC where it names no zone; no number for a date whose day nobody can tell from its month. */
function timeOf(text: string): number {
  const [, day, clock = "00:00", zone = "Z"] = TIME.exec(text) ?? [];
  return day === undefined ? NaN : Date.parse(`${day}T${clock}${zone}`);
}

/** The find that a waypoint tells of: marked as found, or with a log of the kind found in a file of own finds. */
function findOf(
  { lat, lon, texts, found }: Waypoint,
  isOwn: boolean,
  purse: Purse,
): FoundElsewhere | undefined {
  const code = (texts.name ?? "").trim().toUpperCase();
  const isMarked = letters(texts.sym ?? "") === "geocachefound";
  if (!/^[A-Z0-9/-]{1,32}$/.test(code) || !(isMarked || (isOwn && found !== undefined))) return undefined;
  const at = isOwn || isMarked ? timeOf(found ?? "") : NaN;
  const type = texts["cache/type"] ?? texts["geocache/type"] ?? texts.type?.split("|").at(-1) ?? "";
  const title = texts["cache/name"] ?? texts["geocache/name"] ?? texts.urlname ?? texts.desc ?? code;
  const isPlaced = isPlace(lat, lon);
  return {
    code: purse.keep(code, 32),
    title: purse.keep(title, TITLE_CHARACTERS),
    type: purse.keep(type, TYPE_CHARACTERS),
    foundAt: Number.isNaN(at) || at < 0 ? null : Math.floor(at / 1000),
    lat: isPlaced ? lat : null,
    lon: isPlaced ? lon : null,
  };
}
