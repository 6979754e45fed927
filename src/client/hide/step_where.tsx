/** Step one: where the cache is, its title and its kind, with photos of the place. */
import { PhotoField } from "../photo/photo_field.tsx";
import { useApp } from "../shell/app.ts";
import { Notice } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { CACHE_PHOTOS, type Draft, STAGED } from "./draft.ts";
import { Measure } from "./fields/measure.tsx";
import { NameFields } from "./fields/name_fields.tsx";
import { PlaceField } from "./fields/place_field.tsx";

export function WhereStep({ draft, change }: { draft: Draft; change: (what: Partial<Draft>) => void }) {
  const { gateway } = useApp();
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
