/**
 * A button for something with large effects. The first press shows what it affects, counted by the gateway. Where a word or
 * call is given, the operator has to type it. Afterwards a button to undo it stands there, where it can be undone. Only the
 * button that loses something for good is red. A choice that is yes or no is a switch instead of the button: turned on it acts
 * at once, turned off it asks like the button.
 */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Answered } from "../../phone/ask.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Explained } from "../../ui/explained.tsx";
import { Button } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import type { IconName } from "../../ui/icons/icon.tsx";
import { SwitchRow } from "../../ui/look/switch_row.tsx";
import { place } from "../../pages/router.ts";
import { say, sayRefusal } from "../../ui/say.ts";
import { type Deed, saidAbove } from "./gone.tsx";
import { tell } from "../tell.ts";

/** Sentences that say what will be affected, with counts. */
type Touched = readonly ComponentChildren[];

/** What the button does and says; `act` does it. */
interface DangerProps extends Deed {
  /** Id of the form on the page: letters, digits, hyphens. */
  id: string;
  /** The button's words; and its name for screen readers, where the words alone do not say what it is about. */
  label: string;
  about?: string;
  /** What it affects: known already, or asked from the gateway at the first press. */
  touches: Touched | (() => Promise<Answered<Touched>>);
  /** The word or call to type; without it a second press is enough. */
  word?: string;
  /** Further fields, such as a reason, drawn above the word; the page keeps their values. */
  children?: ComponentChildren;
  act: () => Promise<Answered<unknown>>;
  /** Drawn in place of the button, where what `act` ends can be turned on as well: that is what `undo` does. */
  choice?: Choice;
}

/** A switch: what it permits, a quiet line below, and whether it is on. */
interface Choice {
  icon: IconName;
  name: string;
  line?: string;
  on: boolean;
}

/** Why it could not be counted what is affected; then it cannot be done. */
interface Unknown {
  sentence: string;
  reason: string;
}

/** The button, and after the first press the form that asks. */
export function Danger(props: DangerProps) {
  const { id, label, about, touches, act, done, undo, after, choice } = props;
  const doing = useDoing();
  const state = useSignal<"" | "closed" | "open" | "done" | "undone">("");
  const touched = useSignal<Touched | undefined>(undefined),
    unknown = useSignal<Unknown | undefined>(undefined);
  // The row with this button may vanish with what was removed: then `Gone` says what was done and offers to undo it.
  const deed = useRef<(Deed & { path: string }) | undefined>(undefined);
  useEffect(() => () => {
    if (deed.current) saidAbove(deed.current, deed.current.path);
  }, []);
  // What was pressed is gone after each step: the focus goes to what stands there instead, not to the top of the page.
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.value) root.current?.querySelector<HTMLElement>("form, button, input")?.focus();
  }, [state.value]);
  // What is done is what was seen at the first press: a page that reads anew meanwhile does not change it under the hand.
  const firstAct = useRef(act);
  const open = async () => {
    state.value = "open";
    firstAct.current = act;
    touched.value = typeof touches === "function" ? undefined : touches;
    unknown.value = undefined;
    if (typeof touches !== "function") return;
    const answer = await touches();
    if (answer.ok) touched.value = answer.value;
    else {
      unknown.value = answer.refused
        ? { sentence: sayRefusal(answer), reason: answer.reason }
        : { sentence: say("doing.unreached"), reason: "" };
    }
  };
  const run = async () => {
    if (!await doing.run(firstAct.current)) return;
    state.value = "done";
    deed.current = {
      done,
      path: place.peek().path,
      ...(undo && { undo }),
      ...(after && { after }),
    };
    await after?.();
  };
  const takeBack = async () => {
    const was = state.peek();
    if (!undo || !await doing.run(undo.act)) return;
    // Who has changed their mind meanwhile is being asked already.
    if (state.peek() === was) state.value = was === "done" ? "undone" : "closed";
    deed.current = undefined;
    await after?.();
  };
  return (
    <div class={choice ? "danger danger-choice" : "danger"} ref={root}>
      {/* While it asks, the switch says what holds still. */}
      {choice && (
        <SwitchRow
          {...choice}
          disabled={state.value === "open"}
          set={(on) => void (on ? takeBack() : open())}
        />
      )}
      {state.value !== "open"
        ? !choice && <Button aria-label={about} onClick={() => void open()}>{label}</Button>
        : (
          <Asking
            {...props}
            touched={touched.value}
            unknown={unknown.value}
            busy={doing.busy}
            close={() => state.value = "closed"}
            run={() => void run()}
          />
        )}
      <p role="status" id={`${id}-said`}>
        {state.value === "done" && done}
        {state.value === "undone" && tell("danger.undone")}
      </p>
      {state.value === "done" && undo && !choice && (
        <Button
          disabled={doing.busy.value}
          onClick={() => void takeBack()}
        >
          {undo.label}
        </Button>
      )}
      <Problem of={doing} />
    </div>
  );
}

/** What is affected, the word to type, and the button that does it. */
function Asking({ id, label, word, children, undo, touched, unknown, busy, close, run }: DangerProps & {
  touched: Touched | undefined;
  unknown: Unknown | undefined;
  busy: Signal<boolean>;
  close: () => void;
  run: () => void;
}) {
  const typed = useSignal("");
  const isTyped = word === undefined || typed.value.trim().toUpperCase() === word.toUpperCase();
  return (
    <form
      id={id}
      class="danger-ask"
      tabIndex={-1}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped && touched) run();
      }}
    >
      {unknown
        ? (
          <p class="bad" role="alert">
            {unknown.sentence} <Explained reason={unknown.reason} />
          </p>
        )
        : touched
        ? <ul>{touched.map((one, i) => <li key={i}>{one}</li>)}</ul>
        : <p class="soft" role="status">{tell("danger.counting")}</p>}
      {children}
      {word !== undefined && (
        <TextField
          id={`${id}-word`}
          label={tell("danger.word", { word })}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          value={typed}
        />
      )}
      <Button kind={undo ? "main" : "bad"} submit disabled={busy.value || !isTyped || !touched}>
        {tell("danger.do", { what: label })}
      </Button>{" "}
      <Button onClick={close}>{tell("danger.leave")}</Button>
    </form>
  );
}
