/** Recommendations: for ten finds that count, a finder recommends one cache that they found, and may take it back. */
import type { Tx } from "../../db/mod.ts";
import { gameFailure } from "../errors.ts";
import { type Actor, asViewer } from "../acting.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { recommendationRows } from "../tables/recommendation_store.ts";
import { seenCache } from "../views/find_cache.ts";
import { ownRecommendation, recommendationsOf } from "../views/recommendations.ts";

/** Has the rows that are kept know what a find has to reach here. */
export const setRecommendationRule = (game: Game, tx: Tx): void =>
  void recommendationRows(game).setRule(tx, { sure: game.leastTrust === "A" ? 1 : 0 });

/** Recommends a cache, or takes that back; gives how many recommend it, and how many more this person may. */
export function recommend(game: Game, actor: Actor, ref: string, on: boolean) {
  const account = actor.person.accountId;
  const { id } = seenCache(game, ref, asViewer(actor)), rows = recommendationRows(game);
  return game.db.write((tx) => {
    setRecommendationRule(game, tx);
    if (!on) rows.drop(tx, { account, cache: id });
    else {
      if (!ownRecommendation(game, cacheRows(game).byId({ id })!, account)) {
        throw gameFailure.recommend_unfound();
      }
      rows.add(tx, { account, cache: id, at: game.world.now() });
      // Those that were given before come first: this one counts, or it is not given.
      if (rows.one({ account, cache: id })!.counts === 0) {
        throw gameFailure.recommendations_spent({ limit: rows.allowed({ account })?.n ?? 0 });
      }
    }
    return {
      on,
      count: cacheRows(game).byId({ id })!.recommended,
      left: recommendationsOf(game, account).left,
    };
  });
}
