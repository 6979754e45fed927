/** The photos of a cache of one's own: the present ones, and a field for new ones, which are sent through the queue. */
import { useSignal } from "@preact/signals";
import { keepPhotos, type Photo, photosOfOwn } from "../phone/photo/photo.ts";
import { PhotoField } from "../phone/photo/photo_field.tsx";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { AskOnce, Button, Notice } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { CACHE_PHOTOS } from "../phone/drafts/draft.ts";
import { entering, type Item } from "../phone/queue/item.ts";
import { useTyped } from "../phone/drafts/typed.ts";
import { routeTo } from "../phone/wire/routes.ts";

interface Gallery {
  media: { id: string; kind: string; title: string; url: string; thumbUrl?: string }[];
}

export function OwnPhotos({ code, title }: { code: string; title: string }) {
  const app = useApp();
  const path = routeTo("GET /api/caches/:id/media", { params: { id: code } });
  const gallery = useRead(path);
  const full = useSignal(false), typed = useTyped<Photo[]>(`own-photos:${code}`);
  const doing = useDoing(), photos = typed.value.value ?? [];
  const there = gallery.known.value?.value.media.filter(({ kind }) => kind === "image") ?? [];
  const send = async () => {
    const start = app.start.peek()?.value, account = start?.session.call;
    if (!start || !account) return;
    const whose = { account, instance: start.instance };
    const base: Item = {
      ...{ id: app.world.newId(), kind: "photo", cache: code, title, path, body: {} },
      ...{ ...whose, ...entering(app.gateway.now()) },
    };
    try {
      await keepPhotos(app, photos);
      await app.drain.add(...photosOfOwn(base, photos));
      await typed.keep(undefined);
    } catch {
      full.value = true;
    }
  };
  const remove = async (id: string) => {
    const one = routeTo("DELETE /api/caches/:id/media/:mid", { params: { id: code, mid: id } });
    if (await doing.run(() => app.gateway.ask("DELETE", one, {}))) await gallery.again();
  };
  return (
    <section>
      <h2>{say("edit.photos")}</h2>
      {there.length > 0 && (
        <ul class="photos">
          {there.map(({ id, url, thumbUrl = url }, i) => (
            <li key={id}>
              <img src={thumbUrl} alt={say("photo.one", { n: i + 1 })} loading="lazy" />
              <AskOnce
                words={say("photo.remove")}
                label={say("photo.remove.one", { n: i + 1 })}
                what={say("photo.remove.what", { n: i + 1 })}
                sure={say("photo.remove.do")}
                disabled={doing.busy.value}
                act={() => void remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <Problem of={doing} />
      {typed.ready && (
        <PhotoField
          id="own-photo"
          most={Math.max(0, CACHE_PHOTOS - there.length)}
          photos={photos}
          set={(now) => void typed.keep(now.length > 0 ? now : undefined)}
        />
      )}
      {full.value && <Notice>{say("write.full")}</Notice>}
      {photos.length > 0 && <Button onClick={() => void send()}>{say("edit.photos.send")}</Button>}
    </section>
  );
}
