/** Field notes of a device: a file is taken, and each visit waits as a draft until it is sent or dropped. */
import { type NotKept, whyNotKept } from "../../../phone/kept/database.ts";
import { useSignal } from "@preact/signals";
import { useApp } from "../../../phone/app.ts";
import { tell } from "../../../phone/queue/holds.ts";
import { useTold } from "../../../phone/queue/use_told.ts";
import { useRead } from "../../../phone/use_read.ts";
import { routeTo } from "../../../phone/wire/routes.ts";
import { Explained } from "../../../ui/explained.tsx";
import { FileField } from "../../../ui/look/file_tile.tsx";
import { Button, Notice } from "../../../ui/parts.tsx";
import { say, sayRefusal } from "../../../ui/say.ts";
import { sayBytes } from "../../../ui/times.ts";
import { type FieldNote, NoteReader, NOTES_BYTES } from "../../../../notebook/field_notes/read_notes.ts";
import { NoteCard } from "./note_card.tsx";
import { canBeSent, logOfNote, type Noted } from "./send_note.ts";
import { asLeft, beforeDrop, dropItem, mendItem } from "./wait_note.ts";
import type { Gateway } from "../../../phone/ask.ts";
import type { Refused } from "../../../ui/refused.ts";

// Takes a file of field notes: read in pieces on this device, so that it may be of any size, and handed over as it is
// read.

/** Visits that the gateway takes at once. */
const AT_ONCE = 500;

/** What came of a file. `stopped`: the gateway refused or was not reached; what went before that is there. */
interface FileTaken {
  taken: number;
  known: number;
  broken: number;
  /** Visits to which the device says nobody went, those of kinds that are not known here, and what the first of those are called. */
  unattempted: number;
  unknownKinds: number;
  called: readonly string[];
  /** Letters that were guessed, since the file is not UTF-8. */
  odd: number;
  stopped?: Refused;
  tooLarge?: true;
}

async function takeFile(gateway: Gateway, account: string, file: Blob): Promise<FileTaken> {
  const sum = { taken: 0, known: 0 }, reader = new NoteReader(), ready: FieldNote[] = [];
  const told = () => {
    const { broken, unattempted, unknownKinds, called, odd } = reader;
    return { ...sum, broken, unattempted, unknownKinds, called, odd };
  };
  if (file.size > NOTES_BYTES) return { ...told(), tooLarge: true };
  const hand = async (): Promise<Refused | undefined> => {
    const notes = ready.splice(0, AT_ONCE);
    const answer = await gateway.ask("POST", routeTo("POST /api/my/field-notes"), { notes }, account);
    if (!answer.ok) return answer;
    sum.taken += answer.value.taken;
    sum.known += answer.value.known;
  };
  const pieces = file.stream().getReader();
  for (;;) {
    const { done, value } = await pieces.read();
    for (const note of done ? reader.end() : reader.push(value)) ready.push(note);
    while (ready.length >= AT_ONCE || (done && ready.length > 0)) {
      const stopped = await hand();
      if (stopped) {
        await pieces.cancel();
        return { ...told(), stopped };
      }
    }
    if (done) return told();
  }
}

export function FieldNotes({ account }: { account: string }) {
  const app = useApp();
  const read = useRead(routeTo("GET /api/my/field-notes")), { known, again } = read;
  const busy = useSignal(false),
    came = useSignal<FileTaken | undefined>(undefined),
    fault = useSignal<NotKept | undefined>(undefined);
  const instance = app.start.value?.value.instance;
  // What is in this device's queue is on its way already.
  const items = app.drain.items.value, queued = new Set(items.map(({ id }) => id));
  const notes = asLeft(items, account, known.value?.value.notes ?? [], known.value?.at ?? 0)
    .filter(({ sentId }) => !queued.has(sentId));
  useTold(items.filter(({ kind }) => kind === "draft"), read);
  const ready = notes.filter(canBeSent), over = notes.filter(({ state }) => state === "logged");

  const take = async (field: HTMLInputElement) => {
    const file = field.files?.[0];
    if (!file || busy.peek()) return;
    busy.value = true;
    try {
      came.value = await takeFile(app.gateway, account, file);
      await again();
    } finally {
      busy.value = false;
      field.value = "";
    }
  };
  const send = async (which: readonly Noted[]) => {
    if (!instance || busy.peek()) return;
    busy.value = true;
    try {
      const items = [];
      for (const note of which.toSorted((a, b) => a.at - b.at)) {
        items.push(await logOfNote(app, { account, instance }, note));
      }
      await app.drain.add(...items);
    } catch (error) {
      fault.value = whyNotKept(error);
    } finally {
      busy.value = false;
    }
  };
  /** Whether the phone has room for it. */
  const keep = async (put: (whose: { account: string; instance: string }) => Promise<void>) => {
    if (!instance) return false;
    fault.value = await put({ account, instance }).then(() => undefined, whyNotKept);
    return fault.peek() === undefined;
  };
  const drop = (which: readonly Noted[]) =>
    keep(async (whose) => {
      const { idle, sending } = beforeDrop(app.drain.items.peek(), account, which);
      const title = say("notes.drop.logged", { n: which.length });
      await app.drain.add(dropItem(app, whose, which, { title, after: sending }));
      for (const { id } of idle) await app.drain.drop(id);
    });
  return (
    <details class="field-notes" open={notes.length > 0}>
      <summary>{notes.length > 0 ? say("notes.title.n", { n: notes.length }) : say("notes.title")}</summary>
      <FileField
        id="field-notes"
        label={say("notes.file")}
        hint={say("notes.file.hint")}
        accept=".txt,.csv,text/plain,text/csv"
        disabled={busy.value}
        take={(field) => void take(field)}
      />
      <p role="status">
        {came.value && sayTaken(came.value)}{" "}
        {came.value?.stopped?.refused && <Explained reason={came.value.stopped.reason} />}
      </p>
      {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
      {notes.length > 0 && (
        <div class="buttons">
          {ready.length > 0 && (
            <Button kind="main" disabled={busy.value} onClick={() => void send(ready)}>
              {say("notes.send.all", { n: ready.length })}
            </Button>
          )}
          {over.length > 0 && (
            <Button onClick={() => void drop(over)}>{say("notes.drop.logged", { n: over.length })}</Button>
          )}
        </div>
      )}
      <ul class="waiting-list">
        {notes.map((note) => (
          <NoteCard
            key={note.id}
            note={note}
            busy={busy.value}
            send={(as) => void send([as])}
            drop={() => void drop([note])}
            mend={(text) => keep((whose) => tell(app.drain, mendItem(app, whose, note, text)))}
          />
        ))}
      </ul>
    </details>
  );
}

/** What came of a file, in whole sentences. */
const sayTaken = (
  { taken, known, broken, unattempted, unknownKinds, called, odd, stopped, tooLarge }: FileTaken,
): string =>
  tooLarge ? say("notes.too_large", { size: sayBytes(NOTES_BYTES) }) : [
    taken + known === 0 && !stopped ? say("notes.nothing") : say("notes.taken", { n: taken }),
    known > 0 ? say("notes.known", { n: known }) : "",
    broken > 0 ? say("notes.broken", { n: broken }) : "",
    unattempted > 0 ? say("notes.unattempted", { n: unattempted }) : "",
    unknownKinds > 0 ? say("notes.kinds", { n: unknownKinds, called: called.join(", ") }) : "",
    odd > 0 ? say("notes.odd", { n: odd }) : "",
    stopped ? (stopped.refused ? sayRefusal(stopped) : say("doing.unreached")) : "",
  ].filter(Boolean).join(" ");
