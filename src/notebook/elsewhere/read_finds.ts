/**
 * Reads a person's own finds out of GPX: files of "my finds" as geocaching sites and GSAK make them, and what phones mark as
 * found. Waypoint by waypoint, so that a file of a hundred megabytes is never held.
 */
import { isPlace } from "../../base/mod.ts";

/** Bytes of GPX that are read at most, unpacked. */
export const GPX_BYTES = 100_000_000;
/** Characters that are kept of a text, and that one waypoint may hold. */
const TEXT_CHARACTERS = 400, WAYPOINT_CHARACTERS = 4_000_000;

/** Elements within each other, and attributes of one: nobody's finds have more, and what is open is held. */
const DEPTH_MOST = 50, ATTRIBUTES_MOST = 50;
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

/** What sites call a find, by letters alone. */
const FOUND = ["foundit", "attended", "webcamphototaken", "found"];
const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");

interface Waypoint {
  lat: number;
  lon: number;
  texts: Record<string, string>;
  /** When the first log of the kind found was written, as text. */
  found: string | undefined;
  date: string;
  characters: number;
}

/** The finds of a GPX file. Throws `UnreadableFinds` where it is not well-formed or too long. */
export async function* readFinds(bytes: ReadableStream<Uint8Array>): AsyncGenerator<FoundElsewhere> {
  const { default: sax } = await import("sax");
  const parser = sax.parser(true, { position: false }), ready: FoundElsewhere[] = [];
  let waypoint: Waypoint | undefined, path: string[] = [], text = "", isOwn = false;
  let depth = 0, attributesOfOne = 0;
  const stop = (why: string): never => {
    throw new UnreadableFinds(why);
  };
  parser.onerror = (error: Error) => stop(error.message.split("\n", 1)[0]!);
  parser.onattribute = () => {
    if (++attributesOfOne > ATTRIBUTES_MOST) stop("an element with too many attributes");
  };
  parser.onopentag = ({ name, attributes }: { name: string; attributes: Record<string, string> }) => {
    const local = name.slice(name.indexOf(":") + 1);
    attributesOfOne = 0;
    if (++depth > DEPTH_MOST) stop("elements too far within each other");
    if (local === "wpt") {
      const [lat, lon] = [Number(attributes.lat ?? NaN), Number(attributes.lon ?? NaN)];
      waypoint = { lat, lon, texts: {}, found: undefined, date: "", characters: 0 };
      path = [];
    } else if (waypoint) path.push(local);
    text = "";
  };
  parser.ontext = parser.oncdata = (piece: string) => {
    if (waypoint && (waypoint.characters += piece.length) > WAYPOINT_CHARACTERS) {
      stop("a waypoint that is too long");
    }
    if (text.length < TEXT_CHARACTERS) text += piece;
  };
  parser.onclosetag = (name: string) => {
    const local = name.slice(name.indexOf(":") + 1), said = text.trim().slice(0, TEXT_CHARACTERS);
    text = "";
    depth--;
    if (!waypoint) {
      // The file says itself whose finds it holds.
      if (local === "name" && /my finds|meine funde/i.test(said)) isOwn = true;
      return;
    }
    if (local === "wpt") {
      const find = findOf(waypoint, isOwn);
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
  };
  const decoder = new TextDecoder();
  let size = 0;
  try {
    for await (const piece of bytes) {
      if ((size += piece.length) > GPX_BYTES) stop("more than a hundred megabytes");
      parser.write(decoder.decode(piece, { stream: true }));
      yield* ready.splice(0);
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (cause) {
    if (cause instanceof TypeError) throw new UnreadableFinds("a file that is not whole", { cause });
    throw cause;
  }
  yield* ready;
}

/** The find that a waypoint tells of: marked as found, or with a log of the kind found in a file of own finds. */
function findOf({ lat, lon, texts, found }: Waypoint, isOwn: boolean): FoundElsewhere | undefined {
  const code = (texts.name ?? "").trim().toUpperCase();
  const isMarked = letters(texts.sym ?? "") === "geocachefound";
  if (!/^[A-Z0-9/-]{1,32}$/.test(code) || !(isMarked || (isOwn && found !== undefined))) return undefined;
  const at = isOwn || isMarked ? Date.parse(found ?? "") : NaN;
  const type = texts["cache/type"] ?? texts["geocache/type"] ?? texts.type?.split("|").at(-1) ?? "";
  const isPlaced = isPlace(lat, lon);
  return {
    code,
    title: texts["cache/name"] ?? texts["geocache/name"] ?? texts.urlname ?? texts.desc ?? code,
    type: type.slice(0, 60),
    foundAt: Number.isNaN(at) || at < 0 ? null : Math.floor(at / 1000),
    lat: isPlaced ? lat : null,
    lon: isPlaced ? lon : null,
  };
}
