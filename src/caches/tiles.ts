/** The regional PMTiles archive, byte range by byte range. API "Caches, logs, media": one range, at most 16 MiB. */
import { stat } from "node:fs/promises";
import type { Incoming } from "../http/mod.ts";
import { OFFLINE_TILES_ATTRIBUTION, OFFLINE_TILES_MAXZOOM, OFFLINE_TILES_URL } from "../settings/mod.ts";
import { gameFailure } from "./failures.ts";
import type { Game } from "./game.ts";
import { readBytes, readRange } from "./ranges.ts";

/** Most bytes of one range. */
export const RANGE_BYTES = 16 * 1024 * 1024;
const OWN_PATH = "/tiles/offline.pmtiles";

/** Where the archive lies: DATA_DIR/tiles/offline.pmtiles. */
export const archivePath = (game: Game): string => `${game.dataDir}/tiles/offline.pmtiles`;

const archiveOf = (game: Game) =>
  stat(archivePath(game)).then((it) => it.isFile() ? it : undefined, () => undefined);

/** Where an app gets its offline map. */
export async function tilesInfo(game: Game) {
  return {
    url: game.settings.get(OFFLINE_TILES_URL) ?? (await archiveOf(game) ? OWN_PATH : null),
    attribution: game.settings.get(OFFLINE_TILES_ATTRIBUTION),
    maxZoom: game.settings.get(OFFLINE_TILES_MAXZOOM),
  };
}

/** Answers GET and HEAD. Without a Range, 416 with the size; 404 without an archive. */
export async function serveTiles(game: Game, incoming: Incoming): Promise<Response> {
  const archive = await archiveOf(game);
  if (!archive) throw gameFailure.no_tiles();
  const size = archive.size;
  const headers = {
    "content-type": "application/vnd.pmtiles",
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=3600",
    etag: `"${size.toString(36)}-${Math.floor(archive.mtimeMs).toString(36)}"`,
    "last-modified": archive.mtime.toUTCString(),
  };
  if (incoming.method === "HEAD" && incoming.header("range") === undefined) {
    return new Response(null, { headers: { ...headers, "content-length": String(size) } });
  }
  const range = readRange(incoming.header("range"), size);
  if (!range || range.to - range.from + 1 > RANGE_BYTES) {
    const body = JSON.stringify({
      error: "Ask for one range of at most 16 MiB",
      reason: "range_needed",
      size,
      limit: RANGE_BYTES,
    });
    return new Response(incoming.method === "HEAD" ? null : body, {
      status: 416,
      headers: { "content-type": "application/json; charset=utf-8", "content-range": `bytes */${size}` },
    });
  }
  const bytes = incoming.method === "HEAD" ? null : await readBytes(archivePath(game), range);
  return new Response(bytes, {
    status: 206,
    headers: {
      ...headers,
      "content-range": `bytes ${range.from}-${range.to}/${size}`,
      "content-length": String(range.to - range.from + 1),
    },
  });
}
