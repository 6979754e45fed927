/** The last step: what was said as a list, each line of which leads back to its question, and the button to publish. */
import { type Signal, useSignal } from "@preact/signals";
import { CacheView } from "../cache/cache_view.tsx";
import { saySize } from "../cache/cache_seen.ts";
import { sayType } from "../marks/cache_row.tsx";
import { useApp } from "../phone/app.ts";
import { bodyOf, type Draft, missingOf, stagesOf, type Step, stepsOf } from "../phone/drafts/draft.ts";
import { dropDraft } from "../phone/drafts/drafts.ts";
import { type NotKept, whyNotKept } from "../phone/kept/database.ts";
import { Preview as Picture } from "../phone/photo/photo_field.tsx";
import { sayAccuracy } from "../phone/position/words.ts";
import { go } from "../pages/router.ts";
import { CAMERA, CHEVRON_RIGHT, SEND } from "../ui/icons/field_paths.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { Card, Entries, Entry } from "../ui/look/lists.tsx";
import { IconDisc, KindDisc } from "../ui/look/radio.tsx";
import { AskOnce, Button, Foreign } from "../ui/parts.tsx";
import { writePlace } from "../ui/places/coordinates.ts";
import { say } from "../ui/say.ts";
import { numberFormat } from "../ui/times.ts";
import { publish } from "./publish.ts";
import { Unverified } from "./unverified.tsx";

export function CheckStep({ draft, to }: { draft: Draft; to: (step: Step) => string }) {
  const app = useApp();
  const isOpen = useSignal(false);
  const missing = missingOf(draft), stages = stagesOf(draft);
  const forget = async () => {
    await app.drain.withdraw(draft.id);
    await dropDraft(draft.id);
    go("/hide", { replace: true });
  };
  const rows = saidOf(draft);
  return (
    <>
      <div class="wizard-what">
        <KindDisc type={draft.type} size="big" />
        <div>
          <p class="caps">
            {[
              sayType(draft.type),
              ...(stages.length > 0 ? [say("hide.said.stages", { n: stages.length })] : []),
            ]
              .join(" · ")}
          </p>
          <h2>
            <Foreign>{draft.title || say("hide.untitled")}</Foreign>
          </h2>
        </div>
      </div>
      <Card flush>
        <Entries label={say("hide.said")}>
          {stepsOf(draft).filter((step) => step !== "publish").map((step) => {
            const lacks = missing.filter((one) => one.step === step);
            return (
              <Entry
                key={step}
                href={to(step)}
                disc={
                  <IconDisc
                    icon={lacks.length > 0 ? "pencil" : "check"}
                    tint={lacks.length > 0 ? "bad" : "go"}
                  />
                }
                name={say(`hide.step.${step}`)}
                line={lacks.length > 0
                  ? <span class="bad">{lacks.map(({ key }) => say(key)).join(" ")}</span>
                  : rows[step as Exclude<Step, "publish">]()}
                far={<Icon name={CHEVRON_RIGHT} />}
              />
            );
          })}
          <Entry
            href={to("what")}
            disc={<IconDisc icon={CAMERA} />}
            name={say("edit.photos")}
            line={draft.photos.length > 0
              ? say("hide.said.photos", { n: draft.photos.length })
              : say("hide.said.none")}
            far={<Icon name={CHEVRON_RIGHT} />}
          />
        </Entries>
      </Card>
      <p class="wizard-label">
        <Icon name="box" />
        <span>{say("hide.label")}</span>
      </p>
      <Unverified />
      <div class="wizard-look">
        <Button aria-expanded={isOpen.value} onClick={() => isOpen.value = !isOpen.peek()}>
          {say("hide.preview.go")}
        </Button>
        {isOpen.value && <Preview draft={draft} owner={app.call.value ?? ""} />}
      </div>
      <div class="apart">
        <AskOnce
          words={say("hide.forget")}
          what={say("hide.forget.what")}
          sure={say("hide.forget.do")}
          act={() => void forget()}
        />
      </div>
    </>
  );
}

/** What was said in a step, on one line. */
const saidOf = (draft: Draft): Record<Exclude<Step, "publish">, () => string> => ({
  where: () =>
    draft.lat === undefined || draft.lon === undefined ? draft.stationCall ?? "" : [
      writePlace({ lat: draft.lat, lon: draft.lon }),
      ...(draft.accuracyM === undefined ? [] : [sayAccuracy({ accuracyM: draft.accuracyM })]),
    ].join(" · "),
  what: () => {
    const level = (n: number) => numberFormat({}).format(n);
    return [
      sayType(draft.type),
      saySize(draft.size),
      say("hide.said.levels", { d: level(draft.difficulty), t: level(draft.terrain) }),
    ].join(" · ");
  },
  stages: () => say("hide.said.stages", { n: stagesOf(draft).length }),
  proof: () =>
    `${say(draft.radioOnly ? "hide.proof.radio" : "hide.proof.phone")} · ${say(`hide.who.${draft.visible}`)}`,
});

/** Puts the draft into the queue; where the phone is full nothing is sent, and `fault` says why. */
export function PublishButton({ draft, missing, fault }: {
  draft: Draft;
  missing: boolean;
  fault: Signal<NotKept | undefined>;
}) {
  const app = useApp(), busy = useSignal(false);
  const send = async () => {
    busy.value = true;
    try {
      await publish(app, draft);
      go("/waiting");
    } catch (error) {
      fault.value = whyNotKept(error);
      busy.value = false;
    }
  };
  return (
    <Button kind="main" icon={SEND} disabled={busy.value || missing} onClick={() => void send()}>
      {say("hide.publish")}
    </Button>
  );
}

/** A draft as finders will see it, drawn by the same component, with values in place of those that the gateway will give. */
export function Preview({ draft, owner }: { draft: Draft; owner: string }) {
  const { photos, changedAt } = draft;
  const { title, scope, ...told } = bodyOf(draft);
  const { lat = null, lon = null } = told;
  return (
    <section class="hide-preview" aria-label={say("hide.preview")}>
      <p class="caps">{say("hide.preview")}</p>
      <CacheView
        draft
        cache={{
          ...{ ...told, title: title || say("hide.untitled"), scope, lat, lon, owner, id: null, code: "…" },
          ...{ grid: null, country: null, tags: [], status: "active", ratingPolicy: "finders" } as const,
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
