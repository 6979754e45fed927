/** An operator corrects a place: it becomes the origin of the move limit. API "Administration", place. */
import { CACHE_MOVE_LIMIT_M } from "../../settings/mod.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { rounded } from "./checks.ts";
import { cacheRows } from "./cache_store.ts";
import { stageRows } from "../stages/stage_store.ts";
import { findCache } from "./find_cache.ts";
import { cacheChanged } from "../map/cache_changed.ts";

/** Sets the place of a cache, or of one of its stages; finders' unlocks from a moved stage on are dropped. */
export async function placeCache(
  game: Game,
  ref: string,
  to: { lat: number; lon: number; stageNo?: number },
): Promise<{ cache: CacheRow; limitM: number }> {
  const at = { lat: rounded(to.lat), lon: rounded(to.lon) };
  const stage = to.stageNo ?? 0;
  const cache = await game.db.write((tx) => {
    const before = findCache(game, ref);
    if (!before) throw gameFailure.cache_not_found();
    if (before.type === "living") throw gameFailure.living_no_place();
    const pinned = cacheRows(game).pins({ id: before.id }).some((pin) => pin.stage === stage);
    if (stage === 0) {
      cacheRows(game).update(tx, { ...before, ...at, updatedAt: game.world.now(), id: before.id });
    } else {
      if (!stageRows(game).of({ cache: before.id }).some((one) => one.n === stage)) {
        throw gameFailure.stage_not_found();
      }
      stageRows(game).setPlace(tx, { cache: before.id, n: stage, ...at });
      stageRows(game).relockFrom(tx, { cache: before.id, from: stage });
    }
    if (pinned) cacheRows(game).setPin(tx, { id: before.id, stage, ...at });
    return cacheChanged(game, tx, before.id, before);
  });
  return { cache, limitM: game.settings.get(CACHE_MOVE_LIMIT_M) };
}
