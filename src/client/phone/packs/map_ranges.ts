/** Which bytes of the map archive a square needs: directories, and tiles down to the zoom at which they become too many. */
import { findTile, ResolvedValueCache, type Source, zxyToTileId } from "pmtiles";
import { mercator } from "../../ui/places/mercator.ts";
import type { Box } from "../../ui/places/squares.ts";

/** First and last byte, both included. */
export type Range = readonly [from: number, to: number];

/** A pack has at most so many tiles: about 20 MB. */
const MOST_TILES = 1500;
/** Two ranges are joined where fewer bytes than the first lie between; a request is for at most as many as the second. */
const GAP = 16_384, MOST_BYTES = 1_000_000;

/** Columns and rows of tiles at a zoom. */
function cells({ west, east, south, north }: Box, zoom: number) {
  const side = 2 ** zoom;
  const column = (lon: number) => Math.max(0, Math.min(side - 1, Math.floor((lon + 180) / 360 * side)));
  const row = (lat: number) =>
    Math.max(0, Math.min(side - 1, Math.floor((1 - mercator(lat) / 180) / 2 * side)));
  return { left: column(west), right: column(east), top: row(north), bottom: row(south) };
}

/** The tiles of a box, from the whole world down to the last zoom at which they are not too many. */
export function tilesOf(box: Box, deepest: number): [zoom: number, x: number, y: number][] {
  const tiles: [number, number, number][] = [];
  for (let zoom = 0; zoom <= deepest; zoom++) {
    const { left, right, top, bottom } = cells(box, zoom);
    if (tiles.length + (right - left + 1) * (bottom - top + 1) > MOST_TILES) break;
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) tiles.push([zoom, x, y]);
  }
  return tiles;
}

/** Sorted ranges, joined where they touch or almost touch. */
export function joined(ranges: readonly Range[]): Range[] {
  const all: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = all.at(-1);
    const near = last && from <= last[1] + 1 + GAP;
    if (near && (to <= last[1] || to - last[0] < MOST_BYTES)) last[1] = Math.max(last[1], to);
    else if (!last || to > last[1]) all.push([last ? Math.max(from, last[1] + 1) : from, to]);
  }
  return all;
}

/** The ranges of an archive that a box needs, including what was read to find them. */
export async function rangesOf(archive: Source, box: Box): Promise<Range[]> {
  const read: Range[] = [];
  const source: Source = {
    getKey: () => archive.getKey(),
    getBytes(offset, length, ...rest) {
      read.push([offset, offset + length - 1]);
      return archive.getBytes(offset, length, ...rest);
    },
  };
  const cache = new ResolvedValueCache();
  const header = await cache.getHeader(source);
  for (const [zoom, x, y] of tilesOf(box, header.maxZoom)) {
    if (zoom < header.minZoom) continue;
    const tile = zxyToTileId(zoom, x, y);
    let at = [header.rootDirectoryOffset, header.rootDirectoryLength] as const;
    // An archive has at most three levels of directories.
    for (let depth = 0; depth < 4; depth++) {
      const found = findTile(await cache.getDirectory(source, ...at, header), tile);
      if (!found) break;
      if (found.runLength > 0) {
        const from = header.tileDataOffset + found.offset;
        read.push([from, from + found.length - 1]);
        break;
      }
      at = [header.leafDirectoryOffset + found.offset, found.length];
    }
  }
  const end = Math.max(
    header.tileDataOffset + (header.tileDataLength ?? 0),
    header.jsonMetadataOffset + header.jsonMetadataLength,
  );
  const about: Range = [header.jsonMetadataOffset, header.jsonMetadataOffset + header.jsonMetadataLength - 1];
  return joined(
    [...read, about].flatMap(([from, to]) => from < end ? [[from, Math.min(to, end - 1)] as const] : []),
  );
}
