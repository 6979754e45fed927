/** The built-in map, fetched when a page wants it: the coarse one is kept with the app, the fine one once it was fetched. */
import { signal } from "@preact/signals";
import type { Gateway } from "../shell/ask.ts";
import { assets } from "../shell/assets.ts";
import { readWorld, type World } from "./world_shapes.ts";

export class Coast {
  readonly #gateway: Gateway;
  readonly #asked = new Set<"coarse" | "fine">();
  readonly coarse = signal<World | undefined>(undefined);
  readonly fine = signal<World | undefined>(undefined);

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** Fetches it, once; where that fails it is asked for again by whoever wants it next. */
  async want(scale: "coarse" | "fine"): Promise<void> {
    if (this.#asked.has(scale)) return;
    this.#asked.add(scale);
    const bytes = await this.#gateway.file(assets()[scale]);
    if (bytes) this[scale].value = readWorld(bytes);
    else this.#asked.delete(scale);
  }
}
