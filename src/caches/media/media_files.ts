/**
 * Uploaded bytes on disk, by their SHA-256: equal files lie there once. A file is written whole and synced before its
 * row is committed, and goes when the last row that needs it is gone.
 */
import { mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { unlinkSync } from "node:fs";
import { newToken, sha256Hex, type World } from "../../base/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import { mediaRows } from "../tables/media_store.ts";

/** A file that no row needs is kept this long: an upload may be between disk and row. */
const ORPHAN_S = 3600;

/** Whether it is a SHA-256 in hex. A row of a database that came from elsewhere may hold anything. */
const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

class MediaFiles {
  /** Uploads between disk and row, by hash: their files stay even while no row names them. */
  readonly #held = new Map<string, number>();

  /** `uses`: how many rows need the bytes of a hash. */
  constructor(readonly folder: string, readonly world: World, readonly uses: (hash: string) => number) {}

  /** Where the bytes of a hash lie. Throws `media_not_found` for what is no hash: it never becomes a part of a path. */
  path(hash: string): string {
    if (!isHash(hash)) throw gameFailure.media_not_found();
    return `${this.folder}/${hash.slice(0, 2)}/${hash}`;
  }

  /** Writes the bytes and holds them until `release`. Gives their hash. */
  async keep(bytes: Uint8Array): Promise<string> {
    const hash = sha256Hex(bytes);
    this.#held.set(hash, (this.#held.get(hash) ?? 0) + 1);
    try {
      const path = this.path(hash);
      const there = await stat(path).catch(() => undefined);
      if (there?.size !== bytes.length) {
        await mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
        await this.#write(path, bytes);
      }
      return hash;
    } catch (error) {
      this.#letGo(hash);
      throw error;
    }
  }

  /** The file, whole and on the disk; if writing fails nothing stays, least of all on a full disk. */
  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const part = `${path}.${newToken(this.world, 6)}.part`;
    const file = await open(part, "wx");
    try {
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, path);
    } catch (error) {
      await unlink(part).catch(() => {});
      throw error;
    }
  }

  #letGo(hash: string): void {
    const held = this.#held.get(hash)! - 1;
    if (held > 0) this.#held.set(hash, held);
    else this.#held.delete(hash);
  }

  /** Ends an upload: its row was written, or there is none. Deletes the file if nothing needs it. */
  release(hash: string): void {
    this.#letGo(hash);
    this.drop(hash);
  }

  /** Deletes the file of a hash that no row and no upload needs. */
  drop(hash: string): void {
    if (!isHash(hash) || this.#held.has(hash) || this.uses(hash) > 0) return;
    try {
      // Synchronous after the check whether it is used, so that nothing can happen in between.
      unlinkSync(this.path(hash));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }

  /** Removes what a crash left behind: half-written files, and files that no row needs. Gives how many. */
  async sweep(): Promise<number> {
    let swept = 0;
    for (const shelf of await readdir(this.folder).catch(() => [] as string[])) {
      for (const name of await readdir(`${this.folder}/${shelf}`)) {
        const path = `${this.folder}/${shelf}/${name}`;
        const { mtimeMs } = await stat(path);
        if (mtimeMs > this.world.nowMs() - ORPHAN_S * 1000) continue;
        const hash = name.slice(0, 64);
        if (name === hash && (this.#held.has(hash) || this.uses(hash) > 0)) continue;
        await unlink(path);
        swept++;
      }
    }
    return swept;
  }
}

/** The files of the game, in DATA_DIR/media. */
export const filesOf = perGame((game: Game) =>
  new MediaFiles(`${game.dataDir}/media`, game.world, (hash) => mediaRows(game).uses({ hash })!.n)
);
