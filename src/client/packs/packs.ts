/** The packs on this phone: taking one, keeping it fresh, and what the app reads from them where there is no signal. */
import { effect, signal } from "@preact/signals";
import type { CacheRow } from "../nearby/caches.ts";
import type { Gateway, Refused } from "../shell/ask.ts";
import type { Known } from "../shell/reader.ts";
import { grow, type Room } from "./grow.ts";
import { type Archive, readArchive } from "./archive.ts";
import {
  type Images,
  isStale,
  type Pack,
  type PackAnswer,
  type PackedCache,
  partsOf,
  sizeOf,
  soundBytes,
  totalOf,
} from "./pack.ts";
import { PackStorage } from "./pack_storage.ts";
import { wifi, wifiOnly } from "./wifi.ts";

/** What taking a square would bring, known before anything is kept. */
export interface Plan {
  grid: string;
  answer: PackAnswer;
  etag: string;
  bytes: number;
  /** Of each choice of photos. */
  images: Readonly<Record<Images, number>>;
  /** Bytes of the sounds of its stages. */
  sounds: number;
  /** The map of the square, where this gateway has one. */
  map: Archive | undefined;
}

export class Packs {
  /** By locator. */
  readonly list = signal<readonly Pack[]>([]);
  /** Locator of the pack that is being brought, and how many of its bytes are here. */
  readonly bringing = signal<{ grid: string; bytes: number } | undefined>(undefined);
  /** What went wrong with a pack: the gateway's refusal, or that the phone is full. */
  readonly trouble = signal<{ grid: string; refused: Refused | "full" } | undefined>(undefined);
  readonly storage: PackStorage;
  readonly #gateway: Gateway;
  readonly #plans = new Map<string, Plan>();
  #running: Promise<void> | undefined;
  #opened: Promise<void> | undefined;

  constructor(gateway: Gateway, storage = new PackStorage()) {
    this.storage = storage;
    this.#gateway = gateway;
  }

  /** Reads what is here. What was left half done goes on, and what is old is looked at, whenever the gateway answers. */
  open(): Promise<void> {
    return this.#opened ??= this.#reread().catch(() => {}).then(() => {
      // A browser that keeps nothing has no packs.
      effect(() => {
        if (this.#gateway.reached.value) void this.tend();
      });
    });
  }

  /** What a square would bring; kept in memory while one looks around. */
  async plan(grid: string): Promise<Plan | Refused> {
    const known = this.#plans.get(grid);
    if (known) return known;
    const answer = await this.#gateway.large<PackAnswer>(addressOf(grid));
    if (!answer.ok) return answer;
    const { caches } = answer.value;
    const plan: Plan = {
      grid,
      answer: answer.value,
      etag: answer.etag ?? "",
      bytes: answer.bytes ?? 0,
      images: { none: 0, thumbs: sizeOf(partsOf(caches, "thumbs")), all: sizeOf(partsOf(caches, "all")) },
      sounds: soundBytes(caches),
      map: await readArchive(this.#gateway, grid).catch(() => undefined),
    };
    this.#plans.set(grid, plan);
    return plan;
  }

  /** Keeps the caches of a plan, then brings its photos and its map. Settles when the caches are kept. Throws where the phone is full. */
  async take(
    { grid, answer, etag, bytes, map }: Plan,
    choice: { images: Images; sounds: boolean; map: boolean },
  ): Promise<void> {
    const { images, sounds } = choice, archive = choice.map ? map : undefined;
    const now = this.#gateway.now();
    const kept = archive && { archive: { etag: archive.etag, ranges: archive.ranges } };
    await this.storage.put({
      ...{ grid, etag, images, sounds, instance: answer.instance, builtAt: answer.builtAt, checkedAt: now },
      map: archive !== undefined,
      ...kept,
      count: answer.caches.length,
      bytes: { caches: bytes, images: 0, map: 0 },
      total: totalOf({ images, sounds, ...kept }, answer.caches, bytes),
      whole: false,
    }, answer.caches);
    this.#plans.clear();
    await this.#reread();
    this.#bring();
  }

  /** Goes on with what is half done, and asks whether old packs have changed. */
  async tend(): Promise<void> {
    const choice = { wifi: wifi(), wifiOnly: wifiOnly() };
    for (const pack of this.list.peek()) {
      if (pack.whole && isStale(pack, this.#gateway.now(), choice)) await this.refresh(pack.grid);
    }
    if (choice.wifi !== false || !choice.wifiOnly) this.#bring();
  }

  /** Asks for what has changed; a pack that is still the same costs a few bytes. False where nobody answered. */
  async refresh(grid: string): Promise<boolean> {
    const pack = this.list.peek().find((one) => one.grid === grid);
    if (!pack) return true;
    const answer = await this.#gateway.large<PackAnswer>(addressOf(grid), pack.etag);
    if (!answer.ok && !(answer.refused && answer.status === 304)) {
      if (answer.refused) this.trouble.value = { grid, refused: answer };
      return answer.refused;
    }
    const now = this.#gateway.now();
    this.trouble.value = undefined;
    try {
      if (!answer.ok) await this.storage.change(grid, (one) => ({ ...one, checkedAt: now }));
      else {
        const { caches, builtAt } = answer.value, bytes = answer.bytes ?? 0;
        const total = totalOf(pack, caches, bytes);
        const known = { ...pack, bytes: { ...pack.bytes, caches: bytes }, total, whole: false };
        await this.storage.put({
          ...known,
          etag: answer.etag ?? "",
          builtAt,
          checkedAt: now,
          count: caches.length,
        }, caches);
      }
    } catch {
      this.trouble.value = { grid, refused: "full" };
    }
    await this.#reread();
    this.#bring();
    return true;
  }

  async remove(grid: string): Promise<void> {
    await this.storage.remove(grid);
    if (this.trouble.peek()?.grid === grid) this.trouble.value = undefined;
    await this.#reread();
  }

  /** A cache from the newest pack that has it. */
  async find(ref: string): Promise<Known<PackedCache> | undefined> {
    await this.open();
    for (const { grid, checkedAt } of this.list.peek().toSorted((a, b) => b.checkedAt - a.checkedAt)) {
      const value = await this.storage.cache(grid, ref);
      if (value) return { value, at: checkedAt, source: "pack", pack: grid };
    }
    return undefined;
  }

  /** The caches of all packs, the newest saying of each. */
  async rows(): Promise<Known<CacheRow>[]> {
    await this.open();
    const found = new Map<string, Known<CacheRow>>();
    for (const { grid, checkedAt } of this.list.peek().toSorted((a, b) => a.checkedAt - b.checkedAt)) {
      for (const value of await this.storage.rows(grid)) {
        found.set(value.gid ?? value.code, { value, at: checkedAt, source: "pack", pack: grid });
      }
    }
    return [...found.values()];
  }

  /** The stages of a cache as the gateway gave them when a pack was brought: of those that are heard. */
  async stages<T>(address: string): Promise<Known<T> | undefined> {
    const part = await this.storage.part(address);
    const pack = part && this.list.peek().find(({ grid }) => grid === part.grid);
    if (!part || !pack) return undefined;
    const value = JSON.parse(new TextDecoder().decode(part.bytes)) as T;
    return { value, at: pack.checkedAt, source: "pack", pack: pack.grid };
  }

  /** Bytes of the map archive that a pack has; `undefined` where none has all of them. */
  async keptRange(offset: number, length: number): Promise<ArrayBuffer | undefined> {
    for (const { grid, map } of this.list.peek()) {
      const kept = map ? await this.storage.rangeBefore(grid, offset) : undefined;
      if (kept && offset + length <= kept.from + kept.bytes.byteLength) {
        return kept.bytes.slice(offset - kept.from, offset - kept.from + length);
      }
    }
    return undefined;
  }

  /** Brings what is missing, one pack after the other; a second call while it runs does nothing. */
  #bring(): void {
    this.#running ??= this.#bringAll().catch(() => {}).finally(() => {
      this.#running = undefined;
      this.bringing.value = undefined;
    });
  }

  async #bringAll(): Promise<void> {
    for (let pack; (pack = this.list.peek().find(({ whole }) => !whole));) {
      const { grid } = pack;
      const room: Room = {
        gateway: this.#gateway,
        storage: this.storage,
        told: (bytes) => this.bringing.value = { grid, bytes },
      };
      const came = await grow(room, pack);
      await this.#reread();
      if (came === "whole") continue;
      if (came !== "unreachable") this.trouble.value = { grid, refused: came };
      return;
    }
  }

  async #reread(): Promise<void> {
    this.list.value = await this.storage.packs();
  }
}

const addressOf = (grid: string): string => `/api/offline/pack?grid=${encodeURIComponent(grid)}`;
