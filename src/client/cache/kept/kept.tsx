/** What the reader keeps of a cache for themselves: a note, solved coordinates, their lists, and whether they ignore it. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Tick } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { readPlace } from "../../ui/places/coordinates.ts";
import { Button, Notice } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { Coordinates } from "../coordinates.tsx";
import { sameCode } from "../../phone/known/same_code.ts";
import { type CacheNote, noteItem, noteOf } from "./keep_note.ts";

export default function Kept({ code, title, account }: { code: string; title: string; account: string }) {
  const app = useApp(), doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/my/notebook"));
  const kept = known.value?.value;
  const note = noteOf(app.drain.items.value, account, code, kept, known.value?.at ?? 0);
  const act = (run: Parameters<typeof doing.run>[0]) => void doing.run(run).then(again);
  return (
    <section class="cache-kept">
      <h2>{say("kept.title")}</h2>
      <p class="soft">{say("kept.what")}</p>
      <NoteForm key={JSON.stringify(note ?? null)} note={note} about={{ code, title, account }} />
      {kept && (
        <>
          {kept.lists.map(({ id, name, codes }) => (
            <Tick
              key={id}
              label={name}
              disabled={doing.busy.value}
              value={codes.some((one) => sameCode(one, code))}
              set={(on) =>
                act(() =>
                  app.gateway.ask(
                    "PUT",
                    routeTo("PUT /api/my/notebook/lists/:id/:code", { params: { id, code } }),
                    { on },
                    account,
                  )
                )}
            />
          ))}
          <Tick
            label={say("kept.ignore")}
            disabled={doing.busy.value}
            value={kept.ignored.some((one) => sameCode(one, code))}
            set={(on) =>
              act(() =>
                app.gateway.ask(
                  "PUT",
                  routeTo("PUT /api/my/notebook/ignored/:code", { params: { code } }),
                  { on },
                  account,
                )
              )}
          />
        </>
      )}
      <p>
        <a href="/me/lists">{say("page.lists")}</a>
      </p>
      <Problem of={doing} />
    </section>
  );
}

function NoteForm({ note, about }: {
  note: CacheNote | undefined;
  about: { code: string; title: string; account: string };
}) {
  const app = useApp(), full = useSignal(false);
  const isPlaced = note !== undefined && note.lat !== null && note.lon !== null;
  const text = useSignal(note?.text ?? ""), place = useSignal(isPlaced ? `${note.lat}, ${note.lon}` : "");
  const said = place.value.trim(), point = said === "" ? undefined : readPlace(said);
  const save = async (event: Event) => {
    event.preventDefault();
    const instance = app.start.peek()?.value.instance;
    if (!instance) return;
    const { code: cache, title, account } = about;
    const body = { text: text.peek(), lat: point?.lat ?? null, lon: point?.lon ?? null };
    try {
      await app.drain.add(noteItem(app, { account, instance, cache, title }, body));
      full.value = false;
    } catch {
      full.value = true;
    }
  };
  return (
    <form onSubmit={save}>
      <TextField id="kept-note" label={say("kept.note")} rows={3} maxLength={4000} value={text} />
      <TextField
        id="kept-place"
        label={say("kept.place")}
        hint={say("kept.place.hint")}
        maxLength={60}
        wrong={said !== "" && !point && say("kept.place.wrong")}
        value={place}
      />
      {isPlaced && <Coordinates lat={note.lat!} lon={note.lon!} />}
      {full.value && <Notice>{say("kept.full")}</Notice>}
      <Button submit>{say("kept.save")}</Button>
    </form>
  );
}
