/** Taking an imported place out. */
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { mapRows } from "../tables/map_store.ts";
import { filesOf } from "../media/media_files.ts";
import { mediaRows } from "../tables/media_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { importRows } from "../tables/import_store.ts";

/** What is removed together with an imported place. Throws where no place has the number. */
export function removalTouches(game: Game, id: number) {
  const row = imported(game, id);
  const { logs, media } = cacheRows(game).touched({ id })!;
  return { code: row.code, touches: { logs, media, ratings: importRows(game).ratings({ id })!.n } };
}

function imported(game: Game, id: number): CacheRow & { externalId: string } {
  const row = cacheRows(game).byId({ id });
  if (!row || row.source === "native" || row.externalId === null) throw gameFailure.place_not_found();
  return { ...row, externalId: row.externalId };
}

/** An operator takes an imported place out, with logs, ratings and media; later imports skip it. */
export function removePlace(game: Game, id: number, note: string): Promise<{ removed: true; code: string }> {
  return game.db.write((tx) => {
    const row = imported(game, id);
    const files = mediaRows(game).ofCache({ cache: id });
    importRows(game).addRemoved(tx, {
      source: row.source,
      externalId: row.externalId,
      code: row.code,
      title: row.title,
      note,
      removedAt: game.world.now(),
    });
    mapRows(game).drop(tx, id);
    packRows(game).changed(tx, row);
    cacheRows(game).delete(tx, { id });
    tx.after(() => {
      for (const file of files) {
        filesOf(game).drop(file.hash);
        if (file.thumbHash !== null) filesOf(game).drop(file.thumbHash);
      }
    });
    return { removed: true as const, code: row.code };
  });
}
