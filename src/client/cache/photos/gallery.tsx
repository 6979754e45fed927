/** The photos of a cache: the first one large at the head of its page, all of them further down. */
import { Picture, useStored } from "../../phone/packs/picture.tsx";
import { say } from "../../ui/say.ts";
import type { Photo } from "./read_photos.ts";

/** Nothing where there are none. */
export function Gallery({ photos }: { photos: readonly Photo[] }) {
  if (photos.length === 0) return null;
  return (
    <section>
      <h2>{say("cache.photos")}</h2>
      <div class="gallery">
        {photos.map(({ url, thumbUrl, title }, i) => (
          <Picture key={url} url={url} small={thumbUrl} words={title || say("cache.photo", { n: i + 1 })} />
        ))}
      </div>
    </section>
  );
}

/** The first photo, over the drawing of the place; the gallery below says what it shows. */
export function HeroPhoto({ of: { url } }: { of: Photo }) {
  const address = useStored(url);
  return address.value ? <img class="cache-hero-photo" src={address.value} alt="" /> : null;
}
