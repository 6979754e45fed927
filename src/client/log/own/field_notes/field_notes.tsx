/** The tab of field notes: a file of a device is taken, and each visit waits as a draft until it is sent or dropped. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../../phone/app.ts";
import { type NotKept, whyNotKept } from "../../../phone/kept/database.ts";
import { tell } from "../../../phone/queue/holds.ts";
import { useTold } from "../../../phone/queue/use_told.ts";
import { useRead } from "../../../phone/use_read.ts";
import { routeTo } from "../../../phone/wire/routes.ts";
import { FileTile } from "../../../ui/look/file_tile.tsx";
import { Card, GroupHead } from "../../../ui/look/lists.tsx";
import { Button, Notice } from "../../../ui/parts.tsx";
import { say } from "../../../ui/say.ts";
import type { TabProps } from "../tabs.ts";
import { NoteCard } from "./note_card.tsx";
import { Outlook, outlookOf, OUTLOOKS } from "./outlook.tsx";
import { logOfNote, type Noted } from "./send_note.ts";
import { SentNotes } from "./sent_notes.tsx";
import { type FileTaken, takeFile, Taken } from "./take_file.tsx";
import { asLeft, beforeDrop, dropItem, mendItem } from "./wait_note.ts";

export default function FieldNotes({ account }: TabProps) {
  const app = useApp();
  const read = useRead(routeTo("GET /api/my/field-notes")), { known, again } = read;
  const busy = useSignal(false),
    came = useSignal<FileTaken & { name: string } | undefined>(undefined),
    sent = useSignal<readonly string[]>([]),
    fault = useSignal<NotKept | undefined>(undefined);
  const instance = app.start.value?.value.instance;
  // What is in this device's queue is on its way already.
  const items = app.drain.items.value, queued = new Set(items.map(({ id }) => id));
  const all = asLeft(items, account, known.value?.value.notes ?? [], known.value?.at ?? 0);
  const notes = all.filter(({ sentId }) => !queued.has(sentId));
  const onWay = new Set([...sent.value, ...all.map(({ sentId }) => sentId)]);
  useTold(items.filter(({ kind }) => kind === "draft"), read);
  const ready = notes.filter((note) => outlookOf(note) === "ready"),
    over = notes.filter(({ state }) => state === "logged");

  const take = async (field: HTMLInputElement) => {
    const file = field.files?.[0];
    if (!file || busy.peek()) return;
    busy.value = true;
    try {
      came.value = { name: file.name, ...await takeFile(app.gateway, account, file) };
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
      const logs = [];
      for (const note of which.toSorted((a, b) => a.at - b.at)) {
        logs.push(await logOfNote(app, { account, instance }, note));
      }
      await app.drain.add(...logs);
      sent.value = [...sent.peek(), ...which.map(({ sentId }) => sentId)];
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
    <div class="field-notes lists">
      <div>
        {(came.value || notes.length > 0) && (
          <Card>
            {came.value && <p class="entry-name code">{came.value.name}</p>}
            <p role="status">
              {came.value ? <Taken of={came.value} /> : say("notes.title.n", { n: notes.length })}
            </p>
            <Outlook notes={notes} />
          </Card>
        )}
        <FileTile
          id="field-notes"
          icon="plus"
          wide
          one
          label={say(notes.length > 0 ? "notes.file.other" : "notes.file")}
          accept=".txt,.csv,text/plain,text/csv"
          disabled={busy.value}
          describedBy="field-notes-hint"
          take={(field) => void take(field)}
        />
        <p class="soft" id="field-notes-hint">{say("notes.file.hint")}</p>
        {over.length > 0 && (
          <Button onClick={() => void drop(over)}>{say("notes.drop.logged", { n: over.length })}</Button>
        )}
        {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
      </div>
      <div>
        {ready.length > 0 && (
          <>
            <Button kind="main" icon="check" disabled={busy.value} onClick={() => void send(ready)}>
              {say("notes.send.all", { n: ready.length })}
            </Button>
            <p class="soft">{say("notes.send.what")}</p>
          </>
        )}
        <SentNotes items={items.filter(({ id }) => onWay.has(id))} />
        {OUTLOOKS.map((outlook) => {
          const those = notes.filter((note) => outlookOf(note) === outlook);
          return those.length > 0 && (
            <section key={outlook}>
              <GroupHead>{say(`notes.outlook.${outlook}`)}</GroupHead>
              <Card flush>
                <ul class="entries">
                  {those.map((note) => (
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
              </Card>
            </section>
          );
        })}
      </div>
    </div>
  );
}
