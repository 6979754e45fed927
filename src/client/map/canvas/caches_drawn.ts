/**
 * Caches on the big map. Thousands of them are handed to the map's library a few at a time, and only those that came,
 * changed or went: all at once would hold up a slow phone.
 */
import type { CacheRow, Mark } from "../../phone/known/caches.ts";
import { nameOfCache } from "../../phone/known/in_parts.ts";
import { cacheFeature, type Feature } from "../features.ts";

/** Caches that the library is given at a time. */
export const MOST_AT_ONCE = 250;

/** What changes what is drawn. */
interface Drawing {
  change(source: "caches", add: Feature[], remove: string[]): Promise<void>;
}

/** Where a cache is drawn, and as what; never more than these three are compared. */
interface Drawn {
  lat: number;
  lon: number;
  icon: string;
}

export class CachesDrawn {
  readonly #map: Drawing;
  /** The caches that the library has. */
  readonly #drawn = new Map<string, Drawn>();
  #turn = 0;

  constructor(map: Drawing) {
    this.#map = map;
  }

  /** Brings the map in step with these rows; a later call takes over from an earlier one. */
  async draw(rows: readonly CacheRow[], mark: (row: CacheRow) => Mark): Promise<void> {
    const turn = ++this.#turn;
    const gone = new Set(this.#drawn.keys());
    const news: Feature[] = [];
    for (const row of rows) {
      const name = nameOfCache(row), feature = cacheFeature(row, mark(row)), known = this.#drawn.get(name);
      const moved = known?.lat !== row.lat || known.lon !== row.lon;
      if (!known || moved || known.icon !== feature.properties.icon) news.push(feature);
      gone.delete(name);
    }
    const left = [...gone];
    while (news.length > 0 || left.length > 0) {
      const add = news.splice(-MOST_AT_ONCE), remove = left.splice(-MOST_AT_ONCE);
      for (const name of remove) this.#drawn.delete(name);
      for (const { id, geometry, properties } of add) {
        const [lon, lat] = geometry.coordinates as [number, number];
        this.#drawn.set(String(id), { lat, lon, icon: String(properties.icon) });
      }
      await this.#map.change("caches", add, remove);
      if (turn !== this.#turn) return;
    }
  }
}
