/**
 * Cuts a small map out of a larger archive (PMTiles): the tiles of a box, down to a zoom. The demonstration's map is made so:
 * `deno run --allow-read --allow-write tools/cut_map.ts liechtenstein-protomaps.pmtiles src/demo/data/map.txt 9.485,47.105,9.565,47.175`
 * Where the second name ends in `.txt`, the archive is written as base64, which a module can hold.
 */
import { gzipSync } from "node:zlib";
import { PMTiles, zxyToTileId } from "pmtiles";

/** West, south, east and north, in degrees. */
type Box = readonly [number, number, number, number];

interface Entry {
  id: number;
  offset: number;
  length: number;
}

/** Bytes of an archive's header. */
const HEADER = 127;
/** Columns of base64. */
const COLUMNS = 100;

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return [...bytes, value];
}

/** A directory: ids as differences, runs, lengths, offsets (PMTiles 3, 4.2). */
const directory = (entries: readonly Entry[]): Uint8Array =>
  new Uint8Array([
    ...varint(entries.length),
    ...entries.flatMap(({ id }, i) => varint(id - (entries[i - 1]?.id ?? 0))),
    ...entries.flatMap(() => varint(1)),
    ...entries.flatMap(({ length }) => varint(length)),
    ...entries.flatMap(({ offset }) => varint(offset + 1)),
  ]);

const columnOf = (lon: number, zoom: number) => Math.floor((lon + 180) / 360 * 2 ** zoom);
const rowOf = (lat: number, zoom: number) =>
  Math.floor((1 - Math.asinh(Math.tan(lat * Math.PI / 180)) / Math.PI) / 2 * 2 ** zoom);

/** The edges of what tiles of a box show, as far as the larger archive has it. */
function edgesOf([west, south, east, north]: Box, zoom: number, larger: Box): Box {
  const lon = (column: number) => column / 2 ** zoom * 360 - 180;
  const lat = (row: number) => Math.atan(Math.sinh(Math.PI * (1 - 2 * row / 2 ** zoom))) * 180 / Math.PI;
  return [
    Math.max(larger[0], lon(columnOf(west, zoom))),
    Math.max(larger[1], lat(rowOf(south, zoom) + 1)),
    Math.min(larger[2], lon(columnOf(east, zoom) + 1)),
    Math.min(larger[3], lat(rowOf(north, zoom))),
  ];
}

/** The archive of a box, as a file: `bytes` is that of the larger one, whose tiles it takes as they are. */
export async function cutMap(
  bytes: Uint8Array<ArrayBuffer>,
  box: Box,
  deepest = Infinity,
): Promise<Uint8Array> {
  const archive = new PMTiles({
    getKey: () => "larger",
    getBytes: (at, length) => Promise.resolve({ data: bytes.slice(at, at + length).buffer }),
  });
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader();
  const head = new Uint8Array(bytes.slice(0, HEADER)), view = new DataView(head.buffer);
  const tiles: { id: number; data: Uint8Array }[] = [], last = Math.min(maxZoom, deepest);
  const raw = rawTiles(archive, bytes);
  const [west, south, east, north] = box;
  for (let zoom = minZoom; zoom <= last; zoom++) {
    for (let x = columnOf(west, zoom); x <= columnOf(east, zoom); x++) {
      for (let y = rowOf(north, zoom); y <= rowOf(south, zoom); y++) {
        const data = await raw(zoom, x, y);
        if (data) tiles.push({ id: zxyToTileId(zoom, x, y), data });
      }
    }
  }
  tiles.sort((a, b) => a.id - b.id);
  let offset = 0;
  const entries = tiles.map(({ id, data }) => {
    const entry = { id, offset, length: data.length };
    offset += data.length;
    return entry;
  });
  const root = gzipSync(directory(entries));
  const about = gzipSync(new TextEncoder().encode(JSON.stringify(await archive.getMetadata())));
  const parts = [root, about, new Uint8Array(), ...tiles.map(({ data }) => data)];
  const sizes = [root.length, about.length, 0, offset];
  for (let i = 0, at = HEADER; i < sizes.length; at += sizes[i++]!) {
    view.setBigUint64(8 + 16 * i, BigInt(at), true);
    view.setBigUint64(16 + 16 * i, BigInt(sizes[i]!), true);
  }
  for (let i = 0; i < 3; i++) view.setBigUint64(72 + 8 * i, BigInt(tiles.length), true);
  head[96] = 1; // in the order of their ids
  head[97] = 2; // directories are gzip
  head[101] = last;
  const edges = edgesOf(box, last, [minLon, minLat, maxLon, maxLat]);
  edges.forEach((degrees, i) => view.setInt32(102 + 4 * i, Math.round(degrees * 1e7), true));
  head[118] = last;
  view.setInt32(119, Math.round((west + east) / 2 * 1e7), true);
  view.setInt32(123, Math.round((south + north) / 2 * 1e7), true);
  return new Uint8Array(await new Blob([head, ...parts].map((one) => new Uint8Array(one))).arrayBuffer());
}

/** Reads tiles as they lie in the file, still packed. */
function rawTiles(archive: PMTiles, bytes: Uint8Array) {
  return async (zoom: number, x: number, y: number): Promise<Uint8Array | undefined> => {
    const header = await archive.getHeader(), id = zxyToTileId(zoom, x, y);
    let at = header.rootDirectoryOffset, length = header.rootDirectoryLength;
    for (let depth = 0; depth < 4; depth++) {
      const list = await archive.cache.getDirectory(archive.source, at, length, header);
      const entry = list.findLast((one) => one.tileId <= id);
      if (!entry) return undefined;
      if (entry.runLength > 0) {
        if (id >= entry.tileId + entry.runLength) return undefined;
        return bytes.subarray(
          header.tileDataOffset + entry.offset,
          header.tileDataOffset + entry.offset + entry.length,
        );
      }
      at = header.leafDirectoryOffset + entry.offset;
      length = entry.length;
    }
    return undefined;
  };
}

if (import.meta.main) {
  const [from, to, box, deepest] = Deno.args;
  const edges = box?.split(",").map(Number) ?? [];
  if (!from || !to || edges.length !== 4 || edges.some(Number.isNaN)) {
    console.error("cut_map.ts LARGER.pmtiles SMALLER.pmtiles|.txt WEST,SOUTH,EAST,NORTH [ZOOM]");
    Deno.exit(2);
  }
  const cut = await cutMap(
    await Deno.readFile(from),
    edges as unknown as Box,
    deepest ? Number(deepest) : undefined,
  );
  if (to.endsWith(".txt")) {
    const letters = cut.toBase64().match(new RegExp(`.{1,${COLUMNS}}`, "g"))!;
    await Deno.writeTextFile(to, `${letters.join("\n")}\n`);
  } else await Deno.writeFile(to, cut);
  console.log(`${to}: ${cut.length} bytes`);
}
