/** What a person can do with an item that waits: change its text, send it by radio, copy it, discard it, and undo that. */
import { useSignal } from "@preact/signals";
import { editedBody } from "../log/edit_log.ts";
import { Flags } from "../phone/known/flags.tsx";
import { LOG_FLAGS, saidOf } from "../phone/known/other_facts.ts";
import { LOG } from "../../things/log.ts";
import { useApp } from "../phone/app.ts";
import { Button, CopyOut } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import type { Item } from "../phone/queue/item.ts";
import { radioText } from "./radio_text.ts";

type Open = "edit" | "radio" | undefined;

export function WaitingActions({ item }: { item: Item }) {
  const { drain } = useApp();
  const open = useSignal<Open>(undefined);
  const { id, state, kind, body } = item;
  if (state === "dropped") {
    return <Button onClick={() => void drain.restore(id)}>{say("waiting.undo")}</Button>;
  }
  if (state === "sending" || state === "settled") return null;
  const text = typeof body.text === "string" ? body.text : "";
  const radio = radioText(item);
  const show = (wanted: Open) => () => open.value = open.peek() === wanted ? undefined : wanted;
  return (
    <>
      <div class="buttons">
        {state !== "waiting" && (
          <Button onClick={() => void drain.decide(id, { what: "again" })}>
            {say(state === "by_radio" ? "waiting.instead" : "waiting.again")}
          </Button>
        )}
        {kind === "log" && (
          <Button aria-expanded={open.value === "edit"} onClick={show("edit")}>{say("waiting.edit")}</Button>
        )}
        {radio && state !== "by_radio" && (
          <Button aria-expanded={open.value === "radio"} onClick={show("radio")}>
            {say("waiting.radio")}
          </Button>
        )}
        {text && state === "needs_you" && <CopyOut text={text} words={say("waiting.copy")} />}
        <Button onClick={() => void drain.drop(id)}>{say("waiting.drop")}</Button>
      </div>
      {open.value === "edit" && <Edit item={item} text={text} done={() => open.value = undefined} />}
      {open.value === "radio" && radio && state !== "by_radio" && <ByRadio item={item} radio={radio} />}
    </>
  );
}

function Edit({ item, text, done }: { item: Item; text: string; done: () => void }) {
  const app = useApp();
  const written = useSignal(text), ticked = useSignal(saidOf(item.body, LOG_FLAGS)), late = useSignal(false);
  const save = async (event: Event) => {
    event.preventDefault();
    const body = await editedBody(app, item, written.peek(), ticked.peek());
    if (await app.drain.edit(item.id, body)) done();
    else late.value = true;
  };
  const id = `edit-${item.id}`;
  // The log may have arrived without an answer. The gateway would then take the changed one for the same, and ignore it.
  const maybeThere = item.maybeThere && item.state === "waiting";
  return (
    <form onSubmit={(event) => void save(event)}>
      <TextField
        id={id}
        label={say("write.text")}
        rows={4}
        maxLength={LOG.facts.text.is.most}
        required={item.body.kind === "note" || item.body.kind === "look"}
        value={written}
      />
      <Flags
        flags={LOG_FLAGS}
        form={ticked.value}
        change={(what) => ticked.value = { ...ticked.peek(), ...what }}
      />
      {maybeThere && <p class="soft">{say("waiting.edit.maybe")}</p>}
      {late.value && <p class="bad" role="alert">{say("waiting.edit.late")}</p>}
      <Button kind="main" submit>{say("write.send")}</Button>
    </form>
  );
}

/** The text to key into a radio and its addressee, and a button to say that it was sent, so that the phone does not send it. */
function ByRadio({ item, radio }: { item: Item; radio: string }) {
  const { drain, start } = useApp();
  const to = start.value?.value.serviceCall;
  return (
    <div class="notice">
      <p>{say("waiting.radio.how", { to: to ?? "?" })}</p>
      <p class="code radio-text">{radio}</p>
      <p class="soft">{say("waiting.radio.worth")}</p>
      <Button onClick={() => void drain.decide(item.id, { what: "keyed" })}>
        {say("waiting.radio.done")}
      </Button>
    </div>
  );
}
