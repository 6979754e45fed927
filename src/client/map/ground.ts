/**
 * Lakes, rivers and towns on the big map. They are loaded after what somebody opened the map for: lakes, rivers and large
 * towns once the map is idle, smaller towns, villages and the fine coast as somebody zooms in. This file is loaded with the
 * map library.
 */
import { assets } from "../phone/assets.ts";
import { collection, type Features, lineFeatures, polygonsOf } from "./features.ts";
import { areaFeatures } from "./texture_features.ts";
import { readTowns, type Town } from "../ui/places/towns.ts";
import { readWaters, rounded } from "../ui/places/waters.ts";
import type { Finer } from "./layers/finer.ts";
import { townFeature, townsIn } from "./ground_shapes.ts";
import type { View } from "../ui/places/view.ts";
import type { Bounds, World } from "../ui/places/world_shapes.ts";

/** From this zoom on smaller towns are shown. */
const NEAR = 5;
/** So many towns of a view are given to the map, the most important first; it names those that have room. */
const MOST = 80;

/** A town beyond the edge may reach into the view. In degrees. */
const REACH = 0.15;
const wider = ({ west, south, east, north }: Bounds): Bounds => ({
  west: west - REACH,
  south: south - REACH,
  east: east + REACH,
  north: north + REACH,
});

/** What `Ground` needs from the map. */
interface GroundParts {
  /** Fetches a file of the app's build; gives `undefined` where that fails. */
  file(path: string): Promise<Uint8Array | undefined>;
  put(source: "lakes" | "rivers" | "towns" | "areas", data: Features): Promise<void>;
  /** Called with finer coasts and borders around the view; with nothing where those of the whole world do. */
  shapes(world: World | undefined): void;
  /** Called with the towns of the view. */
  towns(names: readonly string[]): void;
  /** The box in which an archive has names of its own: no town is named there. */
  named?: Bounds | undefined;
}

/** Loads the ground and chooses the towns of each view. */
export class Ground {
  readonly #parts: GroundParts;
  /** Loaded once somebody looks closely. */
  #finer: Finer | undefined;
  #view: View | undefined;
  #far: readonly Town[] = [];
  #near: readonly Town[] | "asked" | undefined;

  constructor(parts: GroundParts) {
    this.#parts = parts;
  }

  /** Loads lakes, rivers and large towns; to be called once, when the map is idle. */
  async load(): Promise<void> {
    const { file, put } = this.#parts;
    const [waters, towns] = await Promise.all([file(assets().waters), file(assets().towns)]);
    if (waters) {
      const { lakes, rivers } = readWaters(waters);
      await put("lakes", collection(polygonsOf(lakes.map(rounded))));
      await put("rivers", lineFeatures(rivers.map(rounded)));
    }
    if (towns) this.#far = readTowns(towns);
    if (this.#view) await this.moved(this.#view);
  }

  /** To be called when a movement of the map has ended. */
  async moved(view: View): Promise<void> {
    this.#view = view;
    await this.#show();
    if (view.zoom < NEAR) return await this.#finer?.moved(view);
    if (this.#far.length === 0) return;
    if (!this.#near) {
      this.#near = "asked";
      const bytes = await this.#parts.file(assets().places);
      // Where it could not be fetched, the next movement tries again.
      this.#near = bytes && readTowns(bytes);
      await this.#show();
    }
    const Finer = this.#finer ? undefined : (await import("./layers/finer.ts").catch(() => undefined))?.Finer;
    if (Finer) this.#finer ??= new Finer(this.#parts);
    if (await this.#finer?.wantVillages(view)) await this.#show();
    await this.#finer?.moved(this.#view);
  }

  async #show(): Promise<void> {
    const view = this.#view;
    if (!view) return;
    const close = view.zoom >= NEAR && Array.isArray(this.#near);
    const all = close
      ? [...this.#near as readonly Town[], ...(this.#finer?.villagesOf(view) ?? [])]
      : this.#far;
    const towns = townsIn(all, view.bounds, MOST, this.#parts.named);
    this.#parts.towns(towns.map(({ name }) => name));
    await this.#parts.put("towns", collection(towns.map(townFeature)));
    await this.#parts.put("areas", areaFeatures(townsIn(all, wider(view.bounds), MOST, this.#parts.named)));
  }
}
