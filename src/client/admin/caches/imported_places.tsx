/** The imported places, and those that were taken out and stay out at the next import. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Button, Foreign, Loading } from "../../ui/parts.tsx";
import { sayDate } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { touched } from "../parts/counts.ts";
import { Danger } from "../parts/danger.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Place {
  id: number;
  code: string;
  title: string;
  source: string;
  sourceName: string | null;
  externalId: string;
  status: string;
}
interface Lists {
  places: Place[];
  removed: { source: string; externalId: string; title: string; note: string; removedAt: number }[];
  truncated: boolean;
}

/** `imports`: how many imports were done on this page; the lists are read again after each. */
export function ImportedPlaces({ imports }: { imports: ReadonlySignal<number> }) {
  const text = useSignal(""), asked = useSignal("");
  const { known, again } = useRead(routeTo("GET /api/admin/imports", { query: { q: asked.value } }));
  const lists = known.value?.value;
  useEffect(() => void (imports.value > 0 && again()), [imports.value]);
  return (
    <section>
      <h2>{tell("imported.title")}</h2>
      <form
        role="search"
        class="line-form"
        onSubmit={(event) => {
          event.preventDefault();
          asked.value = text.peek().trim();
        }}
      >
        <TextField id="imported" label={tell("imported.search")} value={text} maxLength={100} />
        <Button submit>{tell("people.search.do")}</Button>
      </form>
      {!lists ? <Loading /> : (
        <>
          {lists.truncated && <p class="soft">{tell("imported.cut")}</p>}
          <Table
            label={tell("imported.title")}
            rows={lists.places}
            keyOf={({ id }) => id}
            empty={tell("imported.none")}
            columns={[
              {
                id: "title",
                label: tell("imported.place"),
                by: ({ title }) => title,
                cell: ({ code, title }) => (
                  <a href={`/c/${encodeURIComponent(code)}`}>
                    <Foreign>{title}</Foreign>
                  </a>
                ),
              },
              {
                id: "ref",
                label: tell("imported.reference"),
                by: ({ externalId }) => externalId,
                cell: ({ externalId, sourceName, source }) => (
                  <>
                    <Foreign>{externalId}</Foreign>, {sourceName ?? source}
                  </>
                ),
              },
              {
                id: "do",
                label: tell("people.content.do"),
                cell: (one) => <TakeOut place={one} again={again} />,
              },
            ]}
          />
          {lists.removed.length > 0 && (
            <>
              <h3>{tell("imported.out")}</h3>
              <ul class="row-list">
                {lists.removed.map(({ source, externalId, title, note, removedAt }) => (
                  <li key={`${source} ${externalId}`}>
                    <span>
                      <Foreign>{`${externalId} ${title}`}</Foreign> {note && <Foreign>{note}</Foreign>}{" "}
                      <span class="soft">{sayDate(removedAt)}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </section>
  );
}

function TakeOut({ place: { id, code, title }, again }: { place: Place; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const note = useSignal("");
  const remove = (body: Record<string, unknown>) =>
    gateway.ask("DELETE", routeTo("DELETE /api/admin/imports/:id", { params: { id } }), body);
  return (
    <Danger
      id={`out-${id}`}
      label={tell("imported.take_out")}
      about={tell("imported.take_out.about", { title })}
      touches={() => touched(remove({ dry: true }), tell("imported.take_out.what"))}
      word={code}
      act={() => remove({ note: note.peek().trim() })}
      done={tell("imported.taken_out")}
      after={again}
    >
      <TextField id={`out-${id}-note`} label={tell("people.note")} value={note} maxLength={300} />
    </Danger>
  );
}
