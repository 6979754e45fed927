/** A draft as finders will see it, drawn by the same component, with values in place of those that the gateway will give. */
import { CacheView } from "../cache/cache_view.tsx";
import { Preview as Picture } from "../phone/photo/photo_field.tsx";
import { say } from "../ui/say.ts";
import { bodyOf, type Draft } from "../phone/drafts/draft.ts";

export function Preview({ draft, owner }: { draft: Draft; owner: string }) {
  const { photos, changedAt } = draft;
  const { title, scope, ...told } = bodyOf(draft);
  const { lat = null, lon = null } = told;
  return (
    <section class="hide-preview" aria-label={say("hide.preview")}>
      <CacheView
        draft
        cache={{
          ...{ ...told, title: title || say("hide.untitled"), scope, lat, lon, owner, id: null, code: "…" },
          ...{ grid: null, country: null, tags: [], status: "active", ratingPolicy: "finders" },
          ...{
            stationCall: told.stationCall ?? null,
            source: "native",
            createdAt: changedAt,
            updatedAt: changedAt,
            finds: 0,
          },
          ...{ favorites: 0, recommended: 0, rating: { avg: null, count: 0 }, origin: draft.instance },
          ...(told.minTrust && { leastTrust: told.minTrust }),
        }}
      />
      {photos.length > 0 && (
        <ul class="photos">
          {photos.map((photo, i) => (
            <li key={photo.id}>
              <Picture bytes={photo.thumb} alt={say("photo.one", { n: i + 1 })} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
