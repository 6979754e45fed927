/** Step one: where the cache is, its title and its kind, with photos of the place. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { usePosition } from "../go/position/use_position.ts";
import { Failed } from "../go/position/lazy.tsx";
import { sayAccuracy } from "../go/position/words.ts";
import { PhotoField } from "../photo/photo_field.tsx";
import { useApp } from "../shell/app.ts";
import { Button, Notice } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { sayDistance } from "../shell/times.ts";
import { GOOD_M, meanOf, NOTHING, secondsLeft, type Sum, take } from "./average.ts";
import { CACHE_PHOTOS, type Draft } from "./draft.ts";
import { NameFields } from "./fields/name_fields.tsx";
import { PlaceField } from "./fields/place_field.tsx";

export function WhereStep({ draft, change }: { draft: Draft; change: (what: Partial<Draft>) => void }) {
  const photos = useSignal(draft.photos);
  useEffect(() =>
    photos.subscribe((now) => {
      if (now !== draft.photos) change({ photos: [...now] });
    }), []);
  const place = draft.lat === undefined || draft.lon === undefined
    ? undefined
    : { lat: draft.lat, lon: draft.lon };
  return (
    <>
      {draft.type !== "living" && (
        <>
          <Measure draft={draft} change={change} />
          <PlaceField place={place} set={(at) => change({ ...at, accuracyM: undefined })} />
        </>
      )}
      <NameFields told={draft} change={change} />
      <PhotoField id="hide-photo" most={CACHE_PHOTOS} photos={photos} />
    </>
  );
}

/** Measures the place: from a press of the button to the next one, it takes the mean of the phone's readings. */
function Measure({ draft, change }: { draft: Draft; change: (what: Partial<Draft>) => void }) {
  const { gateway } = useApp();
  const sum = useSignal<Sum>(NOTHING);
  const running = useSignal(false);
  const { failure, again } = usePosition({
    on: running.value,
    each: (reading) => sum.value = take(sum.peek(), reading),
  });
  if (!isSecureContext) return <Notice>{say("hide.insecure")}</Notice>;
  const mean = meanOf(sum.value), left = secondsLeft(sum.value);
  const begin = () => {
    sum.value = NOTHING;
    running.value = true;
  };
  const use = () => {
    running.value = false;
    if (mean) change({ ...mean, changedAt: gateway.now() });
  };
  return (
    <section class="hide-measure">
      {running.value && failure.value && (
        <Failed failure={failure.value} again={again} more={say("hide.refused")} />
      )}
      {!running.value
        ? (
          <Button kind={draft.lat === undefined ? "main" : "quiet"} onClick={begin}>
            {say(draft.lat === undefined ? "hide.measure" : "hide.measure.again")}
          </Button>
        )
        : (
          <>
            <p class="hide-accuracy" role="status">
              {mean ? sayAccuracy(mean) : failure.value ? "" : say("nearby.locating")}
            </p>
            <p class="soft">
              {!mean || left > 0
                ? say("hide.wait", { n: left, far: sayDistance(GOOD_M) })
                : say(mean.accuracyM > 20 ? "hide.trees" : "hide.good")}
            </p>
            <Button kind="main" disabled={!mean} onClick={use}>{say("hide.use")}</Button>
          </>
        )}
    </section>
  );
}
