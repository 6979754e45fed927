/** The regional PMTiles archive, byte range by byte range. API "Caches, logs, media": one range, at most 16 MiB. */
import { statSync } from "node:fs";
import type { World } from "../../base/mod.ts";
import { type ByteRange, fileAnswer, type Incoming } from "../../http/mod.ts";
import { OFFLINE_TILES_ATTRIBUTION, OFFLINE_TILES_MAXZOOM, OFFLINE_TILES_URL } from "../../settings/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import { streamBytes } from "../media/ranges.ts";

/** Most bytes of one range. */
const RANGE_BYTES = 16 * 1024 * 1024;
const OWN_PATH = "/tiles/offline.pmtiles";

/** Ranges of up to so many bytes are read at once: a tile has 10 to 50 kB, and waiting for a worker would cost more. */
const SMALL = 64 * 1024;

/** For so many milliseconds the file is taken to be the same without looking. */
const SAME_MS = 1000;

interface OpenArchive {
  file: Deno.FsFile;
  ino: number | null;
  size: number;
  mtimeMs: number;
  version: { tag: string; modifiedAt?: number };
  /** Where small ranges are read into. */
  room: Uint8Array<ArrayBuffer>;
}

/** The archive, kept open between ranges; opened anew when another file has taken its place. */
class Archive {
  #open?: OpenArchive;
  #lookedAt = -Infinity;

  constructor(readonly path: string, readonly world: World) {}

  /** The archive that is there now; `undefined` when there is none. */
  now(): OpenArchive | undefined {
    const at = this.world.elapsedMs();
    if (this.#open && at - this.#lookedAt < SAME_MS) return this.#open;
    this.#lookedAt = at;
    const found = statSync(this.path, { throwIfNoEntry: false });
    if (this.#open && found?.ino === this.#open.ino && found?.mtimeMs === this.#open.mtimeMs) {
      return this.#open;
    }
    this.close();
    return found?.isFile() ? this.#open = this.#opened() : undefined;
  }

  #opened(): OpenArchive {
    const file = Deno.openSync(this.path);
    const { ino, size, mtime } = file.statSync();
    const mtimeMs = mtime?.getTime() ?? 0;
    const version = {
      tag: `${size.toString(36)}-${mtimeMs.toString(36)}`,
      ...(mtime && { modifiedAt: Math.floor(mtimeMs / 1000) }),
    };
    return { file, ino, size, mtimeMs, version, room: new Uint8Array(SMALL) };
  }

  /**
   * Bytes of a small range of what `now` gave in this same turn. They hold until the next are read: an answer that is made
   * of them at once has a copy of its own, and so every byte is copied once, not twice.
   */
  readSmall({ file, room }: OpenArchive, range: ByteRange): Uint8Array<ArrayBuffer> {
    const bytes = room.subarray(0, range.to - range.from + 1);
    file.seekSync(range.from, Deno.SeekMode.Start);
    for (let at = 0; at < bytes.length;) {
      const read = file.readSync(bytes.subarray(at));
      if (read === null) throw new Error(`${this.path} ends before byte ${range.to}`);
      at += read;
    }
    return bytes;
  }

  /** Closes the file, where it is open; the next read opens it again. */
  close(): void {
    this.#open?.file.close();
    this.#open = undefined;
  }
}

/** The archive of the game, DATA_DIR/tiles/offline.pmtiles. */
export const archiveOf = perGame((game: Game) =>
  new Archive(`${game.dataDir}/tiles/offline.pmtiles`, game.world)
);

/** Where an app gets its offline map. */
export function tilesInfo(game: Game) {
  return {
    url: game.settings.get(OFFLINE_TILES_URL) ?? (archiveOf(game).now() ? OWN_PATH : null),
    attribution: game.settings.get(OFFLINE_TILES_ATTRIBUTION),
    maxZoom: game.settings.get(OFFLINE_TILES_MAXZOOM),
  };
}

/** Answers GET and HEAD. Without a Range, 416 with the size; 404 without an archive. */
export async function serveTiles(game: Game, incoming: Incoming): Promise<Response> {
  const archive = archiveOf(game).now();
  if (!archive) throw gameFailure.no_tiles();
  const { size, version } = archive, isHead = incoming.method === "HEAD";
  const refuse = (headers: Record<string, string>): Response => {
    const body = JSON.stringify({
      error: "Ask for one range of at most 16 MiB",
      reason: "range_needed",
      size,
      limit: RANGE_BYTES,
    });
    return new Response(isHead ? null : body, {
      status: 416,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-range": headers["content-range"]!,
      },
    });
  };
  return await fileAnswer(incoming, {
    size,
    version,
    headers: { "content-type": "application/vnd.pmtiles" },
    most: RANGE_BYTES,
    // A larger range goes out as fast as it is read.
    read: (range) =>
      range.to - range.from < SMALL
        ? archiveOf(game).readSmall(archive, range)
        : streamBytes(archiveOf(game).path, range),
    outside: refuse,
    whole: ({ "content-range": range, ...headers }) =>
      isHead
        ? new Response(null, { headers: { ...headers, "content-length": String(size) } })
        : refuse({ "content-range": range! }),
  });
}
