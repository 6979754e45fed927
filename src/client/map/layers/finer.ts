/**
 * What the big map shows from near: coasts and borders drawn for 1:10 million, as far around as one looks, and villages of
 * that part of the world. Each file is fetched once somebody looks so closely, and this one as well; where it cannot be, the
 * next movement tries again.
 */
import { savesData } from "../../phone/known/coast.ts";
import { BLOCK, blockOf, readTowns, type Town } from "../../ui/places/towns.ts";
import { holds, type View } from "../../ui/places/view.ts";
import {
  bordersIn,
  type Bounds,
  landIn,
  type Line,
  lineOf,
  readWorld,
  type World,
} from "../../ui/places/world_shapes.ts";
import { pairs } from "../features.ts";

/** Written in by the build: it stands with the map alone, so that no other page carries the names of these files. */
declare const FINER: {
  /** Coasts and borders. */
  readonly coast: string;
  /** A list of the files with villages, by their block. */
  readonly villages: string;
};

/** From these zooms on. */
const COAST = 6.5, VILLAGES = 8;
/** The coast is cut out so many sides of the view around it: it is there while the map is dragged. */
const BEYOND = 1.5;

interface FinerParts {
  file(path: string): Promise<Uint8Array | undefined>;
  /** Called with the shapes around the view; with nothing once one looks from afar. */
  shapes(world: World | undefined): void;
  /** The box that an archive draws by itself. */
  named?: Bounds | undefined;
}

const boxed = (lines: readonly Float64Array[]): Line[] => lines.map((points) => lineOf(pairs(points)));

const around = ({ west, south, east, north }: Bounds): Bounds => {
  const wide = (east - west) * BEYOND, high = (north - south) * BEYOND;
  return { west: west - wide, south: south - high, east: east + wide, north: north + high };
};

/** The names of the blocks that a box touches. */
function blocksIn({ west, south, east, north }: Bounds): string[] {
  const first = (value: number) => Math.floor(value / BLOCK) * BLOCK;
  const blocks = new Set<string>();
  for (let lon = first(west); lon <= east; lon += BLOCK) {
    for (let lat = first(south); lat <= north; lat += BLOCK) {
      // East of the date line the world begins anew.
      blocks.add(blockOf({ lat, lon: (lon + 540) % 360 - 180 }));
    }
  }
  return [...blocks];
}

export class Finer {
  readonly #parts: FinerParts;
  #view: View | undefined;
  #world: World | undefined;
  #box: Bounds | undefined;
  readonly #villages = new Map<string, readonly Town[]>();
  #blocks: Readonly<Record<string, string>> | undefined;
  readonly #asked = new Set<string>();

  constructor(parts: FinerParts) {
    this.#parts = parts;
  }

  /** A file, once: `undefined` while it is on its way, and where it did not come. */
  async #once(path: string): Promise<Uint8Array | undefined> {
    if (this.#asked.has(path) || savesData()) return undefined;
    this.#asked.add(path);
    const bytes = await this.#parts.file(path);
    if (!bytes) this.#asked.delete(path);
    return bytes;
  }

  /** Villages of the view as far as they are here. */
  villagesOf({ zoom, bounds }: View): Town[] {
    if (zoom < VILLAGES) return [];
    return blocksIn(bounds).flatMap((block) => this.#villages.get(block) ?? []);
  }

  /** Fetches the villages of a view; gives whether there are any more than before. */
  async wantVillages({ zoom, bounds }: View): Promise<boolean> {
    if (zoom < VILLAGES) return false;
    const list = this.#blocks ? undefined : await this.#once(FINER.villages);
    if (list) this.#blocks = JSON.parse(new TextDecoder().decode(list));
    const came = await Promise.all(
      blocksIn(bounds).map(async (block) => {
        const path = this.#blocks?.[block], bytes = path && await this.#once(path);
        if (bytes) this.#villages.set(block, readTowns(bytes));
        return bytes;
      }),
    );
    return came.some((bytes) => bytes);
  }

  /** Draws the coast of a view finely. Where an archive draws all that is in view, nobody would see it. */
  async moved(view: View): Promise<void> {
    this.#view = view;
    if (this.#isSeen() && !this.#world) {
      const bytes = await this.#once(FINER.coast);
      if (bytes) this.#world = readWorld(bytes);
    }
    // Meanwhile somebody may have looked elsewhere.
    const { bounds } = this.#view, world = this.#world, { shapes } = this.#parts;
    if (!this.#isSeen()) {
      if (this.#box) shapes(undefined);
      this.#box = undefined;
    } else if (world && !(this.#box && holds(this.#box, bounds))) {
      const box = this.#box = around(bounds);
      shapes({ land: boxed(landIn(world, box)), borders: boxed(bordersIn(world, box)), names: [] });
    }
  }

  #isSeen(): boolean {
    const { named } = this.#parts, { zoom, bounds } = this.#view!;
    return zoom >= COAST && !(named && holds(named, bounds));
  }
}
