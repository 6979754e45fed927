/** One visit that a device noted: what can become of it, its text to be mended, and the ways to send or drop it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../../phone/app.ts";
import { TextField } from "../../../ui/fields.tsx";
import { Button, Foreign } from "../../../ui/parts.tsx";
import { say } from "../../../ui/say.ts";
import { sayTime } from "../../../ui/times.ts";
import { canBeSent, lacksText, type Noted, TEXT_MOST } from "./send_note.ts";
import type { AsLeft } from "./wait_note.ts";

export function NoteCard({ note, busy, send, drop, mend }: {
  note: AsLeft;
  busy: boolean;
  send: (note: Noted) => void;
  drop: () => void;
  /** Keeps another text of it; gives whether the phone has it. */
  mend: (text: string) => Promise<boolean>;
}) {
  const { gateway } = useApp();
  const text = useSignal(note.text), isOpen = useSignal(false), saving = useSignal(false);
  const { id, cache, code, at, kind, state } = note, as = { ...note, text: text.value };
  // What another device wrote meanwhile is shown, but not over what is being written here.
  useEffect(() => {
    if (!isOpen.peek()) text.value = note.text;
  }, [note.text]);
  const save = async (event: Event) => {
    event.preventDefault();
    saving.value = true;
    if (await mend(text.peek())) isOpen.value = false;
    saving.value = false;
  };
  return (
    <li class="waiting-card" data-note={state}>
      <p>
        {cache
          ? (
            <a href={`/c/${encodeURIComponent(cache.code)}`}>
              <Foreign>{cache.title}</Foreign>
            </a>
          )
          : <span class="code">{code}</span>} {say(`notes.kind.${kind}`)}{" "}
        <span class="soft">{sayTime(at, gateway.now())}</span>
      </p>
      {!isOpen.value && text.value !== "" && (
        <p class="text">
          <Foreign>{text.value}</Foreign>
        </p>
      )}
      {note.mended && <p class="soft">{say("waiting.waiting")}</p>}
      {state !== "ready" && (
        <p class="soft">{say(`notes.state.${state}`, { code, origin: cache?.origin ?? "" })}</p>
      )}
      {state === "ready" && lacksText(as) && <p class="soft">{say("notes.needs_text")}</p>}
      {isOpen.value && (
        <form onSubmit={save}>
          <TextField
            id={`field-note-${id}`}
            label={say("write.text")}
            rows={3}
            maxLength={TEXT_MOST}
            value={text}
          />
          <Button submit disabled={saving.value}>{say("notes.save")}</Button>
        </form>
      )}
      <div class="buttons">
        {canBeSent(as) && <Button disabled={busy} onClick={() => send(as)}>{say("notes.send")}</Button>}
        {state !== "logged" && (
          <Button
            aria-expanded={isOpen.value}
            onClick={() => isOpen.value = !isOpen.peek()}
          >
            {say("waiting.edit")}
          </Button>
        )}
        <Button onClick={drop}>{say("waiting.drop")}</Button>
      </div>
    </li>
  );
}
