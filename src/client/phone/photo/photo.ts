/** Photos that wait to be sent: stored on the phone under an id, and sent after the log or cache that they belong to. */
import type { Item } from "../queue/item.ts";
import type { App } from "../app.ts";
import type { Shrunk } from "./shrink.ts";

/** A photo, with an id of 128 random bits. */
export interface Photo extends Shrunk {
  id: string;
}

/** Stores the bytes of photos; to be called before the items that name them are added to the queue. */
export async function keepPhotos({ files }: App, photos: readonly Photo[]): Promise<void> {
  for (const { id, bytes, thumb } of photos) {
    await files.keep(id, bytes);
    await files.keep(thumbOf(id), thumb);
  }
}

const thumbOf = (id: string): string => `${id}-thumb`;

/** The items that send photos after `item`. `path`: where photos are sent; `thumbs`: where the small version of one is sent. */
function items(item: Item, photos: readonly Photo[], path: string, thumbs: (id: string) => string): Item[] {
  return photos.flatMap(({ id }): Item[] => [
    { ...item, id, after: item.id, kind: "photo", path, method: "POST", body: {}, file: id },
    {
      ...{ ...item, id: thumbOf(id), after: id, kind: "thumb", path: thumbs("{id}"), method: "PUT" },
      ...{ body: {}, file: thumbOf(id) },
    },
  ]);
}

/** The items for photos of a cache that the gateway has: they wait for no other item. */
export function photosOfOwn(base: Item, photos: readonly Photo[]): Item[] {
  return photosOfCache(base, photos, encodeURIComponent(base.cache)).map((item) => {
    if (item.kind === "thumb") return item;
    const { after: _, ...free } = item;
    return free;
  });
}

/** The items for photos of a cache. `code` may be `{code}`, for the one that the gateway will give. A file is taken only once. */
export function photosOfCache(cache: Item, photos: readonly Photo[], code: string): Item[] {
  const path = `/api/caches/${code}/media`;
  return items(cache, photos, `${path}?once=1`, (id) => `${path}/${id}/thumb`);
}

/** The items for photos of a log. */
export function photosOf(log: Item, photos: readonly Photo[]): Item[] {
  const cache = `/api/caches/${encodeURIComponent(log.cache)}`;
  return items(log, photos, `${cache}/logs/{id}/media`, (id) => `${cache}/media/${id}/thumb`);
}
