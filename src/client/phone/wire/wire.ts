/**
 * The app's one WebSocket as pages see it: they say what they want with `want`, and hear it with `listen`. What dials and reads
 * comes when the first page wants something.
 */
import { signal } from "@preact/signals";
import type { LiveMessage } from "../../../live/mod.ts";
import type { ClientWorld } from "../world.ts";
import type { Line, Wish } from "./line.ts";

/** Milliseconds after which its code is asked for again, where it could not be fetched. */
const AGAIN_MS = 10_000;

export class Wire {
  readonly #world: ClientWorld;
  readonly #now: () => number;
  readonly #wishes = new Map<symbol, Wish>();
  readonly #listeners = new Set<(messages: readonly LiveMessage[]) => void>();
  #line: Line | undefined;
  /** Whether it is connected; `undefined` while no page wants it. */
  readonly open = signal<boolean | undefined>(undefined);

  constructor(world: ClientWorld, now: () => number) {
    this.#world = world;
    this.#now = now;
  }

  /** Adds a wish and connects where needed; gives the function that takes the wish back. */
  want(wish: Wish): () => void {
    const mine = Symbol();
    this.#wishes.set(mine, wish);
    void this.#heed();
    return () => {
      this.#wishes.delete(mine);
      void this.#heed();
    };
  }

  /** Calls `heard` with each bundle; gives the function that ends it. */
  listen(heard: (messages: readonly LiveMessage[]) => void): () => void {
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }

  async #heed(): Promise<void> {
    try {
      const { Line } = await import("./line.ts");
      this.#line ??= new Line(this.#world, this.#now, this.open, (bundle) => {
        for (const heard of this.#listeners) heard(bundle);
      });
      this.#line.heed([...this.#wishes.values()]);
    } catch {
      this.#world.later(() => void this.#heed(), AGAIN_MS);
    }
  }
}
