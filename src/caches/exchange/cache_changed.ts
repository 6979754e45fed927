/** What has to be done when a cache was made or changed: its row on the map, packs, its record, and telling people. */
import type { Tx } from "../../db/mod.ts";
import { sendCache } from "./publish.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { logRows } from "../tables/log_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { interestOf } from "../tables/interest.ts";
import { mapRow } from "../views/cache_view.ts";
import { mapRows } from "../tables/map_store.ts";

/** Whether the map shows it: not drafts, archived, unlisted or removed ones, nor a living one that nobody has heard. */
export const isListed = (row: CacheRow): boolean =>
  row.lat !== null && row.lon !== null && row.unlisted === 0 && row.removedAt === null &&
  (row.status === "active" || row.status === "disabled");

/** Called inside the write that made or changed the cache; `before` is how it was. Gives the row as it is now. */
export function cacheChanged(game: Game, tx: Tx, id: number, before?: CacheRow): CacheRow {
  const row = cacheRows(game).byId({ id })!;
  refreshMap(game, tx, row, before);
  if (row.stationCall !== (before?.stationCall ?? null)) tx.after(() => interestOf(game).forget());
  sendCache(game, tx, row, before);
  tellOfAppearance(game, tx, row, before);
  if (isToldOf(row, before)) {
    const { code, title, type, status } = row;
    tx.after(() => game.events.cache({ code, title, type, status, lat: row.lat!, lon: row.lon! }));
  }
  return row;
}

/** Whether people who look at the map are told: of a listed cache, and of one that was listed and is archived. */
const isToldOf = (row: CacheRow, before: CacheRow | undefined): boolean =>
  isListed(row) ||
  (before !== undefined && isListed(before) && row.status === "archived" && row.unlisted === 0 &&
    row.removedAt === null && row.lat !== null);

/**
 * Who watches a place is told of a cache of this instance that is listed for the first time, or that can be looked for again
 * while its first find is open. A catalogue that an operator imports is no news of somebody who hid something.
 */
function tellOfAppearance(game: Game, tx: Tx, row: CacheRow, before: CacheRow | undefined): void {
  if (!isListed(row) || row.source !== "native") return;
  const isNew = !before || !isListed(before);
  const isOpened = row.status === "active" && (isNew || before.status !== "active");
  if (!isNew && !isOpened) return;
  const { id, code, title, ownerAccount, ownerCall } = row;
  const { find } = logRows(game).firsts({ cache: id, least: game.leastTrustOf(row) })!;
  game.events.appeared(tx, {
    ...{ id, code, title, ownerAccount, ownerCall, lat: row.lat!, lon: row.lon! },
    ...{ isNew, isFirstOpen: isOpened && find === null },
  });
}

/** Puts the cache on the map as it is now, or takes it off; its square's packs are new. */
export function refreshMap(game: Game, tx: Tx, row: CacheRow, before?: CacheRow): void {
  if (isListed(row)) {
    const place = { lat: row.lat!, lon: row.lon!, native: row.source === "native" };
    mapRows(game).put(tx, row.id, place, JSON.stringify(mapRow(row, game.instance)));
  } else mapRows(game).drop(tx, row.id);
  packRows(game).changed(tx, row);
  if (before && (before.lat !== row.lat || before.lon !== row.lon)) packRows(game).bump(tx, before);
}
