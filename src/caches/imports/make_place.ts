/** An operator corrects a place: it becomes the origin of the move limit. API "Administration", place. */
import { CACHE_MOVE_LIMIT_M } from "../../settings/mod.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { rounded } from "../hiding/hide.ts";

/** Sets the place of a cache, or of one of its stages; finders' unlocks from a moved stage on are dropped. */
export async function placeCache(
  game: Game,
  ref: string,
  to: { lat: number; lon: number; stageNo?: number },
): Promise<{ cache: CacheRow; limitM: number }> {
  const at = { lat: rounded(to.lat), lon: rounded(to.lon) };
  const stage = to.stageNo ?? 0;
  const cache = await game.db.write((tx) => {
    const before = game.find(ref);
    if (!before) throw gameFailure.cache_not_found();
    if (before.type === "living") throw gameFailure.living_no_place();
    const pinned = game.caches.pins(before.id).some((pin) => pin.stage === stage);
    if (stage === 0) game.caches.update(tx, before.id, { ...before, ...at, updatedAt: game.world.now() });
    else {
      if (!game.stages.of(before.id).some((one) => one.n === stage)) throw gameFailure.stage_not_found();
      game.stages.setPlace(tx, before.id, stage, at);
      game.stages.relockFrom(tx, before.id, stage);
    }
    if (pinned) game.caches.setPin(tx, before.id, { stage, ...at });
    return game.changed(tx, before.id, before);
  });
  return { cache, limitM: game.settings.get(CACHE_MOVE_LIMIT_M) };
}
