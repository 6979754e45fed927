/** What the reader keeps of a cache for themselves: a note, solved coordinates, their lists, and whether they ignore it. */
import { type NotKept, whyNotKept } from "../../phone/kept/database.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { place as address } from "../../pages/router.ts";
import { useApp } from "../../phone/app.ts";
import { tell } from "../../phone/queue/holds.ts";
import type { Item } from "../../phone/queue/item.ts";
import { useTold } from "../../phone/queue/use_told.ts";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Tick } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { readPlace } from "../../ui/places/coordinates.ts";
import { WhichPlace } from "../../ui/places/place_field.tsx";
import { Button, Notice } from "../../ui/parts.tsx";
import { language, say } from "../../ui/say.ts";
import { Coordinates } from "../coordinates.tsx";
import { sameCode } from "../../phone/known/same_code.ts";
import { type CacheNote, isOn, noteItem, noteOf, tickItem, tickWay } from "./keep_note.ts";
import { beginsList, type KeptList, listsOf } from "./kept_lists.ts";

/** What is said of one thing: two lists that were begun have one address until the gateway gives each its number. */
const keyOf = ({ path, after = "" }: { path: string; after?: string | undefined }): string =>
  `${path} ${after}`;

export default function Kept({ code, title, account }: { code: string; title: string; account: string }) {
  const app = useApp(), fault = useSignal<NotKept | undefined>(undefined), items = app.drain.items.value;
  const read = useRead(routeTo("GET /api/my/notebook"));
  useTold(items.filter((item) => item.cache === code || beginsList(item)), read);
  const kept = read.known.value?.value, at = read.known.value?.at ?? 0;
  const note = noteOf(items, account, code, kept, at);
  const lists = listsOf(items, account, kept?.lists ?? [], at);
  /** What was said last of each address, until the phone has it; and what is being kept, one after the other. */
  const said = useSignal<Readonly<Record<string, boolean>>>({}), keeping = useRef(Promise.resolve());
  const add = (make: (about: Parameters<typeof tickItem>[1]) => Item) => {
    const instance = app.start.peek()?.value.instance;
    if (!instance) return;
    const item = make({ account, instance, cache: code, title }), { body: { on } } = item, key = keyOf(item);
    if (typeof on === "boolean") said.value = { ...said.peek(), [key]: on };
    keeping.current = keeping.current.then(() => tell(app.drain, item)).then(
      () => fault.value = undefined,
      (error) => fault.value = whyNotKept(error),
    ).then(() => {
      const { [key]: last, ...others } = said.peek();
      if (last === on) said.value = others;
    });
  };
  const tick = (list: KeptList | undefined, codes: readonly string[]) => {
    const was = codes.some((one) => sameCode(one, code));
    return {
      value: said.value[keyOf(tickWay(list, code))] ?? isOn(items, account, { code, list, was, at }),
      set: (on: boolean) => add((about) => tickItem(app, about, list, on)),
    };
  };
  /** What a tool has answered (`?solved=`): it stands in the field until something is kept. */
  const answer = useSignal(new URLSearchParams(address.peek().query).get("solved"));
  return (
    <section class="cache-kept">
      <h2>{say("kept.title")}</h2>
      <p class="soft">{say("kept.what")}</p>
      <NoteForm
        key={JSON.stringify(note ?? null)}
        note={note}
        answer={answer.value}
        save={(body) => {
          answer.value = null;
          add((about) => noteItem(app, about, body));
        }}
      />
      {lists.map((list) => (
        <Tick key={list.begun?.id ?? list.id} label={list.name} {...tick(list, list.codes)} />
      ))}
      {kept && <Tick label={say("kept.ignore")} {...tick(undefined, kept.ignored)} />}
      {fault.value && <Notice>{say(`write.${fault.value}`)}</Notice>}
      <p>
        <a href="/me/lists">{say("page.lists")}</a>
      </p>
      <p>
        <a href={`/tools?for=${encodeURIComponent(code)}`}>{say("page.tools")}</a>
      </p>
    </section>
  );
}

function NoteForm({ note, answer, save }: {
  note: CacheNote | undefined;
  answer: string | null;
  save: (note: CacheNote) => void;
}) {
  const isPlaced = note !== undefined && note.lat !== null && note.lon !== null;
  const text = useSignal(note?.text ?? ""),
    place = useSignal(answer ?? (isPlaced ? `${note.lat}, ${note.lon}` : ""));
  useEffect(() => {
    if (answer !== null) document.getElementById("kept-place")?.focus();
  }, []);
  const said = place.value.trim(), point = said === "" ? undefined : readPlace(said, language.value.code);
  const keep = (event: Event) => {
    event.preventDefault();
    save({ text: text.peek(), lat: point?.lat ?? null, lon: point?.lon ?? null });
  };
  return (
    <form onSubmit={keep}>
      <TextField id="kept-note" label={say("kept.note")} rows={3} maxLength={4000} value={text} />
      <TextField
        id="kept-place"
        label={say("kept.place")}
        hint={say("kept.place.hint")}
        maxLength={60}
        wrong={said !== "" && !point && say("kept.place.wrong")}
        value={place}
      />
      <WhichPlace text={said} choose={(text) => place.value = text} />
      {isPlaced && <Coordinates lat={note.lat!} lon={note.lon!} />}
      <Button submit>{say("kept.save")}</Button>
    </form>
  );
}
