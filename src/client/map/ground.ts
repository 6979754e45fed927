/**
 * Lakes, rivers and towns on the big map. They come after everything that somebody opened the map for: lakes, rivers and the
 * large towns once the map is idle, the smaller towns once somebody looks closer. Comes with the map library.
 */
import { assets } from "../shell/assets.ts";
import { collection, type Features, lineFeatures, polygonsOf } from "./features.ts";
import { readTowns, readWaters, type Town, townFeature, townsIn } from "./ground_shapes.ts";
import type { View } from "./view.ts";
import type { Bounds } from "./world_shapes.ts";

/** Zoom from which the smaller towns are wanted. */
const NEAR = 5;
/** Towns that are offered for a view, the weightiest first: the map names those that there is room for. */
const MOST = 80;

export interface GroundParts {
  /** Fetches a built file. */
  file(path: string): Promise<Uint8Array | undefined>;
  put(source: "lakes" | "rivers" | "towns", data: Features): Promise<void>;
  /** Which towns are offered now. */
  towns(names: readonly string[]): void;
  /** Where an archive has names of its own. */
  named?: Bounds | undefined;
}

export class Ground {
  readonly #parts: GroundParts;
  #view: View | undefined;
  #far: readonly Town[] = [];
  #near: readonly Town[] | "asked" | undefined;

  constructor(parts: GroundParts) {
    this.#parts = parts;
  }

  /** Fetches what is seen from afar; called once, when the map is idle. */
  async load(): Promise<void> {
    const { file, put } = this.#parts;
    const [waters, towns] = await Promise.all([file(assets().waters), file(assets().towns)]);
    if (waters) {
      const { lakes, rivers } = readWaters(waters);
      await put("lakes", collection(polygonsOf(lakes)));
      await put("rivers", lineFeatures(rivers));
    }
    if (towns) this.#far = readTowns(towns);
    if (this.#view) await this.moved(this.#view);
  }

  /** The view came to rest. */
  async moved(view: View): Promise<void> {
    this.#view = view;
    await this.#show();
    if (view.zoom < NEAR || this.#far.length === 0 || this.#near) return;
    this.#near = "asked";
    const bytes = await this.#parts.file(assets().places);
    // Without a connection it is asked for again when the map is moved next.
    this.#near = bytes && readTowns(bytes);
    await this.#show();
  }

  async #show(): Promise<void> {
    const view = this.#view;
    if (!view) return;
    const close = view.zoom >= NEAR && Array.isArray(this.#near);
    const towns = townsIn(
      close ? this.#near as readonly Town[] : this.#far,
      view.bounds,
      MOST,
      this.#parts.named,
    );
    this.#parts.towns(towns.map(({ name }) => name));
    await this.#parts.put("towns", collection(towns.map(townFeature)));
  }
}
