/** An operator corrects a place: it becomes the origin of the move limit. API "Administration", place. */
import { CACHE_MOVE_LIMIT_M } from "../../settings/mod.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { rounded } from "../../things/mod.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { stageRows } from "../tables/stage_store.ts";
import { findCache } from "../views/find_cache.ts";
import { cacheChanged } from "../exchange/cache_changed.ts";

/** What a correction would touch: logs that were written for the old place, and unlocks that it drops. */
export function placeTouches(game: Game, ref: string, stage: number): { logs: number; unlocks: number } {
  const cache = placed(game, ref, stage);
  const { logs } = cacheRows(game).touched({ id: cache.id })!;
  const unlocks = stage === 0 ? 0 : stageRows(game).unlocksFrom({ cache: cache.id, from: stage })!.n;
  return { logs, unlocks };
}

/** The cache that has a place, or such a stage. Throws where there is none to correct. */
function placed(game: Game, ref: string, stage: number): CacheRow {
  const cache = findCache(game, ref);
  if (!cache) throw gameFailure.cache_not_found();
  if (cache.type === "living") throw gameFailure.living_no_place();
  if (stage !== 0 && !stageRows(game).of({ cache: cache.id }).some((one) => one.n === stage)) {
    throw gameFailure.stage_not_found();
  }
  return cache;
}

/** Sets the place of a cache, or of one of its stages; finders' unlocks from a moved stage on are dropped. */
export async function placeCache(
  game: Game,
  ref: string,
  to: { lat: number; lon: number; stageNo?: number },
): Promise<{ cache: CacheRow; limitM: number }> {
  const at = { lat: rounded(to.lat), lon: rounded(to.lon) };
  const stage = to.stageNo ?? 0;
  const cache = await game.db.write((tx) => {
    const before = placed(game, ref, stage);
    const pinned = cacheRows(game).pins({ id: before.id }).some((pin) => pin.stage === stage);
    if (stage === 0) {
      cacheRows(game).update(tx, { ...before, ...at, updatedAt: game.world.now(), id: before.id });
    } else {
      stageRows(game).setPlace(tx, { cache: before.id, n: stage, ...at });
      stageRows(game).relockFrom(tx, { cache: before.id, from: stage });
    }
    if (pinned) cacheRows(game).setPin(tx, { id: before.id, stage, ...at });
    return cacheChanged(game, tx, before.id, before);
  });
  return { cache, limitM: game.settings.get(CACHE_MOVE_LIMIT_M) };
}
