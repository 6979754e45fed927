/**
 * The form for one draft: three short steps and a preview; on a wide screen the steps are groups of one page. Every change is
 * stored on the phone at once.
 */
import { type NotKept, whyNotKept } from "../phone/kept/database.ts";
import { type Signal, useSignal } from "@preact/signals";
import { wideParts } from "../panes/list_panes.ts";
import { WaitingCard } from "../waiting/waiting_card.tsx";
import { useApp } from "../phone/app.ts";
import { AskOnce, Button, Heading, Notice } from "../ui/parts.tsx";
import { go } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import {
  bodyOf,
  CACHE_PHOTOS,
  type Draft,
  missingOf,
  STAGED,
  type Step,
  STEPS,
} from "../phone/drafts/draft.ts";
import { dropDraft, keepDraft } from "../phone/drafts/drafts.ts";
import { isOpen, itemOf, publish } from "./publish.ts";
import { FindStep } from "./step_find.tsx";
import { WhoStep } from "./step_who.tsx";
import { Unverified } from "./unverified.tsx";
import { useKeeping } from "../phone/drafts/typed.ts";
import { CacheView } from "../cache/cache_view.tsx";
import { PhotoField, Preview as Picture } from "../phone/photo/photo_field.tsx";
import { Measure } from "./fields/measure.tsx";
import { NameFields } from "./fields/name_fields.tsx";
import { PlaceMap } from "../map/place_map.tsx";
import { centreOf } from "../ui/places/squares.ts";
import { PlaceField } from "../ui/places/place_field.tsx";

// Step one: where the cache is, its title and its kind, with photos of the place.

function WhereStep({ draft, change }: { draft: Draft; change: (what: Partial<Draft>) => void }) {
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

// A draft as finders will see it, drawn by the same component, with values in place of those that the gateway will
// give.

function Preview({ draft, owner }: { draft: Draft; owner: string }) {
  const { photos, changedAt } = draft;
  const { title, scope, ...told } = bodyOf(draft);
  const { lat = null, lon = null } = told;
  return (
    <section class="hide-preview" aria-label={say("hide.preview")}>
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

type EditorPanel = Step | "preview";

export function DraftEditor({ draft: first }: { draft: Draft }) {
  const app = useApp();
  const draft = useSignal(first), step = useSignal<EditorPanel>("where");
  const { disk, run } = useKeeping(), isLost = disk.value !== "kept" && disk.value !== "keeping";
  const item = itemOf(app.drain.items.value, first);
  const change = (what: Partial<Draft>) => {
    draft.value = { ...draft.peek(), ...what, changedAt: app.gateway.now() };
    void run(keepDraft(draft.peek()));
  };
  if (!isOpen(item)) {
    return (
      <>
        <Heading>{say("page.hide")}</Heading>
        <p>{say(item?.state === "settled" ? "hide.published" : "hide.going")}</p>
        <Sent draft={first} />
      </>
    );
  }
  const move = (to: EditorPanel) => {
    step.value = to;
    scrollTo(0, 0);
    queueMicrotask(() => document.querySelector<HTMLElement>("main h1")?.focus());
  };
  const isWide = wideParts.value !== undefined, isPreview = step.value === "preview";
  const shown = STEPS.filter((one) => isWide ? !isPreview : one === step.value);
  const at = STEPS.indexOf(shown.at(-1)!),
    before = isPreview ? STEPS.at(-1) : isWide ? undefined : STEPS[at - 1];
  const groups = {
    where: () => <WhereStep draft={draft.value} change={change} />,
    find: () => <FindStep told={draft.value} change={change} />,
    who: () => <WhoStep told={draft.value} change={change} />,
  };
  return (
    <form
      class="hide-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPreview) move(STEPS[at + 1] ?? "preview");
      }}
    >
      <Heading>
        {isPreview
          ? say("hide.preview")
          : isWide
          ? say("page.hide")
          : say("hide.step", { n: at + 1, of: STEPS.length, step: say(`hide.step.${STEPS[at]!}`) })}
      </Heading>
      {!isPreview && at === 0 && <Unverified />}
      {item && <Sent draft={first} />}
      {isLost && <Notice>{say("hide.typed.full")}</Notice>}
      {shown.map((one) =>
        isWide
          ? (
            <section key={one}>
              <h2>{say(`hide.step.${one}`)}</h2>
              {groups[one]()}
            </section>
          )
          : groups[one]()
      )}
      {isPreview
        ? <Ready draft={draft} move={move} />
        : <Button kind="main" submit>{say(at + 1 < STEPS.length ? "hide.next" : "hide.preview.go")}</Button>}
      {before && <Button onClick={() => move(before)}>{say("hide.back")}</Button>}
      {/* No status: it would be read out after each key. */}
      {!isLost && <p class="soft">{say(disk.value === "kept" ? "hide.kept" : "hide.keeping")}</p>}
    </form>
  );
}

/** The preview: the cache as finders will see it, what is still missing, and the button to publish. */
function Ready({ draft, move }: { draft: Signal<Draft>; move: (step: EditorPanel) => void }) {
  const app = useApp();
  const busy = useSignal(false), fault = useSignal<NotKept | undefined>(undefined);
  const missing = missingOf(draft.value);
  const send = async () => {
    busy.value = true;
    try {
      await publish(app, draft.peek());
      go("/waiting");
    } catch (error) {
      fault.value = whyNotKept(error);
      busy.value = false;
    }
  };
  const forget = async () => {
    await app.drain.withdraw(draft.peek().id);
    await dropDraft(draft.peek().id);
    go("/hide", { replace: true });
  };
  return (
    <>
      <p class="soft">{say("hide.preview.what")}</p>
      <Preview draft={draft.value} owner={app.call.value ?? ""} />
      {missing.map(({ key, step }) => (
        <p key={key} class="bad">
          {say(key)} <Button onClick={() => move(step)}>{say("hide.missing.go")}</Button>
        </p>
      ))}
      <Unverified />
      {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
      <Button kind="main" disabled={busy.value || missing.length > 0} onClick={() => void send()}>
        {say("hide.publish")}
      </Button>
      <AskOnce
        words={say("hide.forget")}
        what={say("hide.forget.what")}
        sure={say("hide.forget.do")}
        act={() => void forget()}
      />
    </>
  );
}

/** What became of the draft after it was put into the queue. */
function Sent({ draft }: { draft: Draft }) {
  const { drain, gateway } = useApp();
  const items = drain.items.value.filter(({ id, after, kind }) =>
    kind !== "thumb" && (id === draft.id || after === draft.id)
  );
  return (
    <ul class="waiting-list">
      {items.map((item) => (
        <WaitingCard
          key={item.id}
          item={item}
          now={gateway.now()}
          own
        />
      ))}
    </ul>
  );
}
