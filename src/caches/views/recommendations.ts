/** What a finder recommends, and how many more caches they may recommend. */
import type { Game } from "../game.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import { logRows } from "../tables/log_store.ts";
import { recommendationRows } from "../tables/recommendation_store.ts";
import { isVerifiedFind } from "./log_view.ts";

/** What a person has given, and how many they may give now. */
export function recommendationsOf(game: Game, account: number) {
  const given = recommendationRows(game).of({ account });
  const allowed = recommendationRows(game).allowed({ account })?.n ?? 0;
  return {
    allowed,
    left: Math.max(0, allowed - given.filter(({ counts }) => counts === 1).length),
    given: given.map(({ code, title, at, counts }) => ({ code, title, at, counts: counts === 1 })),
  };
}

/** Whether a finder recommends a cache, and how many more they may; `undefined` for whoever has no verified find of it. */
export function ownRecommendation(game: Game, cache: CacheRow, account: number) {
  const find = logRows(game).findOf({ cache: cache.id, account });
  if (!find || !isVerifiedFind(find, game.leastTrustOf(cache))) return undefined;
  const on = recommendationRows(game).one({ account, cache: cache.id }) !== undefined;
  return { on, left: recommendationsOf(game, account).left };
}
