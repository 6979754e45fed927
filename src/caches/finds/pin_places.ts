/** The first find pins the places of a cache: from then on they stay near where they were found. */
import type { Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { stageRows } from "../tables/stage_store.ts";

/** The first find pins every coordinate that has no pin yet; a living cache has no place of its own. */
export function pinPlaces(game: Game, tx: Tx, cache: CacheRow): void {
  if (cache.type === "living") return;
  const pinned = new Set(cacheRows(game).pins({ id: cache.id }).map((pin) => pin.stage));
  const places = [{ n: 0, lat: cache.lat, lon: cache.lon }, ...stageRows(game).of({ cache: cache.id })];
  for (const { n, lat, lon } of places) {
    if (lat !== null && lon !== null && !pinned.has(n)) {
      cacheRows(game).setPin(tx, { id: cache.id, stage: n, lat, lon });
    }
  }
}
