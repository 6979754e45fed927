/** A field to take or choose photos: each is made small at once, and can be left out again. `most`: how many at most. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../app.ts";
import { CAMERA } from "../../ui/icons/field_paths.ts";
import { FileTile } from "../../ui/look/file_tile.tsx";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import type { Photo } from "./photo.ts";
import { shrink } from "./shrink.ts";

export function PhotoField({ id, most, photos, set }: {
  id: string;
  most: number;
  photos: readonly Photo[];
  set: (photos: Photo[]) => void;
}) {
  const { world } = useApp();
  const unread = useSignal(false), busy = useSignal(false);
  /** The photos as they are now, also while one is made small. */
  const latest = useRef(photos);
  latest.current = photos;
  const put = (next: Photo[]) => {
    latest.current = next;
    set(next);
  };
  const take = async (input: HTMLInputElement) => {
    unread.value = false;
    busy.value = true;
    for (const file of [...input.files ?? []]) {
      if (latest.current.length >= most) break;
      const small = await shrink(file);
      if (small) put([...latest.current, { id: world.newId(), ...small }]);
      else unread.value = true;
    }
    busy.value = false;
    input.value = "";
  };
  const full = photos.length >= most;
  return (
    <section class="photo-field">
      <ul class="photos">
        {photos.map((photo, i) => (
          <li key={photo.id}>
            <Preview bytes={photo.thumb} alt={say("photo.one", { n: i + 1 })} />
            <Button
              kind="round"
              icon="x"
              onClick={() => put(latest.current.filter((one) => one !== photo))}
              aria-label={say("photo.leave.one", { n: i + 1 })}
            />
          </li>
        ))}
        <li hidden={full}>
          <FileTile
            id={id}
            icon={CAMERA}
            label={say("photo.add")}
            accept="image/*"
            disabled={full || busy.value}
            describedBy={`${id}-hint`}
            take={(field) => void take(field)}
          />
        </li>
      </ul>
      <p class="soft" id={`${id}-hint`}>{full ? say("photo.full", { n: most }) : say("photo.hint")}</p>
      {unread.value && <p class="bad" role="alert">{say("photo.unread")}</p>}
    </section>
  );
}

/** Shows a photo that is not sent yet. */
export function Preview({ bytes, alt }: { bytes: Uint8Array; alt: string }) {
  const url = useSignal("");
  useEffect(() => {
    const made = url.value = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return url.value ? <img src={url.value} alt={alt} /> : null;
}
