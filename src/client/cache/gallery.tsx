/** The photos of a cache, from the gateway or from a pack; nothing where there are none. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Picture } from "../phone/packs/picture.tsx";
import { useApp } from "../phone/app.ts";
import type { Known } from "../phone/reader.ts";
import { say } from "../ui/say.ts";
import { routeTo } from "../phone/wire/routes.ts";

interface Photo {
  kind: string;
  title: string | null;
  url: string;
  thumbUrl?: string;
}

export function Gallery({ code }: { code: string }) {
  const { reader, packs } = useApp();
  const photos = useSignal<readonly Photo[]>([]);
  useEffect(() => {
    const packed = packs.find(code).then((found): Known<{ media: Photo[] }> | undefined =>
      found && { ...found, value: { media: found.value.images } }
    );
    const show = ({ value }: Known<{ media: Photo[] }>) => {
      photos.value = value.media.filter(({ kind }) => kind === "image");
    };
    void reader.read(routeTo("GET /api/caches/:id/media", { params: { id: code } }), show, packed);
  }, [code]);
  if (photos.value.length === 0) return null;
  return (
    <section>
      <h2>{say("cache.photos")}</h2>
      <div class="gallery">
        {photos.value.map(({ url, thumbUrl, title }, i) => (
          <Picture key={url} url={url} small={thumbUrl} words={title || say("cache.photo", { n: i + 1 })} />
        ))}
      </div>
    </section>
  );
}
