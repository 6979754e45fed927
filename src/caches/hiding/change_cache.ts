/** Changing a cache. API "Caches, logs, media". */
import { CACHE_MOVE_LIMIT_M } from "../../settings/mod.ts";
import { CACHE, rounded } from "../../things/mod.ts";
import { type Actor, asViewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import { noteStatus } from "../finds/note_status.ts";
import type { Game } from "../game.ts";
import { cacheChanged } from "../exchange/cache_changed.ts";
import type { CacheChange } from "../views/cache_input.ts";
import { cacheDetail } from "../views/detail.ts";
import { type CacheFields, type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { checkedCountry, checkedStation, isGameType, tagsOf } from "./checks.ts";
import { ownedCache } from "../views/find_cache.ts";
import { holdProof } from "./hide.ts";
import { brokenMoveLimit } from "../rules/move_limit.ts";

/** Changes a cache of the actor's; fields that are left out stay as they are. */
export function changeCache(game: Game, actor: Actor, ref: string, change: CacheChange): Promise<CacheRow> {
  const first = ownedCache(game, ref, actor);
  const country = change.country === undefined ? undefined : checkedCountry(change.country);
  return game.db.write((tx) => {
    const before = ownedCache(game, String(first.id), actor);
    const type = change.type ?? before.type;
    if (isGameType(before.type) !== isGameType(type)) throw gameFailure.type_not_yours({ type });
    const living = type === "living";
    const stationCall = living
      ? checkedStation(
        game,
        actor,
        change.stationCall === undefined ? before.stationCall : change.stationCall,
        before.type === "living" ? before.stationCall : null,
      )
      : null;
    // A living cache is where its station is heard; coordinates of its own are taken only when it stops living.
    const place = living || change.lat === undefined
      ? { lat: before.lat, lon: before.lon }
      : { lat: rounded(change.lat), lon: rounded(change.lon!) };
    const after: CacheFields = {
      ...before,
      ...CACHE.changed(before, { ...change, country }),
      ...place,
      heardAt: living && stationCall === before.stationCall ? before.heardAt : null,
      tags: change.tags ? tagsOf(change.tags) : before.tags,
      stationCall,
    };
    if (!living && place.lat === null) throw gameFailure.place_needed();
    if (!living) holdMoveLimit(game, before.id, place);
    // Equal values are no change: without this check peers would pull a new version with the same content.
    if (isSame(before, after)) return before;
    if (before.status === "draft") holdProof(game, actor, after.status);
    const { ifUpdatedAt } = change;
    if (ifUpdatedAt !== undefined && ifUpdatedAt !== before.updatedAt) {
      throw gameFailure.changed_meanwhile({ newer: cacheDetail(game, String(before.id), asViewer(actor)) });
    }
    const now = game.world.now();
    // An edit that names a version makes another version, also within the same second.
    const updatedAt = ifUpdatedAt === undefined ? now : Math.max(now, before.updatedAt + 1);
    cacheRows(game).update(tx, { ...after, id: before.id, updatedAt });
    const row = cacheChanged(game, tx, before.id, before);
    noteStatus(game, tx, actor, row, before.status);
    return row;
  });
}

const isSame = (before: CacheRow, after: CacheFields): boolean =>
  (Object.keys(after) as (keyof CacheFields)[]).every((field) => before[field] === after[field]);

/** Throws where the new place is too far from where the cache was first found. */
function holdMoveLimit(game: Game, id: number, place: { lat: number | null; lon: number | null }): void {
  const limitM = game.settings.get(CACHE_MOVE_LIMIT_M);
  const pins = cacheRows(game).pins({ id }).filter((pin) => pin.stage === 0);
  const broken = brokenMoveLimit(
    pins,
    limitM,
    () => place.lat === null || place.lon === null ? undefined : { lat: place.lat, lon: place.lon },
  );
  if (broken) {
    throw gameFailure.move_limit(
      { limitM, distanceM: broken.distanceM },
      `A found cache stays within ${limitM} m of where it was found; this would be ${broken.distanceM} m`,
    );
  }
}
