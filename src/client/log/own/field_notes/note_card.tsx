/** One visit that a device noted, as a row: what can become of it. Opened, its text is mended, and it is sent or dropped. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../../phone/app.ts";
import { TextField } from "../../../ui/fields.tsx";
import { KindDisc } from "../../../ui/look/radio.tsx";
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
  const why = state !== "ready"
    ? say(`notes.state.${state}`, { code, origin: cache?.origin ?? "" })
    : lacksText(as)
    ? say("notes.needs_text")
    : undefined;
  return (
    <li class="note-card" data-note={state}>
      <details>
        <summary class="entry entry-on">
          <KindDisc type={cache?.type ?? ""} off={!cache} />
          <span class="entry-words">
            <span class="entry-name">
              {cache ? <Foreign>{cache.title}</Foreign> : <span class="code">{code}</span>}
            </span>
            <span class="entry-line">
              {say(`notes.kind.${kind}`)} <span>{sayTime(at, gateway.now())}</span>
            </span>
            {!isOpen.value && text.value !== "" && (
              <span class="entry-line text">
                <Foreign>{text.value}</Foreign>
              </span>
            )}
            {note.mended && <span class="entry-line">{say("waiting.waiting")}</span>}
            {why && <span class="entry-line wait">{why}</span>}
          </span>
        </summary>
        {cache && (
          <p>
            <a class="code" href={`/c/${encodeURIComponent(cache.code)}`}>{cache.code}</a>
          </p>
        )}
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
      </details>
    </li>
  );
}
