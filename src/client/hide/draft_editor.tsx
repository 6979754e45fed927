/**
 * The form for one draft: three short steps and a preview; on a wide screen the steps are groups of one page. Every change is
 * stored on the phone at once.
 */
import { type Signal, useSignal } from "@preact/signals";
import { wideParts } from "../panes/beside.ts";
import { WaitingCard } from "../waiting/waiting_card.tsx";
import { useApp } from "../phone/app.ts";
import { AskOnce, Button, Heading, Notice } from "../ui/parts.tsx";
import { go } from "../pages/router.ts";
import { say } from "../ui/say.ts";
import { type Draft, missingOf, type Step, STEPS } from "../phone/drafts/draft.ts";
import { dropDraft, keepDraft } from "../phone/drafts/drafts.ts";
import { Preview } from "./preview.tsx";
import { isOpen, itemOf, publish } from "./publish.ts";
import { FindStep } from "./step_find.tsx";
import { WhereStep } from "./step_where.tsx";
import { WhoStep } from "./step_who.tsx";
import { Unverified } from "./unverified.tsx";
import { useKeeping } from "../phone/drafts/typed.ts";

type Shown = Step | "preview";

export function DraftEditor({ draft: first }: { draft: Draft }) {
  const app = useApp();
  const draft = useSignal(first), step = useSignal<Shown>("where");
  const { disk, run } = useKeeping();
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
  const move = (to: Shown) => {
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
      {disk.value === "full" && <Notice>{say("hide.typed.full")}</Notice>}
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
      {disk.value !== "full" && (
        <p class="soft">{say(disk.value === "kept" ? "hide.kept" : "hide.keeping")}</p>
      )}
    </form>
  );
}

/** The preview: the cache as finders will see it, what is still missing, and the button to publish. */
function Ready({ draft, move }: { draft: Signal<Draft>; move: (step: Shown) => void }) {
  const app = useApp();
  const busy = useSignal(false), full = useSignal(false);
  const missing = missingOf(draft.value);
  const send = async () => {
    busy.value = true;
    try {
      await publish(app, draft.peek());
      go("/waiting");
    } catch {
      full.value = true;
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
      {full.value && <Notice>{say("write.full")}</Notice>}
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
