/** The regional PMTiles archive, byte range by byte range. API "Caches, logs, media": one range, at most 16 MiB. */
import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import type { Incoming } from "../http/mod.ts";
import { OFFLINE_TILES_ATTRIBUTION, OFFLINE_TILES_MAXZOOM, OFFLINE_TILES_URL } from "../settings/mod.ts";
import { gameFailure } from "./failures.ts";
import type { Game } from "./game.ts";
import { type ByteRange, readBytes, readRange } from "./ranges.ts";

/** Most bytes of one range. */
export const RANGE_BYTES = 16 * 1024 * 1024;
const OWN_PATH = "/tiles/offline.pmtiles";

/** Ranges up to this are read in one turn: a tile has 10 to 50 kB, and waiting for a worker would cost more. */
const SMALL = 64 * 1024;

/** The archive, kept open between ranges; opened anew when another file has taken its place. */
export class Archive {
  #open?: { fd: number; stats: Stats };

  constructor(readonly path: string) {}

  /** What is there now; `undefined` when there is none. */
  stats(): Stats | undefined {
    const now = statSync(this.path, { throwIfNoEntry: false });
    if (this.#open && now?.ino === this.#open.stats.ino && now.mtimeMs === this.#open.stats.mtimeMs) {
      return now;
    }
    this.close();
    if (!now?.isFile()) return undefined;
    const fd = openSync(this.path, "r");
    this.#open = { fd, stats: fstatSync(fd) };
    return this.#open.stats;
  }

  /** Bytes of a range within the size that `stats` gave in this same turn. */
  async read(range: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
    if (range.to - range.from >= SMALL) return await readBytes(this.path, range);
    const bytes = new Uint8Array(range.to - range.from + 1);
    for (let at = 0; at < bytes.length;) {
      const read = readSync(this.#open!.fd, bytes, at, bytes.length - at, range.from + at);
      if (read === 0) throw new Error(`${this.path} ends before byte ${range.to}`);
      at += read;
    }
    return bytes;
  }

  close(): void {
    if (this.#open) closeSync(this.#open.fd);
    this.#open = undefined;
  }
}

/** Where an app gets its offline map. */
export function tilesInfo(game: Game) {
  return {
    url: game.settings.get(OFFLINE_TILES_URL) ?? (game.archive.stats() ? OWN_PATH : null),
    attribution: game.settings.get(OFFLINE_TILES_ATTRIBUTION),
    maxZoom: game.settings.get(OFFLINE_TILES_MAXZOOM),
  };
}

/** Answers GET and HEAD. Without a Range, 416 with the size; 404 without an archive. */
export async function serveTiles(game: Game, incoming: Incoming): Promise<Response> {
  const archive = game.archive.stats();
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
  const bytes = incoming.method === "HEAD" ? null : await game.archive.read(range);
  return new Response(bytes, {
    status: 206,
    headers: {
      ...headers,
      "content-range": `bytes ${range.from}-${range.to}/${size}`,
      "content-length": String(range.to - range.from + 1),
    },
  });
}
