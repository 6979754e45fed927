/**
 * Photos and sounds: taken by what they are, within exact quotas, deleted with their cache, served so that no browser runs
 * them. API "Caches, logs, media".
 */
import { z } from "zod";
import { toHex } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { MEDIA_QUOTA_MB } from "../../settings/mod.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import { gameFailure } from "../errors.ts";
import type { Actor, Game, Viewer } from "../game.ts";
import {
  ACCOUNT_BYTES,
  CACHE_BYTES,
  CACHE_ITEMS,
  isMediaKey,
  type MediaType,
  mediaType,
  sizeLimit,
  THUMB_BYTES,
} from "./media_kind.ts";
import type { MediaRow } from "./media_store.ts";

export const MediaView = z.object({
  id: z.string(),
  kind: z.enum(["image", "audio"]),
  contentType: z.string(),
  title: z.string(),
  key: z.string(),
  url: z.string(),
  bytes: z.number(),
  createdAt: z.number(),
  thumbUrl: z.string().optional(),
  thumbBytes: z.number().optional(),
});

export const mediaView = (row: MediaRow): z.infer<typeof MediaView> => ({
  id: row.id,
  kind: row.kind,
  contentType: row.contentType,
  title: row.title,
  key: row.key,
  url: `/api/media/${row.key}`,
  bytes: row.bytes,
  createdAt: row.createdAt,
  ...(row.thumbKey !== null && { thumbUrl: `/api/media/${row.thumbKey}`, thumbBytes: row.thumbBytes }),
});

/** A random identifier in the form of RFC 9562, version 4. */
function newUuid(game: Game): string {
  const bytes = game.world.random(16);
  bytes[6] = bytes[6]! & 0x0f | 0x40;
  bytes[8] = bytes[8]! & 0x3f | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Type, then size: the order in which an upload is refused. */
async function checkedType(bytes: Uint8Array, only?: "audio"): Promise<MediaType> {
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
  return type;
}

/** Inside the write: quotas are exact, however many uploads race. `freed` bytes are about to go. */
function holdQuotas(
  game: Game,
  cache: CacheRow,
  bytes: number,
  options: { item: boolean; freed?: number },
): void {
  const { items, cacheBytes, accountBytes, allBytes } = game.media.used(cache.id, cache.ownerAccount);
  if (options.item && items >= CACHE_ITEMS) {
    throw gameFailure.media_count({ limit: CACHE_ITEMS }, `A cache has at most ${CACHE_ITEMS} files`);
  }
  const more = bytes - (options.freed ?? 0);
  const quota = game.settings.get(MEDIA_QUOTA_MB) * 1_000_000;
  const full = cacheBytes + more > CACHE_BYTES
    ? { limit: CACHE_BYTES, whose: "of the cache" }
    : accountBytes + more > ACCOUNT_BYTES
    ? { limit: ACCOUNT_BYTES, whose: "of the account" }
    : allBytes + more > quota
    ? { limit: quota, whose: "of the instance" }
    : undefined;
  if (full) {
    throw gameFailure.media_quota(
      { limit: full.limit },
      `There is no room ${full.whose}: ${full.limit} bytes in all`,
    );
  }
}

/** Puts the bytes on the disk, then runs `fn` in a write; whatever happens, no file stays that no row needs. */
async function withFile<T>(game: Game, bytes: Uint8Array, fn: (tx: Tx, hash: string) => T): Promise<T> {
  const hash = await game.files.keep(bytes);
  try {
    return await game.db.write((tx) => fn(tx, hash));
  } finally {
    game.files.release(hash, game.media.uses);
  }
}

/** Adds a photo or sound to the gallery of the actor's cache. */
export async function addMedia(game: Game, actor: Actor, ref: string, bytes: Uint8Array, title: string) {
  const { id: cacheId } = game.owned(ref, actor);
  const type = await checkedType(bytes);
  const id = newUuid(game);
  await withFile(game, bytes, (tx, hash) => {
    const cache = game.owned(String(cacheId), actor);
    holdQuotas(game, cache, bytes.length, { item: true });
    game.media.insert(tx, {
      ...fileRow(game, cache, type, bytes.length, hash),
      id,
      stage: null,
      title,
      key: `cache/${cacheId}/media/${id}.${type.ext}`,
    });
    game.packs.changed(tx, cache);
  });
  return mediaView(game.media.byId(cacheId, id)!);
}

const fileRow = (game: Game, cache: CacheRow, type: MediaType, bytes: number, hash: string) => ({
  cacheId: cache.id,
  accountId: cache.ownerAccount,
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
  const { id: cacheId } = game.owned(ref, actor);
  if (!game.stages.of(cacheId).some((stage) => stage.n === n)) throw gameFailure.stage_not_found();
  const type = await checkedType(bytes, "audio");
  const id = newUuid(game);
  await withFile(game, bytes, (tx, hash) => {
    const cache = game.owned(String(cacheId), actor);
    if (!game.stages.of(cacheId).some((stage) => stage.n === n)) throw gameFailure.stage_not_found();
    const old = game.media.clips(cacheId).find((clip) => clip.stage === n);
    holdQuotas(game, cache, bytes.length, { item: false, freed: old?.bytes });
    if (old) deleteRow(game, tx, old);
    game.media.insert(tx, {
      ...fileRow(game, cache, type, bytes.length, hash),
      id,
      stage: n,
      title: "",
      key: `cache/${cacheId}/stage/${n}/clue-${id.replace(/-/g, "").slice(0, 12)}.${type.ext}`,
    });
    game.stages.unseal(tx, cacheId, n);
    game.packs.changed(tx, cache);
  });
  return mediaView(game.media.clips(cacheId).find((clip) => clip.stage === n)!);
}

/** Sets the thumbnail of a photo: JPEG or WebP. */
export async function setThumb(game: Game, actor: Actor, ref: string, mid: string, bytes: Uint8Array) {
  const { id: cacheId } = game.owned(ref, actor);
  const row = game.media.byId(cacheId, mid);
  if (!row || row.stage !== null) throw gameFailure.media_not_found();
  if (row.kind !== "image") throw gameFailure.not_an_image();
  const type = await mediaType(bytes);
  if (bytes.length === 0) throw gameFailure.media_size({}, "The thumbnail is empty");
  if (!type || !["jpg", "webp"].includes(type.ext)) {
    throw gameFailure.media_type({}, "A thumbnail is a JPEG or WebP file");
  }
  if (bytes.length > THUMB_BYTES) {
    throw gameFailure.media_size({ limit: THUMB_BYTES }, `A thumbnail has at most ${THUMB_BYTES} bytes`);
  }
  await withFile(game, bytes, (tx, hash) => {
    const cache = game.owned(String(cacheId), actor);
    const now = game.media.byId(cacheId, mid);
    if (!now) throw gameFailure.media_not_found();
    holdQuotas(game, cache, bytes.length, { item: false, freed: now.thumbBytes });
    const key = `cache/${cacheId}/media/${mid}.thumb.${type.ext}`;
    game.media.setThumb(tx, mid, { key, type: type.contentType, bytes: bytes.length, hash });
    const { thumbHash } = now;
    if (thumbHash !== null) tx.after(() => game.files.drop(thumbHash, game.media.uses));
    game.packs.changed(tx, cache);
  });
  const { thumbUrl, thumbBytes } = mediaView(game.media.byId(cacheId, mid)!);
  return { thumbUrl: thumbUrl!, thumbBytes: thumbBytes! };
}

/** Deletes a row; its files go after the commit, if nothing else needs them. */
export function deleteRow(game: Game, tx: Tx, row: MediaRow): void {
  game.media.delete(tx, row.id);
  tx.after(() => {
    game.files.drop(row.hash, game.media.uses);
    if (row.thumbHash !== null) game.files.drop(row.thumbHash, game.media.uses);
  });
}

/** Removes a photo or sound of the actor's cache, with its thumbnail. */
export function removeMedia(game: Game, actor: Actor, ref: string, mid: string): Promise<void> {
  const { id } = game.owned(ref, actor);
  return game.db.write((tx) => {
    const row = game.media.byId(id, mid);
    if (!row || row.stage !== null) throw gameFailure.media_not_found();
    deleteRow(game, tx, row);
    game.packs.changed(tx, game.caches.byId(id)!);
  });
}

/** A stored file as it may be served to a viewer. */
export interface ServedFile {
  path: string;
  hash: string;
  bytes: number;
  contentType: string;
  /** A clip that not everybody may hear. */
  gated: boolean;
}

/** The file of a key. Anything else, also what this viewer may not see, is 404. */
export function servedFile(game: Game, key: string, viewer: Viewer): ServedFile {
  const row = isMediaKey(key) ? game.media.byKey(key) : undefined;
  const cache = row && game.caches.byId(row.cacheId);
  if (!row || !cache) throw gameFailure.media_not_found();
  const insider = viewer.operator || (viewer.account !== undefined && viewer.account === cache.ownerAccount);
  if ((cache.removedAt !== null || cache.status === "draft") && !insider) throw gameFailure.media_not_found();
  let gated = false;
  if (row.stage !== null) {
    const stage = game.stages.of(cache.id).find((one) => one.n === row.stage);
    gated = stage?.unlock !== "audio";
    const open = !gated || insider || (viewer.account !== undefined &&
      game.stages.unlocksOf(cache.id, viewer.account).some((one) => one.n === row.stage));
    if (!open) throw gameFailure.media_not_found();
  }
  const thumb = key === row.thumbKey;
  const hash = thumb ? row.thumbHash! : row.hash;
  return {
    path: game.files.path(hash),
    hash,
    bytes: thumb ? row.thumbBytes : row.bytes,
    contentType: thumb ? row.thumbType! : row.contentType,
    gated: gated || cache.removedAt !== null || cache.status === "draft",
  };
}
