/** The built-in map, fetched when a page needs it. The service worker keeps the coarse one at once, the fine one once fetched. */
import { signal } from "@preact/signals";
import type { Gateway } from "../shell/ask.ts";
import { assets } from "../shell/assets.ts";
import { readWorld, type World } from "./world_shapes.ts";

/** Both signals are `undefined` until the map of that scale was fetched. */
export class Coast {
  readonly #gateway: Gateway;
  readonly #asked = new Set<"coarse" | "fine">();
  readonly coarse = signal<World | undefined>(undefined);
  readonly fine = signal<World | undefined>(undefined);

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
}
