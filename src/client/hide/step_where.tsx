/** Step one: where the cache is, its title and its kind, with photos of the place. */
import { PhotoField } from "../phone/photo/photo_field.tsx";
import { useApp } from "../phone/app.ts";
import { Notice } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { CACHE_PHOTOS, type Draft, STAGED } from "../phone/drafts/draft.ts";
import { Measure } from "./fields/measure.tsx";
import { NameFields } from "./fields/name_fields.tsx";
import { PlaceMap } from "../map/place_map.tsx";
import { centreOf } from "../ui/places/squares.ts";
import { PlaceField } from "../ui/places/place_field.tsx";

export function WhereStep({ draft, change }: { draft: Draft; change: (what: Partial<Draft>) => void }) {
  const { gateway, caches, start } = useApp(), region = start.value?.value.region;
  const place = draft.lat === undefined || draft.lon === undefined
    ? undefined
    : { lat: draft.lat, lon: draft.lon };
  return (
    <>
      {draft.type !== "living" && (
        <>
          {isSecureContext
            ? (
              <Measure
                kind={place ? "quiet" : "main"}
                set={(mean) => change({ ...mean, changedAt: gateway.now() })}
              />
            )
            : <Notice>{say("hide.insecure")}</Notice>}
          <PlaceMap
            place={place}
            begin={caches.own.from.value ?? (region ? centreOf(region) : undefined)}
            set={(at) => change({ ...at, accuracyM: undefined })}
          />
          <PlaceField
            place={place}
            set={(at) => change({ ...at, accuracyM: undefined })}
            clear={change}
          />
        </>
      )}
      <NameFields told={draft} change={change} />
      {STAGED.has(draft.type) && <p class="soft">{say("hide.type.stages")}</p>}
      <PhotoField
        id="hide-photo"
        most={CACHE_PHOTOS}
        photos={draft.photos}
        set={(photos) => change({ photos })}
      />
    </>
  );
}
