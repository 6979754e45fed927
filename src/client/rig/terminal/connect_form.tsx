/** Calling a station, and letting stations call. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { App } from "../../phone/app.ts";
import { Tick } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { MOST_VIA } from "../transmit/locks.ts";
import type { Terminal } from "./terminal.ts";

/** The id of the field for the call: keys lead to it. */
export const CALL_FIELD = "terminal-call";

/**
 * The press by which a form is sent. A browser trusts the sending itself even where a script asked for it (`requestSubmit`); a
 * press of the button, which Enter is too, it trusts only by a hand.
 */
export function useHand({ world }: App): { pressed(event: Event): void; taken(): Event | undefined } {
  const hand = useRef<Event | undefined>(undefined);
  const take = () => {
    const event = hand.current;
    hand.current = undefined;
    return event;
  };
  return {
    pressed: (event) => {
      hand.current = event.isTrusted ? event : undefined;
      // What is not sent at once, such as a field that is wrong, is not sent by this press any more.
      world.later(take, 0);
    },
    taken: take,
  };
}

export function ConnectForm({ terminal }: { terminal: Terminal }) {
  const call = useSignal(""), via = useSignal("");
  const wrong = useSignal<"call" | "via" | "full" | undefined>(undefined);
  const { pressed, taken } = useHand(terminal.rig.app);
  const submit = (event: Event) => {
    event.preventDefault();
    const hand = taken();
    if (hand) wrong.value = terminal.connect(hand, call.peek(), via.peek());
  };
  return (
    <form class="term-call" onSubmit={submit}>
      <TextField
        id={CALL_FIELD}
        label={say("terminal.call")}
        value={call}
        wrong={wrong.value === "call" && say("terminal.wrong.call")}
        maxLength={9}
        required
        call
      />
      <TextField
        id="terminal-via"
        label={say("terminal.via", { n: MOST_VIA })}
        value={via}
        wrong={wrong.value === "via" && say("terminal.wrong.via", { n: MOST_VIA })}
        maxLength={24}
        call
      />
      <Button kind="main" submit onClick={pressed}>{say("terminal.do_call")}</Button>
      {wrong.value === "full" && <p class="wait" role="alert">{say("terminal.wrong.full")}</p>}
    </form>
  );
}

/** Whether others may call: off until somebody says so, and off again with the tab. */
export const Answers = ({ terminal }: { terminal: Terminal }) => (
  <Tick
    label={say("terminal.answers", { call: terminal.rig.source() })}
    value={terminal.answers.value}
    set={(on) => terminal.answers.value = on}
  />
);
