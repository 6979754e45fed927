/** The built-in map, fetched when a page needs it. The service worker keeps the coarse one at once, the fine one once fetched. */
import { signal } from "@preact/signals";
import type { Gateway } from "../ask.ts";
import { assets } from "../assets.ts";
import { readTowns, type Town } from "../../ui/places/towns.ts";
import type { Waters } from "../../ui/places/waters.ts";
import { weightOf } from "../../ui/places/town_labels.ts";
import { readWorld, type World } from "../../ui/places/world_shapes.ts";

/** Whether the person saves data: what a page can do without stays away. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** All signals are `undefined` until their file was fetched. */
export class Coast {
  readonly #gateway: Gateway;
  readonly #asked = new Set<"coarse" | "fine" | "towns" | "waters">();
  readonly coarse = signal<World | undefined>(undefined);
  readonly fine = signal<World | undefined>(undefined);
  /** Lakes and rivers of small maps. */
  readonly waters = signal<Waters | undefined>(undefined);
  /** Towns of small maps, the weightiest first. */
  readonly towns = signal<readonly Town[] | undefined>(undefined);

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** Fetches a scale once. Where that fails, the next call tries again. */
  async want(scale: "coarse" | "fine"): Promise<void> {
    if (this.#asked.has(scale)) return;
    this.#asked.add(scale);
    const bytes = await this.#gateway.file(assets()[scale]);
    if (bytes) this[scale].value = readWorld(bytes);
    else this.#asked.delete(scale);
  }

  /**
   * Has towns for small maps, once. The file with villages is ten times as large: it is read where this phone has it already
   * (the big map was opened, or a village was searched for), else the large towns of the world have to do; people who save
   * data go without.
   */
  async wantTowns(): Promise<void> {
    if (this.#asked.has("towns")) return;
    this.#asked.add("towns");
    const kept = await globalThis.caches?.match(assets().places).catch(() => undefined);
    if (!kept && savesData()) return;
    const bytes = kept ? new Uint8Array(await kept.arrayBuffer()) : await this.#gateway.file(assets().towns);
    if (!bytes) return void this.#asked.delete("towns");
    this.towns.value = readTowns(bytes).sort((a, b) => weightOf(b) - weightOf(a));
  }

  /** Has lakes and rivers for small maps, once: after all that somebody waits for, and not for people who save data. */
  async wantWaters(): Promise<void> {
    if (this.#asked.has("waters") || savesData()) return;
    this.#asked.add("waters");
    const [bytes, { readWaters, rounded }] = await Promise.all([
      this.#gateway.file(assets().waters),
      import("../../ui/places/waters.ts"),
    ]);
    if (!bytes) return void this.#asked.delete("waters");
    const { lakes, rivers } = readWaters(bytes);
    this.waters.value = { lakes: lakes.map(rounded), rivers: rivers.map(rounded) };
  }
}
