/**
 * One draft, one question a page: where, what, its stages, who proves it, and what was said before it is published. Each step is
 * an address, so that the browser's way back works; every change is stored on the phone at once.
 */
import type { NotKept } from "../phone/kept/database.ts";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { wideParts } from "../panes/list_panes.ts";
import { useApp } from "../phone/app.ts";
import { Button, ButtonLink, Heading, Notice } from "../ui/parts.tsx";
import { ActBar } from "../ui/look/acting.tsx";
import { go, place } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { CHEVRON_LEFT, CHEVRON_RIGHT } from "../ui/icons/field_paths.ts";
import { CACHE_PHOTOS, type Draft, missingOf, type Step, stepsOf } from "../phone/drafts/draft.ts";
import { keepDraft } from "../phone/drafts/drafts.ts";
import { useKeeping } from "../phone/drafts/typed.ts";
import { PhotoField } from "../phone/photo/photo_field.tsx";
import { PlaceMap } from "../map/place_map.tsx";
import { centreOf } from "../ui/places/squares.ts";
import { PlaceField } from "../ui/places/place_field.tsx";
import { isOpen, itemOf } from "./publish.ts";
import { FindStep } from "./step_find.tsx";
import { CanBeHeard, WhoStep } from "./step_who.tsx";
import { Unverified } from "./unverified.tsx";
import { Measure } from "./fields/measure.tsx";
import { NameFields } from "./fields/name_fields.tsx";
import { useStages } from "./stages/use_stages.tsx";
import { usePart } from "../ui/use_part.ts";

type Change = (what: Partial<Draft>) => void;

/** The address of a step, or of the sheet of a stage. */
const addressOf = (id: string, step: Step, stage?: number): string =>
  `/hide?draft=${id}&step=${step}${stage === undefined ? "" : `&stage=${stage}`}`;

export function Wizard({ draft: first }: { draft: Draft }) {
  const app = useApp();
  const draft = useSignal(first), fault = useSignal<NotKept | undefined>(undefined);
  const { disk, run } = useKeeping();
  const item = itemOf(app.drain.items.value, first);
  const change: Change = (what) => {
    draft.value = { ...draft.peek(), ...what, changedAt: app.gateway.now() };
    void run(keepDraft(draft.peek()));
  };
  const { lat, lon, id, stages = [] } = draft.value, steps = stepsOf(draft.value);
  const { sheet, list } = useStages({
    stages,
    set: (stages) => change({ stages }),
    start: lat === undefined || lon === undefined ? undefined : { lat, lon },
    to: (n) => addressOf(id, "stages", n),
    found: () => false,
    sound: () => <p class="soft">{say("stages.sound.later")}</p>,
  });
  const query = new URLSearchParams(place.value.query), isWide = wideParts.value !== undefined;
  const step = steps.find((one) => one === query.get("step")) ?? steps[0]!;
  // How it will look is drawn beside the questions at a desk, and with the last one on a phone.
  const check = usePart(() => import("./step_check.tsx"), isWide || step === "publish");
  if (!isOpen(item)) {
    return (
      <>
        <Heading>{say("page.hide")}</Heading>
        <p>{say(item?.state === "settled" ? "hide.published" : "hide.going")}</p>
        <Sent draft={first} />
      </>
    );
  }
  if (sheet && step === "stages") return sheet;
  const at = steps.indexOf(step), next = steps[at + 1], to = (one: Step) => addressOf(id, one);
  const body = {
    where: () => <WhereStep draft={draft.value} change={change} />,
    what: () => (
      <>
        <NameFields told={draft.value} change={change} />
        <FindStep told={draft.value} change={change} />
        <PhotoField
          id="hide-photo"
          most={CACHE_PHOTOS}
          photos={draft.value.photos}
          set={(photos) => change({ photos })}
        />
      </>
    ),
    stages: () => (
      <>
        <p class="soft">{say("stages.order")}</p>
        {list}
      </>
    ),
    proof: () => <WhoStep told={draft.value} change={change} />,
    publish: () => check && <check.CheckStep draft={draft.value} to={to} />,
  };
  const isKept = disk.value === "kept", isLost = !isKept && disk.value !== "keeping";
  return (
    <div class="wizard">
      <form
        class="wizard-form thumbed"
        onSubmit={(event) => {
          event.preventDefault();
          if (next) go(to(next));
        }}
      >
        <WizardHead back={at === 0 ? "/hide" : to(steps[at - 1]!)} n={at + 1} of={steps.length} />
        <Heading key={step}>{say(`hide.ask.${step}`)}</Heading>
        <ol class="wizard-steps" aria-label={say("hide.steps")}>
          {steps.map((one, n) => (
            <li key={one} class={n < at ? "wizard-done" : undefined}>
              {one === step
                ? <span aria-current="step">{say(`hide.step.${one}`)}</span>
                : <a href={to(one)}>{say(`hide.step.${one}`)}</a>}
            </li>
          ))}
        </ol>
        {at === 0 && <Unverified />}
        {item && <Sent draft={first} />}
        {isLost && <Notice>{say("hide.typed.full")}</Notice>}
        {body[step]()}
        {/* No status: it would be read out after each key. */}
        {!isLost && (
          <p class="soft wizard-kept">
            {isKept && <Icon name="check" />}
            {isKept
              ? say("hide.kept.at", { time: sayTime(draft.value.changedAt, app.gateway.now()) })
              : say("hide.keeping")}
          </p>
        )}
        {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
        <ActBar>
          <ButtonLink kind="quiet" href={at === 0 ? "/hide" : to(steps[at - 1]!)}>
            {say(at === 0 ? "hide.later" : "hide.back")}
          </ButtonLink>
          {next
            ? (
              <Button kind="main" icon={CHEVRON_RIGHT} submit>
                {say(`hide.next.${next as Exclude<Step, "where">}`)}
              </Button>
            )
            : check && (
              <check.PublishButton
                draft={draft.value}
                missing={missingOf(draft.value).length > 0}
                fault={fault}
              />
            )}
        </ActBar>
      </form>
      {isWide && step !== "where" && check && (
        <aside class="wizard-side">
          <check.Preview draft={draft.value} owner={app.call.value ?? ""} />
        </aside>
      )}
    </div>
  );
}

/** The way back, what one does here, and how far one is. */
const WizardHead = ({ back, n, of }: { back: string; n: number; of: number }): ComponentChildren => (
  <div class="wizard-head">
    <a class="button button-round" href={back} aria-label={say("hide.back")}>
      <Icon name={CHEVRON_LEFT} />
      {""}
    </a>
    <p>{say("page.hide")}</p>
    <span class="soft">{say("hide.n", { n, of })}</span>
  </div>
);

/** Where it lies: the map under the cross, metres and coordinates, and whether a find can be proven there. */
function WhereStep({ draft, change }: { draft: Draft; change: Change }) {
  const { gateway, caches, start } = useApp(), region = start.value?.value.region;
  const { lat, lon, accuracyM, type } = draft;
  if (type === "living") return <p>{say("hide.where.living")}</p>;
  const place = lat === undefined || lon === undefined ? undefined : { lat, lon };
  return (
    <>
      <PlaceMap
        place={place}
        accuracyM={accuracyM}
        begin={caches.own.from.value ?? (region ? centreOf(region) : undefined)}
        set={(at) => change({ ...at, accuracyM: undefined })}
      />
      <div class="wizard-place">
        <PlaceField
          place={place}
          set={(at) => change({ ...at, accuracyM: undefined })}
          clear={change}
        />
      </div>
      {isSecureContext
        ? (
          <Measure
            kind={place ? "quiet" : "main"}
            set={(mean) => change({ ...mean, changedAt: gateway.now() })}
          />
        )
        : <Notice>{say("hide.insecure")}</Notice>}
      {place && <CanBeHeard {...place} />}
    </>
  );
}

/** What became of the draft after it was put into the queue. */
function Sent({ draft }: { draft: Draft }) {
  const { drain, gateway } = useApp();
  const items = drain.items.value.filter(({ id, after, kind }) =>
    kind !== "thumb" && (id === draft.id || after === draft.id)
  );
  const part = usePart(() => import("../waiting/waiting_card.tsx"));
  return part && (
    <ul class="waiting-list">
      {items.map((item) => <part.WaitingCard key={item.id} item={item} now={gateway.now()} own />)}
    </ul>
  );
}
