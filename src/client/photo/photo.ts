/** Photos on their way: kept on the phone under a name, sent after what they belong to. */
import type { Item } from "../outbox/item.ts";
import type { App } from "../shell/app.ts";
import type { Shrunk } from "./shrink.ts";

/** A photo under a name that nobody else draws. */
export interface Photo extends Shrunk {
  id: string;
}

/** Lays the bytes where the sender finds them: before the items that name them. */
export async function keepPhotos({ files }: App, photos: readonly Photo[]): Promise<void> {
  for (const { id, bytes, thumb } of photos) {
    await files.keep(id, bytes);
    await files.keep(thumbOf(id), thumb);
  }
}

const thumbOf = (id: string): string => `${id}-thumb`;

/** Items that send the photos after another one. `gallery`: the address of the cache's photos, as far as it is known. */
function items(item: Item, photos: readonly Photo[], path: string, thumbs: (id: string) => string): Item[] {
  return photos.flatMap(({ id }): Item[] => [
    { ...item, id, after: item.id, kind: "photo", path, method: "POST", body: {}, file: id },
    {
      ...{ ...item, id: thumbOf(id), after: id, kind: "thumb", path: thumbs("{id}"), method: "PUT" },
      ...{ body: {}, file: thumbOf(id) },
    },
  ]);
}

/** Photos of a cache that is there: they wait for nothing. */
export function photosOfOwn(base: Item, photos: readonly Photo[]): Item[] {
  return photosOfCache(base, photos, encodeURIComponent(base.cache)).map((item) => {
    if (item.kind === "thumb") return item;
    const { after: _, ...free } = item;
    return free;
  });
}

/** Photos of a cache; `code` may be what the gateway is about to give. The same file is there once. */
export function photosOfCache(cache: Item, photos: readonly Photo[], code: string): Item[] {
  const path = `/api/caches/${code}/media`;
  return items(cache, photos, `${path}?once=1`, (id) => `${path}/${id}/thumb`);
}

/** Photos beside a log. */
export function photosOf(log: Item, photos: readonly Photo[]): Item[] {
  const cache = `/api/caches/${encodeURIComponent(log.cache)}`;
  return items(log, photos, `${cache}/logs/{id}/media`, (id) => `${cache}/media/${id}/thumb`);
}
