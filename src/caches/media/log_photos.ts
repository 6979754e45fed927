/**
 * Photos beside logs: put there by who wrote the log, against his own quota, and gone with it. They are no part of the
 * cache's gallery, nor of packs, nor of what neighbours are told.
 */
import type { Tx } from "../../db/mod.ts";
import { type Actor, asViewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import { isGone, type LogRow, logRows } from "../tables/log_store.ts";
import type { Game } from "../game.ts";
import { seenCache } from "../views/find_cache.ts";
import { checkedUpload, deleteRow, fileRow, newUuid, withFile } from "./media.ts";
import { mediaRows } from "../tables/media_store.ts";
import { mediaView } from "../views/media_view.ts";
import { holdQuotas } from "./quotas.ts";

/** Adds a photo to a log of the actor's. The same file again gives the photo that is there: the first answer was lost. */
export async function addLogPhoto(game: Game, actor: Actor, ref: string, logId: number, bytes: Uint8Array) {
  const first = ownLog(game, actor, ref, logId);
  const { type, kept } = await checkedUpload(bytes, "image");
  const id = newUuid(game);
  return await withFile(game, kept, (tx, hash) => {
    const { cacheId } = ownLog(game, actor, String(first.cacheId), logId);
    const there = photosOf(game, logId).find((photo) => photo.hash === hash);
    if (there) return { file: mediaView(there), duplicate: true };
    const home = { cache: cacheId, account: actor.person.accountId, log: logId };
    holdQuotas(game, tx, home, kept.length, { item: true });
    mediaRows(game).insert(tx, {
      ...fileRow(game, home, type, kept.length, hash),
      id,
      stage: null,
      title: "",
      key: `cache/${cacheId}/media/${id}.${type.ext}`,
    });
    return { file: mediaView(mediaRows(game).byId({ cache: cacheId, id })!), duplicate: false };
  });
}

/** The log, if it stands and the actor wrote it. */
function ownLog(game: Game, actor: Actor, ref: string, logId: number): LogRow {
  const cache = seenCache(game, ref, asViewer(actor));
  const log = logRows(game).byId({ id: logId });
  if (!log || log.cacheId !== cache.id || isGone(log)) throw gameFailure.log_not_found();
  if (log.accountId !== actor.person.accountId) throw gameFailure.log_not_yours();
  return log;
}

const photosOf = (game: Game, logId: number) => mediaRows(game).ofLogs({ logs: `[${logId}]` });

/** Deletes the photos of a log that is removed. */
export function dropPhotos(game: Game, tx: Tx, logId: number): void {
  for (const photo of photosOf(game, logId)) deleteRow(game, tx, photo);
}
