/** Small map archives (PMTiles, version 3) for tests: every tile down to a zoom, each with a content of its own. */
import { zxyToTileId } from "pmtiles";

/** What a tile of such an archive holds. */
export const tileText = (zoom: number, x: number, y: number): string => `tile ${zoom}/${x}/${y} `.repeat(4);

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return [...bytes, value];
}

interface Entry {
  id: number;
  run: number;
  length: number;
  offset: number;
}

/** A directory, uncompressed: ids as differences, runs, lengths, offsets. */
const directory = (entries: readonly Entry[]): number[] => [
  ...varint(entries.length),
  ...entries.flatMap(({ id }, i) => varint(id - (entries[i - 1]?.id ?? 0))),
  ...entries.flatMap(({ run }) => varint(run)),
  ...entries.flatMap(({ length }) => varint(length)),
  ...entries.flatMap(({ offset }) => varint(offset + 1)),
];

/** A vector tile (Mapbox Vector Tile 2.1): one water area all over it, and one place with a name in its middle. */
export function vectorTile(name: string): Uint8Array {
  const bytes = (
    field: number,
    content: readonly number[],
  ) => [...varint(field * 8 + 2), ...varint(content.length), ...content];
  const text = (field: number, content: string) => bytes(field, [...new TextEncoder().encode(content)]);
  const whole = (field: number, value: number) => [...varint(field * 8), ...varint(value)];
  const signed = (value: number) => value < 0 ? -2 * value - 1 : 2 * value;
  const side = 4096;
  const layer = (called: string, feature: number[], more: number[] = []) =>
    bytes(3, [...text(1, called), ...bytes(2, feature), ...more, ...whole(5, side), ...whole(15, 2)]);
  const path = (...numbers: number[]) => bytes(4, numbers.flatMap(varint));
  return new Uint8Array([
    ...layer("water", [
      ...whole(3, 3),
      ...path(9, 0, 0, 26, signed(side), 0, 0, signed(side), signed(-side), 0, 15),
    ]),
    ...layer(
      "places",
      [...bytes(2, [0, 0]), ...whole(3, 1), ...path(9, signed(side / 2), signed(side / 2))],
      [
        ...text(3, "name"),
        ...bytes(4, text(1, name)),
      ],
    ),
  ]);
}

/** An archive of the whole world down to `deepest`; `perLeaf` entries stand in each leaf of its directory. */
export function archiveOf(
  deepest: number,
  perLeaf = 500,
  { tile, says = `{"name":"test"}` }: { tile?: Uint8Array; says?: string } = {},
): Uint8Array<ArrayBuffer> {
  const tiles: Entry[] = [], data: number[] = [];
  for (let zoom = 0; zoom <= deepest; zoom++) {
    for (let x = 0; x < 2 ** zoom; x++) {
      for (let y = 0; y < 2 ** zoom; y++) {
        const content = tile ?? new TextEncoder().encode(tileText(zoom, x, y));
        tiles.push({ id: zxyToTileId(zoom, x, y), run: 1, length: content.length, offset: data.length });
        for (const byte of content) data.push(byte);
      }
    }
  }
  tiles.sort((a, b) => a.id - b.id);
  const leaves: number[] = [], root: Entry[] = [];
  for (let at = 0; at < tiles.length; at += perLeaf) {
    const leaf = directory(tiles.slice(at, at + perLeaf));
    root.push({ id: tiles[at]!.id, run: 0, length: leaf.length, offset: leaves.length });
    leaves.push(...leaf);
  }
  const head = directory(root), about = [...new TextEncoder().encode(says)];
  const archive = new Uint8Array(127 + head.length + about.length + leaves.length + data.length);
  const view = new DataView(archive.buffer);
  archive.set(new TextEncoder().encode("PMTiles"));
  view.setUint8(7, 3);
  const parts = [head, about, leaves, data];
  for (let i = 0, from = 127; i < parts.length; from += parts[i++]!.length) {
    view.setBigUint64(8 + 16 * i, BigInt(from), true);
    view.setBigUint64(16 + 16 * i, BigInt(parts[i]!.length), true);
    archive.set(parts[i]!, from);
  }
  for (let i = 0; i < 3; i++) view.setBigUint64(72 + 8 * i, BigInt(tiles.length), true);
  // Not clustered; nothing compressed; vector tiles.
  view.setUint8(97, 1);
  view.setUint8(98, 1);
  view.setUint8(99, 1);
  view.setUint8(101, deepest);
  for (const [at, degrees] of [[102, -180], [106, -85], [110, 180], [114, 85]] as const) {
    view.setInt32(at, degrees * 1e7, true);
  }
  return archive;
}
