/** What a visitor thinks of the cache that they found: a favourite, and stars, signed by the visit's key. API "Caches, logs, media". */
import type { Tx } from "../../../db/mod.ts";
import { gameFailure } from "../../errors.ts";
import type { Game } from "../../game.ts";
import { cacheRows } from "../../tables/cache_store.ts";
import { logRows } from "../../tables/log_store.ts";
import { packRows } from "../../tables/pack_store.ts";
import { socialRows } from "../../tables/social_store.ts";
import { mayRate } from "../../views/detail.ts";
import { signedVisit } from "./signed_visit.ts";
import type { Act } from "./undo.ts";

export const OPINIONS = ["favourite", "unfavourite", "1", "2", "3", "4", "5"] as const;
export type Opinion = typeof OPINIONS[number];

/** Keeps an opinion of the finder whose visit this is. The same again changes nothing. */
export function holdOpinion(game: Game, tx: Tx, id: string, opinion: Opinion, act: Act): void {
  const visit = signedVisit(game, id, `/federation/visits/${id}/opinions/${opinion}`, act);
  const log = logRows(game).byId({ id: visit.logId });
  if (log?.kind !== "found" || log.removedAt !== null || log.accountId === null) {
    throw gameFailure.log_not_found();
  }
  const cache = cacheRows(game).byId({ id: log.cacheId })!, now = game.world.now();
  const pair = { account: log.accountId, cache: cache.id }, social = socialRows(game);
  if (opinion === "favourite") social.addFavorite(tx, { ...pair, at: now });
  else if (opinion === "unfavourite") social.dropFavorite(tx, pair);
  else if (!mayRate(game, cache, log.accountId)) {
    throw gameFailure.cannot_rate({ policy: cache.ratingPolicy });
  } else social.rate(tx, { ...pair, stars: Number(opinion), at: now });
  cacheRows(game).recount(tx, { id: cache.id });
  packRows(game).changed(tx, cache);
}
