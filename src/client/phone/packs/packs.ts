/** The packs on this phone: taking one, keeping it up to date, and reading from it where there is no connection. */
import { type NotKept, whyNotKept } from "../kept/database.ts";
import { computed, effect, signal } from "@preact/signals";
import type { CacheRow } from "../known/caches.ts";
import type { Gateway } from "../ask.ts";
import type { Refused } from "../../ui/refused.ts";
import type { Known } from "../reader.ts";
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
import { PackStorage, type PackStore } from "./pack_storage.ts";
import { awaitsWifi, isDear, onNetworkChange, wifi, wifiOnly } from "./wifi.ts";
import type { Address } from "../wire/routes.ts";

/** What the app keeps by itself has at most so many bytes. */
const SILENT_MOST = 300_000;

/** What would be fetched for a square; known before anything is stored. */
export interface Plan {
  grid: string;
  answer: PackAnswer;
  etag: string;
  bytes: number;
  /** Size in bytes for each choice of photos. */
  images: Readonly<Record<Images, number>>;
  /** Size of the stages' sounds in bytes. */
  sounds: number;
  /** The part of the map archive that the square needs; `undefined` where the gateway has none. */
  map: Archive | undefined;
}

/** All packs of this phone. */
export class Packs {
  /** The packs, sorted by locator. */
  readonly list = signal<readonly Pack[]>([]);
  /** Those that somebody chose. */
  readonly chosen = computed(() => this.list.value.filter(({ silent }) => !silent));
  /** The pack that is being fetched, and how many of its bytes are stored. */
  readonly bringing = signal<{ grid: string; bytes: number } | undefined>(undefined);
  /** What went wrong with a pack: a refusal of the gateway, or that the phone is full. */
  readonly trouble = signal<{ grid: string; refused: Refused | NotKept } | undefined>(undefined);
  readonly storage: PackStore;
  readonly #gateway: Gateway;
  readonly #plans = new Map<string, Plan>();
  /** Squares whose download or refresh somebody pressed in this opening: they go on without Wi-Fi. */
  readonly #pressed = new Set<string>();
  #running: Promise<void> | undefined;
  #opened: Promise<void> | undefined;

  constructor(gateway: Gateway, storage: PackStore = new PackStorage()) {
    this.storage = storage;
    this.#gateway = gateway;
  }

  /** Reads the stored packs. From then on, unfinished packs are continued and old ones checked whenever the gateway answers. */
  open(): Promise<void> {
    return this.#opened ??= this.#reread().catch(() => {}).then(() => {
      // In a browser that stores nothing there are no packs.
      effect(() => {
        if (this.#gateway.reached.value) void this.tend();
      });
      onNetworkChange(() => void this.tend());
    });
  }

  /** What taking a square would fetch. The last answers are kept in memory while somebody compares squares. */
  async plan(grid: string): Promise<Plan | Refused> {
    const known = this.#plans.get(grid);
    if (known) return known;
    const answer = await this.#gateway.large(addressOf(grid));
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

  /** Stores the caches of a plan and begins to fetch the rest. Settles once they are stored; rejects where the phone is full. */
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
    this.#pressed.add(grid);
    await this.#reread();
    this.#bring();
  }

  /** Continues unfinished packs, and asks whether old ones have changed. */
  async tend(): Promise<void> {
    const choice = { wifi: wifi(), wifiOnly: wifiOnly() };
    for (const pack of this.list.peek()) {
      if (pack.silent && isDear()) continue;
      if (pack.whole && isStale(pack, this.#gateway.now(), choice)) await this.refresh(pack.grid);
    }
    this.#bring();
  }

  /**
   * Keeps the caches of a square, without photos, sounds and map, where no pack has it and it is small; one that was kept so
   * before for another square goes. Nothing is said of it, whatever comes of it.
   */
  async keepSilently(grid: string): Promise<void> {
    await this.open();
    if (isDear() || this.list.peek().some((pack) => pack.grid === grid)) return;
    const answer = await this.#gateway.large(addressOf(grid));
    const bytes = answer.ok ? answer.bytes ?? 0 : 0;
    if (!answer.ok || bytes > SILENT_MOST || this.list.peek().some((pack) => pack.grid === grid)) return;
    const { caches, instance, builtAt } = answer.value, checkedAt = this.#gateway.now();
    for (const before of this.list.peek()) if (before.silent) await this.storage.remove(before.grid);
    await this.storage.put({
      ...{ grid, instance, builtAt, checkedAt, etag: answer.etag ?? "", count: caches.length, total: bytes },
      ...{ images: "none", sounds: false, map: false, whole: true, silent: true },
      bytes: { caches: bytes, images: 0, map: 0 },
    }, caches);
    await this.#reread();
  }

  /** Asks for a newer version because somebody pressed for it: it does not wait for Wi-Fi. Gives what `refresh` gives. */
  refreshNow(grid: string): Promise<boolean> {
    this.#pressed.add(grid);
    return this.refresh(grid);
  }

  /** Whether the rest of a pack has to wait for Wi-Fi. */
  awaitsWifi(grid: string): boolean {
    return !this.#pressed.has(grid) && awaitsWifi();
  }

  /** Asks for a newer version of a pack; where there is none, that costs a few bytes. False where the gateway was not reached. */
  async refresh(grid: string): Promise<boolean> {
    const pack = this.list.peek().find((one) => one.grid === grid);
    if (!pack) return true;
    const answer = await this.#gateway.large(addressOf(grid), pack.etag);
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
    } catch (error) {
      this.trouble.value = { grid, refused: whyNotKept(error) };
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

  /** A cache from the newest pack that has it; `undefined` where none has. */
  async find(ref: string): Promise<Known<PackedCache> | undefined> {
    await this.open();
    for (const { grid, checkedAt } of this.list.peek().toSorted((a, b) => b.checkedAt - a.checkedAt)) {
      const value = await this.storage.cache(grid, ref);
      if (value) return { value, at: checkedAt, source: "pack", pack: grid };
    }
    return undefined;
  }

  /** The caches of all packs, each in its newest version. */
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

  /** The list of stages that was stored for a cache with audio stages. */
  async stages<T>(address: string): Promise<Known<T> | undefined> {
    const part = await this.storage.part(address);
    const pack = part && this.list.peek().find(({ grid }) => grid === part.grid);
    if (!part || !pack) return undefined;
    const value = JSON.parse(new TextDecoder().decode(part.bytes)) as T;
    return { value, at: pack.checkedAt, source: "pack", pack: pack.grid };
  }

  /** Bytes of the map archive from a pack; `undefined` where no pack has them all. */
  async keptRange(offset: number, length: number): Promise<ArrayBuffer | undefined> {
    for (const { grid, map } of this.list.peek()) {
      const kept = map ? await this.storage.rangeBefore(grid, offset) : undefined;
      if (kept && offset + length <= kept.from + kept.bytes.byteLength) {
        return kept.bytes.slice(offset - kept.from, offset - kept.from + length);
      }
    }
    return undefined;
  }

  /** Fetches what is missing, one pack after the other. While it runs, a second call does nothing. */
  #bring(): void {
    this.#running ??= this.#bringAll().catch(() => {}).finally(() => {
      this.#running = undefined;
      this.bringing.value = undefined;
    });
  }

  async #bringAll(): Promise<void> {
    const next = () => this.list.peek().find(({ whole, grid }) => !whole && !this.awaitsWifi(grid));
    for (let pack; (pack = next());) {
      const { grid } = pack;
      const room: Room = {
        gateway: this.#gateway,
        storage: this.storage,
        told: (bytes) => this.bringing.value = { grid, bytes },
        mayGo: () => !this.awaitsWifi(grid),
      };
      const came = await grow(room, pack);
      await this.#reread();
      if (came === "whole" || came === "waits") continue;
      if (came !== "unreachable") this.trouble.value = { grid, refused: came };
      return;
    }
  }

  async #reread(): Promise<void> {
    this.list.value = await this.storage.packs();
  }
}

/** `PackAnswer` is what the phone makes of a pack's parts, which the gateway declares loosely. */
const addressOf = (grid: string): Address<PackAnswer> => `/api/offline/pack?grid=${encodeURIComponent(grid)}`;
