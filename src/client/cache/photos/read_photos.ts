/** Reads the photos of a cache for a page: from the gateway, from the phone's memory, or from a pack. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import type { Known } from "../../phone/reader.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export interface Photo {
  /** Absent in a pack. */
  id?: number | string;
  kind: string;
  title: string | null;
  url: string;
  thumbUrl?: string;
}

export function usePhotos(code: string): ReadonlySignal<readonly Photo[]> {
  const { reader, packs } = useApp();
  const photos = useSignal<readonly Photo[]>([]);
  useEffect(() => {
    photos.value = [];
    // A mirror has none here.
    if (code.includes(":")) return;
    const packed = packs.find(code).then((found): Known<{ media: Photo[] }> | undefined =>
      found && { ...found, value: { media: found.value.images } }
    );
    const show = ({ value }: Known<{ media: Photo[] }>) => {
      photos.value = value.media.filter(({ kind }) => kind === "image");
    };
    void reader.read(routeTo("GET /api/caches/:id/media", { params: { id: code } }), show, packed);
  }, [code]);
  return photos;
}
