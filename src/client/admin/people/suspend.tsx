/** Suspends a person, and lifts a suspension. */
import { type Signal, useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { touched } from "../parts/counts.ts";
import { Danger } from "../parts/danger.tsx";
import { TextField } from "../../ui/fields.tsx";
import { tell } from "../tell.ts";
import { CATEGORIES, type Category } from "./shapes.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** For how many days; 0: until it is lifted. */
const SPANS = ["0", "7", "30", "90"] as const;
const DAY_S = 86_400;

export function Suspend({ call, after }: { call: string; after: () => unknown }) {
  const { gateway } = useApp();
  const reason = useSignal(""), category = useSignal<Category>("spam");
  const span = useSignal<typeof SPANS[number]>("7");
  const ask = (dry: boolean) =>
    gateway.ask(
      "POST",
      routeTo("POST /api/admin/moderation/accounts/:call/suspend", { params: { call } }),
      {
        reason: dry ? "dry" : reason.peek().trim(),
        category: category.peek(),
        until: span.peek() === "0" ? null : gateway.now() + Number(span.peek()) * DAY_S,
        ...(dry && { dry }),
      },
    );
  const lift = () =>
    gateway.ask(
      "POST",
      routeTo("POST /api/admin/moderation/accounts/:call/unsuspend", { params: { call } }),
      {
        reason: tell("people.suspend.undo.reason"),
      },
    );
  return (
    <Danger
      id="suspend"
      label={tell("people.suspend")}
      about={tell("people.suspend.about", { call })}
      touches={() => touched(ask(true), tell("people.suspend.sessions"))}
      word={call}
      act={() => ask(false)}
      done={tell("people.suspend.done", { call })}
      undo={{ label: tell("people.unsuspend"), act: lift }}
      after={after}
    >
      <ChoiceField
        id="suspend-category"
        label={tell("people.category")}
        value={category}
        choices={CATEGORIES}
        words={(one) => tell(`category.${one}`)}
      />
      <ChoiceField
        id="suspend-span"
        label={tell("people.span")}
        value={span}
        choices={SPANS}
        words={(days) =>
          days === "0" ? tell("people.until.lifted") : tell("people.span.days", { n: Number(days) })}
      />
      <Reason id="suspend-reason" value={reason} />
    </Danger>
  );
}

/** The field for the reason: it is kept in the audit log, and the person reads it. */
export const Reason = ({ id, value }: { id: string; value: Signal<string> }) => (
  <TextField
    id={id}
    label={tell("reason.label")}
    hint={tell("reason.hint")}
    value={value}
    required
    minLength={3}
    maxLength={500}
  />
);

/** Lifts a suspension, or ends a memorial. Nothing is lost by it, so it asks only for a reason. */
export function Unsuspend(
  { call, memorial = false, after }: { call: string; memorial?: boolean; after: () => unknown },
) {
  const { gateway } = useApp();
  const doing = useDoing();
  const reason = useSignal("");
  const lift = async (event: Event) => {
    event.preventDefault();
    const path = routeTo("POST /api/admin/moderation/accounts/:call/unsuspend", { params: { call } });
    if (await doing.run(() => gateway.ask("POST", path, { reason: reason.peek().trim() }))) await after();
  };
  return (
    <form onSubmit={(event) => void lift(event)}>
      <Reason id={`lift-${call}`} value={reason} />
      <Button
        submit
        aria-label={tell(memorial ? "people.memorial.end.about" : "people.unsuspend.about", { call })}
        disabled={doing.busy.value}
      >
        {tell(memorial ? "people.memorial.end" : "people.unsuspend")}
      </Button>
      <Problem of={doing} />
    </form>
  );
}
