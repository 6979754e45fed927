/**
 * The header of a map archive, as PMTiles version 3 has it
 * (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Pure.
 */

/** What is wrong with an archive, as the page of administration has words for it. */
export type Why =
  | "no_pmtiles"
  | "version"
  | "cut"
  | "sections"
  | "packing"
  | "kind"
  | "zooms"
  | "box"
  | "directory"
  | "about"
  | "tile";

/** An archive that cannot be drawn. */
export class Unsound extends Error {
  constructor(readonly why: Why) {
    super(why);
  }
}

export const HEADER_BYTES = 127;
/** The root directory lies within the first so many bytes: readers fetch them in one go. */
const FIRST_BYTES = 16_384;
/** Deepest zoom that anybody draws. */
const DEEPEST = 22;

export const KINDS = ["mvt", "png", "jpeg", "webp", "avif"] as const;
/** How something is packed: readers in browsers know these two. */
export type Packing = "none" | "gzip";
const PACKINGS: Readonly<Record<number, Packing>> = { 1: "none", 2: "gzip" };

/** A part of the file. */
export interface Section {
  at: number;
  bytes: number;
}

export interface Header {
  root: Section;
  about: Section;
  leaves: Section;
  tiles: Section;
  /** How many tiles it says that it has; 0 where it does not say. */
  count: number;
  /** How directories and what is said of it are packed, and how tiles are. */
  inside: Packing;
  packed: Packing;
  kind: typeof KINDS[number];
  minZoom: number;
  maxZoom: number;
  /** South, west, north and east, in degrees. */
  box: [number, number, number, number];
}

/** Reads the header of a file of so many bytes. Throws `Unsound`. */
export function headerOf(head: Uint8Array, size: number): Header {
  if (String.fromCharCode(...head.subarray(0, 7)) !== "PMTiles") throw new Unsound("no_pmtiles");
  if (head[7] !== 3) throw new Unsound("version");
  if (head.length < HEADER_BYTES) throw new Unsound("cut");
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const whole = (at: number) => Number(view.getBigUint64(at, true));
  const degrees = (at: number) => view.getInt32(at, true) / 1e7;
  const section = (at: number): Section => ({ at: whole(at), bytes: whole(at + 8) });
  const [root, about, leaves, tiles] = [section(8), section(24), section(40), section(56)];
  for (const { at, bytes } of [root, about, leaves, tiles]) {
    if (bytes > 0 && at < HEADER_BYTES) throw new Unsound("sections");
    if (at + bytes > size) throw new Unsound("cut");
  }
  if (root.bytes === 0 || tiles.bytes === 0 || root.at + root.bytes > FIRST_BYTES) {
    throw new Unsound("sections");
  }
  const inside = PACKINGS[head[97]!], packed = PACKINGS[head[98]!];
  if (!inside || !packed) throw new Unsound("packing");
  const kind = KINDS[head[99]! - 1], [minZoom, maxZoom] = [head[100]!, head[101]!];
  if (!kind) throw new Unsound("kind");
  if (minZoom > maxZoom || maxZoom > DEEPEST) throw new Unsound("zooms");
  const [west, south, east, north] = [degrees(102), degrees(106), degrees(110), degrees(114)];
  if (south >= north || west >= east || south < -90 || north > 90 || west < -180 || east > 180) {
    throw new Unsound("box");
  }
  const count = whole(72);
  return {
    root,
    about,
    leaves,
    tiles,
    count,
    inside,
    packed,
    kind,
    minZoom,
    maxZoom,
    box: [south, west, north, east],
  };
}
