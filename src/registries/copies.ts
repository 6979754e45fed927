/**
 * Copies of registries' files on the disk: kept an hour, served stale while the host fails, bounded in bytes (API
 * "Live and misc"). There is no table of them: a file's name is a digest of its address, and its time is when it
 * was fetched.
 */
import { join } from "node:path";
import {
  type FetchAsk,
  type Fetched,
  FetchRefused,
  isRecent,
  sha256Hex,
  utf8,
  type World,
} from "../base/mod.ts";

/** How long a copy is served without asking again, in seconds. */
const KEPT_S = 3600;
/** How long a host that failed is not asked again, in seconds. */
const PAUSE_S = 60;
/** Most bytes of all copies together. */
const FOLDER_BYTES_MOST = 64 << 20;
/** Hosts that failed lately, at most; far more than a few registries have. */
const PAUSES_MOST = 1000;
const TIMEOUT_MS = 15_000;

/** A fetch that never reaches private addresses (`FetchGuard.request`). */
export type GuardedFetch = (ask: FetchAsk) => Promise<Fetched>;

export interface Copy {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the host fails, and this copy is older than it should be. */
  stale: boolean;
}

export class Copies {
  readonly #pauses = new Map<string, number>();
  readonly #underWay = new Map<string, Promise<Copy | undefined>>();

  constructor(
    /** Folder of the copies; made when the first is kept. */
    readonly folder: string,
    readonly fetch: GuardedFetch,
    readonly world: World,
  ) {}

  /** Fetches a file now and keeps nothing. `undefined` when its host gives none of at most so many bytes. */
  async ask(url: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      const answer = await this.fetch({
        url,
        maxBytes,
        timeoutMs: TIMEOUT_MS,
        httpsOnly: true,
      });
      return answer.status === 200 ? answer.bytes : undefined;
    } catch (error) {
      if (error instanceof FetchRefused) return undefined;
      throw error;
    }
  }

  /** A file: its copy while that is fresh, else fetched anew, else a stale copy; `undefined` when there is none. `spend` runs before a fetch and may refuse it. */
  async get(url: string, most: number, spend: () => void): Promise<Copy | undefined> {
    const kept = this.#read(url);
    const now = this.world.now();
    // A copy from the future was kept under a wrong clock: it counts as old.
    if (kept && isRecent(kept.at, now, KEPT_S)) return { bytes: kept.bytes, stale: false };
    const stale = kept ? { bytes: kept.bytes, stale: true } : undefined;
    const pausedUntil = this.#pauses.get(url) ?? 0;
    if (now < pausedUntil && pausedUntil - now <= PAUSE_S) return stale;
    const running = this.#underWay.get(url);
    if (running) return await running;
    spend();
    const work = this.ask(url, most).then((bytes) => {
      if (bytes === undefined) {
        if (this.#pauses.size >= PAUSES_MOST) this.#pauses.clear();
        this.#pauses.set(url, now + PAUSE_S);
        return stale;
      }
      this.#pauses.delete(url);
      this.#keep(url, bytes);
      return { bytes, stale: false };
    }).finally(() => this.#underWay.delete(url));
    this.#underWay.set(url, work);
    return await work;
  }

  /** Whether its host gave no file when it was asked last. */
  failed = (url: string): boolean => this.#pauses.has(url);

  /** The copy of a file, however old; nothing is fetched. */
  kept = (url: string): Uint8Array<ArrayBuffer> | undefined => this.#read(url)?.bytes;

  #path = (url: string): string => join(this.folder, sha256Hex(utf8(url)));

  #read(url: string): { bytes: Uint8Array<ArrayBuffer>; at: number } | undefined {
    try {
      const path = this.#path(url);
      const at = Math.floor((Deno.statSync(path).mtime?.getTime() ?? 0) / 1000);
      return { bytes: Deno.readFileSync(path), at };
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  /** Keeps a copy; a full disk is no reason to refuse the file. */
  #keep(url: string, bytes: Uint8Array): void {
    const path = this.#path(url);
    const partial = `${path}.new`;
    try {
      Deno.mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      this.#makeRoom(bytes.length);
      Deno.writeFileSync(partial, bytes, { mode: 0o600 });
      Deno.utimeSync(partial, this.world.now(), this.world.now());
      Deno.renameSync(partial, path);
    } catch (error) {
      this.world.log.warn("a tool registry's file was not kept: {error}", { error });
      try {
        Deno.removeSync(partial);
      } catch {
        // It never came about.
      }
    }
  }

  /** Drops the oldest copies until `bytes` more fit. */
  #makeRoom(bytes: number): void {
    const files = [...Deno.readDirSync(this.folder)].map(({ name }) => {
      const path = join(this.folder, name);
      const { size, mtime } = Deno.statSync(path);
      return { path, size, at: mtime?.getTime() ?? 0 };
    }).sort((a, b) => a.at - b.at);
    let total = files.reduce((sum, { size }) => sum + size, bytes);
    for (const { path, size } of files) {
      if (total <= FOLDER_BYTES_MOST) return;
      Deno.removeSync(path);
      total -= size;
    }
  }
}
