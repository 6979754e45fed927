/**
 * Photos and sounds: taken by what they are, within exact quotas, deleted with their cache. API "Caches, logs, media".
 */
import { toHex } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { type Actor, asViewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { ownedCache, seenCache } from "../views/find_cache.ts";
import { packRows } from "../tables/pack_store.ts";
import { stageRows } from "../tables/stage_store.ts";
import { filesOf } from "./media_files.ts";
import { type MediaKind, type MediaType, mediaType, sizeLimit, THUMB_BYTES } from "../rules/media_kind.ts";
import { type MediaRow, mediaRows } from "../tables/media_store.ts";
import { mediaView } from "../views/media_view.ts";
import { cleanPicture } from "./pictures/clean_picture.ts";
import { holdQuotas, type Home } from "./quotas.ts";

/** A random identifier in the form of RFC 9562, version 4. */
export function newUuid(game: Game): string {
  const bytes = game.world.random(16);
  bytes[6] = bytes[6]! & 0x0f | 0x40;
  bytes[8] = bytes[8]! & 0x3f | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Checks an upload's type, then its size, in this order. Gives what is stored of it. Throws the refusal. */
export async function checkedUpload(
  bytes: Uint8Array,
  only?: MediaKind,
): Promise<{ type: MediaType; kept: Uint8Array }> {
  const type = await mediaType(bytes);
  if (bytes.length === 0) throw gameFailure.media_size({}, "The file is empty");
  if (!type || (only && type.kind !== only)) throw gameFailure.media_type();
  const limit = sizeLimit(type.kind);
  if (bytes.length > limit) {
    throw gameFailure.media_size(
      { limit },
      `A ${type.kind === "image" ? "photo" : "sound"} has at most ${limit} bytes`,
    );
  }
  if (type.kind === "image") return { type, kept: cleanPicture(bytes, type.ext) };
  const { cleanSound } = await import("./sounds/clean_sound.ts");
  return { type, kept: cleanSound(bytes, type.ext) };
}

/** Writes the bytes to the disk, then runs `fn` in a write. However that ends, no file stays that no row needs. */
export async function withFile<T>(
  game: Game,
  bytes: Uint8Array,
  fn: (tx: Tx, hash: string) => T,
): Promise<T> {
  const hash = await filesOf(game).keep(bytes);
  try {
    return await game.db.write((tx) => fn(tx, hash));
  } finally {
    filesOf(game).release(hash);
  }
}

/**
 * Adds a photo or sound to the gallery of the actor's cache. With `once` a file that is there already is given as it is:
 * who lost the answer sends again.
 */
export async function addMedia(
  game: Game,
  actor: Actor,
  ref: string,
  bytes: Uint8Array,
  { title, once }: { title: string; once: boolean },
) {
  const { id: cacheId } = ownedCache(game, ref, actor);
  const { type, kept } = await checkedUpload(bytes);
  const id = newUuid(game);
  return await withFile(game, kept, (tx, hash) => {
    const cache = ownedCache(game, String(cacheId), actor);
    const there = once && mediaRows(game).gallery({ cache: cacheId }).find((file) => file.hash === hash);
    if (there) return { file: mediaView(there), duplicate: true };
    const home = ownFile(cache);
    holdQuotas(game, tx, home, kept.length, { item: true });
    mediaRows(game).insert(tx, {
      ...fileRow(game, home, type, kept.length, hash),
      id,
      stage: null,
      title,
      key: `cache/${cacheId}/media/${id}.${type.ext}`,
    });
    packRows(game).changed(tx, cache);
    return { file: mediaView(mediaRows(game).byId({ cache: cacheId, id })!), duplicate: false };
  });
}

/** A file of the cache itself counts against its owner. */
const ownFile = (cache: CacheRow): Home => ({ cache: cache.id, account: cache.ownerAccount });

/** The row of a new file; its picture for lists comes later. */
export const fileRow = (game: Game, home: Home, type: MediaType, bytes: number, hash: string) => ({
  cacheId: home.cache,
  accountId: home.account,
  logId: home.log ?? null,
  kind: type.kind,
  contentType: type.contentType,
  bytes,
  hash,
  thumbKey: null,
  thumbType: null,
  thumbBytes: 0,
  thumbHash: null,
  createdAt: game.world.now(),
});

/** Sets the sound of a stage, in place of the one before. */
export async function setClip(game: Game, actor: Actor, ref: string, n: number, bytes: Uint8Array) {
  const { id: cacheId } = ownedCache(game, ref, actor);
  if (!stageRows(game).of({ cache: cacheId }).some((stage) => stage.n === n)) {
    throw gameFailure.stage_not_found();
  }
  const { type, kept } = await checkedUpload(bytes, "audio");
  const id = newUuid(game);
  await withFile(game, kept, (tx, hash) => {
    const cache = ownedCache(game, String(cacheId), actor);
    if (!stageRows(game).of({ cache: cacheId }).some((stage) => stage.n === n)) {
      throw gameFailure.stage_not_found();
    }
    const old = mediaRows(game).clips({ cache: cacheId }).find((clip) => clip.stage === n);
    const home = ownFile(cache);
    holdQuotas(game, tx, home, kept.length, { item: false, freed: old?.bytes });
    if (old) deleteRow(game, tx, old);
    mediaRows(game).insert(tx, {
      ...fileRow(game, home, type, kept.length, hash),
      id,
      stage: n,
      title: "",
      key: `cache/${cacheId}/stage/${n}/clue-${id.replace(/-/g, "").slice(0, 12)}.${type.ext}`,
    });
    stageRows(game).unseal(tx, { cache: cacheId, n });
    packRows(game).changed(tx, cache);
  });
  return mediaView(mediaRows(game).clips({ cache: cacheId }).find((clip) => clip.stage === n)!);
}

/** Sets the thumbnail of a photo: JPEG or WebP. */
export async function setThumb(game: Game, actor: Actor, ref: string, mid: string, bytes: Uint8Array) {
  const row = ownMedia(game, actor, ref, mid);
  const { cacheId } = row;
  if (row.kind !== "image") throw gameFailure.not_an_image();
  const type = await mediaType(bytes);
  if (bytes.length === 0) throw gameFailure.media_size({}, "The thumbnail is empty");
  if (!type || !["jpg", "webp"].includes(type.ext)) {
    throw gameFailure.media_type({}, "A thumbnail is a JPEG or WebP file");
  }
  if (bytes.length > THUMB_BYTES) {
    throw gameFailure.media_size({ limit: THUMB_BYTES }, `A thumbnail has at most ${THUMB_BYTES} bytes`);
  }
  const kept = cleanPicture(bytes, type.ext);
  await withFile(game, kept, (tx, hash) => {
    const now = ownMedia(game, actor, String(cacheId), mid);
    const home = { cache: cacheId, account: now.accountId, ...(now.logId !== null && { log: now.logId }) };
    holdQuotas(game, tx, home, kept.length, { item: false, freed: now.thumbBytes });
    const key = `cache/${cacheId}/media/${mid}.thumb.${type.ext}`;
    mediaRows(game).setThumb(tx, { id: mid, key, type: type.contentType, bytes: kept.length, hash });
    const { thumbHash } = now;
    if (thumbHash !== null) tx.after(() => filesOf(game).drop(thumbHash));
    packRows(game).changed(tx, cacheRows(game).byId({ id: cacheId })!);
  });
  const { thumbUrl, thumbBytes } = mediaView(mediaRows(game).byId({ cache: cacheId, id: mid })!);
  return { thumbUrl: thumbUrl!, thumbBytes: thumbBytes! };
}

/** Deletes a row; its files go after the commit, if nothing else needs them. */
export function deleteRow(game: Game, tx: Tx, row: MediaRow): void {
  mediaRows(game).delete(tx, { id: row.id });
  tx.after(() => {
    filesOf(game).drop(row.hash);
    if (row.thumbHash !== null) filesOf(game).drop(row.thumbHash);
  });
}

/** Removes a photo or sound of the actor's, with its thumbnail. */
export function removeMedia(game: Game, actor: Actor, ref: string, mid: string): Promise<void> {
  const { cacheId } = ownMedia(game, actor, ref, mid);
  return game.db.write((tx) => {
    deleteRow(game, tx, ownMedia(game, actor, String(cacheId), mid));
    packRows(game).changed(tx, cacheRows(game).byId({ id: cacheId })!);
  });
}

/** A photo or sound that the actor may change: one of his cache's gallery, or one beside his own log. */
function ownMedia(game: Game, actor: Actor, ref: string, mid: string): MediaRow {
  const { id } = seenCache(game, ref, asViewer(actor));
  const row = mediaRows(game).byId({ cache: id, id: mid });
  if (row && row.logId !== null) {
    if (row.accountId !== actor.person.accountId) throw gameFailure.log_not_yours();
    return row;
  }
  ownedCache(game, ref, actor);
  if (!row || row.stage !== null) throw gameFailure.media_not_found();
  return row;
}
