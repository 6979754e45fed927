/** Checking a map archive from end to end, before it takes the place of another: header, every directory, a tile of each zoom. */
import { gunzipSync } from "node:zlib";
import { cut } from "../../base/mod.ts";
import { textOfBytes } from "../../foreign/mod.ts";
import { type Header, HEADER_BYTES, headerOf, type Packing, type Section, Unsound } from "./header.ts";

/** Most bytes of a directory, and of what is said of the archive, once unpacked. */
const DIRECTORY_BYTES = 16 << 20, ABOUT_BYTES = 4 << 20;
/** Largest tile that is looked at, in bytes. */
const TILE_BYTES = 32 << 20;
/** Levels of directories: a root, leaves, and leaves of leaves. */
const LEVELS = 3;

/** What an archive says of itself. */
export interface MapFacts {
  bytes: number;
  kind: Header["kind"];
  minZoom: number;
  maxZoom: number;
  box: Header["box"];
  /** Tiles that it has. */
  tiles: number;
  name: string | null;
  attribution: string | null;
  /** Names of the layers of its vector tiles. */
  layers: string[];
}

type Read = (section: Section) => Promise<Uint8Array>;

/** Checks the file at a path. Throws `Unsound`. */
export async function checkMap(path: string): Promise<MapFacts> {
  using file = await Deno.open(path);
  const { size } = await file.stat();
  const read: Read = async ({ at, bytes }) => {
    const into = new Uint8Array(bytes);
    await file.seek(at, Deno.SeekMode.Start);
    for (let got = 0; got < bytes;) {
      const more = await file.read(into.subarray(got));
      if (more === null) throw new Unsound("cut");
      got += more;
    }
    return into;
  };
  const head = await read({ at: 0, bytes: Math.min(size, HEADER_BYTES) });
  const header = headerOf(head, size);
  const { tiles, samples } = await entriesIn(header, read);
  for (const sample of samples) looksLike(header, await read(sample));
  const { kind, minZoom, maxZoom, box } = header;
  return { bytes: size, kind, minZoom, maxZoom, box, tiles, ...await aboutOf(header, read) };
}

function unpacked(bytes: Uint8Array, packing: Packing, most: number, why: "directory" | "about" | "tile") {
  if (packing === "none") return bytes;
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: most }));
  } catch {
    throw new Unsound(why);
  }
}

/** An entry of a directory: tiles from `id` on, or, with a run of 0, a leaf. */
interface Entry {
  id: number;
  run: number;
  bytes: number;
  at: number;
}

/** Reads a directory: ids as differences, runs, lengths, and places, of which 0 means "after the one before". */
export function directoryOf(bytes: Uint8Array): Entry[] {
  let at = 0;
  const next = (): number => {
    for (let value = 0, unit = 1;; unit *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || unit > Number.MAX_SAFE_INTEGER / 128) throw new Unsound("directory");
      value += byte % 128 * unit;
      if (byte < 128) return value;
    }
  };
  const count = next();
  // Each entry takes four bytes at least.
  if (count === 0 || count * 4 > bytes.length) throw new Unsound("directory");
  const entries: Entry[] = [];
  for (let i = 0, id = 0; i < count; i++) {
    const step = next();
    if (i > 0 && step === 0) throw new Unsound("directory");
    entries.push({ id: id += step, run: 0, bytes: 0, at: 0 });
  }
  for (const entry of entries) entry.run = next();
  for (const entry of entries) {
    entry.bytes = next();
    if (entry.bytes === 0) throw new Unsound("directory");
  }
  for (const [i, entry] of entries.entries()) {
    const place = next(), before = entries[i - 1];
    if (place === 0 && !before) throw new Unsound("directory");
    entry.at = place === 0 ? before!.at + before!.bytes : place - 1;
  }
  if (at !== bytes.length) throw new Unsound("directory");
  return entries;
}

/** The first id of each zoom: zoom 0 has one tile, zoom 1 four, and so on. */
const firstOf = (zoom: number): number => (4 ** zoom - 1) / 3;
const zoomOf = (id: number): number => Math.floor(Math.log2(3 * id + 1) / 2 + 1e-12);

/** Goes through every directory. Gives how many tiles there are, and where one of each zoom lies. */
async function entriesIn(header: Header, read: Read): Promise<{ tiles: number; samples: Section[] }> {
  const samples = new Map<number, Section>();
  // Each leaf is read once: what is said twice, or in a circle, is more than the section has.
  let tiles = 0, last = -1, leafBytes = 0;
  const walk = async (section: Section, level: number): Promise<void> => {
    if (section.bytes > DIRECTORY_BYTES) throw new Unsound("directory");
    const entries = directoryOf(unpacked(await read(section), header.inside, DIRECTORY_BYTES, "directory"));
    for (const { id, run, bytes, at } of entries) {
      const within = run === 0 ? header.leaves : header.tiles;
      if (at + bytes > within.bytes) throw new Unsound("directory");
      const place = { at: within.at + at, bytes };
      if (run === 0) {
        leafBytes += bytes;
        if (level === LEVELS || leafBytes > header.leaves.bytes) throw new Unsound("directory");
        await walk(place, level + 1);
        continue;
      }
      const zoom = zoomOf(id);
      if (id <= last || zoom < header.minZoom || id + run > firstOf(header.maxZoom + 1)) {
        throw new Unsound("directory");
      }
      last = id + run - 1;
      tiles += run;
      if (!samples.has(zoom) && bytes <= TILE_BYTES) samples.set(zoom, place);
    }
  };
  await walk(header.root, 1);
  return { tiles, samples: [...samples.values()] };
}

const BEGINS: Readonly<Record<Exclude<Header["kind"], "mvt">, RegExp>> = {
  png: /^\x89PNG/,
  jpeg: /^\xff\xd8\xff/,
  webp: /^RIFF....WEBP/s,
  avif: /^....ftypavi/s,
};

/** Whether a tile is what the header says. A vector tile is protobuf whose fields are layers. */
function looksLike({ kind, packed }: Header, bytes: Uint8Array): void {
  const tile = unpacked(bytes, packed, TILE_BYTES, "tile");
  if (kind !== "mvt") {
    // One character a byte: what a decoder calls Latin 1 is windows-1252, in which the first byte of a PNG is another.
    if (!BEGINS[kind].test(String.fromCharCode(...tile.subarray(0, 16)))) throw new Unsound("tile");
    return;
  }
  // An empty tile is allowed: nothing is there. Else it begins with a layer: field 3, with a length.
  if (tile.length > 0 && tile[0] !== 0x1a) throw new Unsound("tile");
}

/** Longest text that is shown, in characters. */
const LONGEST = 300;
const shown = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== ""
    ? cut(value.replace(/<[^<>]{0,300}>/g, "").trim(), LONGEST) || null
    : null;

async function aboutOf(
  header: Header,
  read: Read,
): Promise<Pick<MapFacts, "name" | "attribution" | "layers">> {
  if (header.about.bytes > ABOUT_BYTES) throw new Unsound("about");
  const bytes = unpacked(await read(header.about), header.inside, ABOUT_BYTES, "about");
  let about: Record<string, unknown>;
  try {
    about = bytes.length === 0 ? {} : JSON.parse(textOfBytes(bytes).text);
  } catch {
    throw new Unsound("about");
  }
  if (typeof about !== "object" || about === null) throw new Unsound("about");
  const layers = Array.isArray(about.vector_layers) ? about.vector_layers : [];
  return {
    name: shown(about.name),
    attribution: shown(about.attribution),
    layers: layers.map((one) => shown((one as { id?: unknown } | null)?.id)).filter((one) => one !== null)
      .slice(0, 50),
  };
}
