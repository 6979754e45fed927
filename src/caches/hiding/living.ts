/** Living caches: they follow a station and are where it was heard last. API "Caches, logs, media". */
import type { Tx } from "../../db/mod.ts";
import { CACHE, rounded } from "../../things/mod.ts";
import type { Actor } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { cacheChanged, refreshMap } from "../exchange/cache_changed.ts";
import { type CacheRow, cacheRows, NATIVE } from "../tables/cache_store.ts";
import { freeCode } from "./checks.ts";
import { codeKey } from "../rules/code.ts";
import { checkHidesLeft } from "./hide.ts";

/**
 * Makes a living cache that follows a call, or ends it (POST /api/me/cache, /api/my/stations/:sid/cache). Switched on
 * again, the same cache comes back; `made` says whether it is new.
 */
export function followStation(
  game: Game,
  actor: Actor,
  station: { call: string; lat?: number; lon?: number },
  wish: { living: boolean; title?: string },
): Promise<{ cache: CacheRow; made: boolean }> {
  if (!game.accounts.isVerified(actor.call)) throw gameFailure.not_verified({ verified: false });
  return game.db.write((tx) => {
    const mine = cacheRows(game).byStation({ call: station.call })
      .find((row) => row.ownerAccount === actor.person.accountId && row.type === "living");
    const now = game.world.now();
    if (mine) {
      if (mine.removedAt !== null) throw gameFailure.cache_removed_edit();
      cacheRows(game).update(tx, {
        ...mine,
        title: wish.title ?? mine.title,
        status: wish.living ? "active" : "archived",
        updatedAt: now,
      });
      return { cache: cacheChanged(game, tx, mine.id, mine), made: false };
    }
    if (!wish.living) throw gameFailure.cache_not_found();
    checkHidesLeft(game, actor.person.accountId, actor.operator);
    const code = freeCode(game);
    const placed = station.lat !== undefined && station.lon !== undefined;
    const { id } = cacheRows(game).insert(tx, {
      ...NATIVE,
      ...CACHE.rowOf({ type: "living", size: "none", stationCall: station.call }),
      code,
      codeKey: codeKey(code),
      ownerAccount: actor.person.accountId,
      ownerCall: actor.call,
      title: wish.title ?? `Living cache ${station.call}`,
      lat: placed ? rounded(station.lat!) : null,
      lon: placed ? rounded(station.lon!) : null,
      createdAt: now,
      updatedAt: now,
    });
    return { cache: cacheChanged(game, tx, id), made: true };
  });
}

/**
 * Moves the living caches that follow a station to where it was heard. Called for every position, so it first
 * checks whether there are any.
 */
export function stationHeard(
  game: Game,
  tx: Tx,
  fix: { call: string; lat: number; lon: number; at: number },
): void {
  for (const cache of cacheRows(game).byStation({ call: fix.call })) {
    if (cache.type !== "living" || (cache.heardAt ?? 0) >= fix.at) continue;
    cacheRows(game).setPlaceHeard(tx, {
      id: cache.id,
      lat: rounded(fix.lat),
      lon: rounded(fix.lon),
      at: fix.at,
    });
    const row = cacheRows(game).byId({ id: cache.id })!;
    refreshMap(game, tx, row, cache);
    // Its record is sent once it has a place, and then when the cache itself is changed, not with every position.
    if (cache.lat === null) cacheChanged(game, tx, cache.id, cache);
  }
}
