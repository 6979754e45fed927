/** Imports places of another programme: which one, from which address, which part. It is counted first and then done. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign } from "../../ui/parts.tsx";
import { ChoiceField } from "../../ui/choices.tsx";
import { useRead } from "../../phone/use_read.ts";
import { Danger } from "../parts/danger.tsx";
import { TextField } from "../../ui/fields.tsx";
import { FileField } from "../../ui/look/file_tile.tsx";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Source {
  id: string;
  sourceName: string;
  state: "ready" | "needs-permission";
  needs?: string;
  url?: string;
}
interface Result {
  imported: number;
  updated: number;
  unchanged: number;
  retired: number;
  gone: number;
  outside: number;
  skipped: number;
  odd: number;
  truncated: boolean;
  problems: { row: number; reason: string }[];
}

/** `after` is called after each import. */
export function ImportForm({ after }: { after: () => void }) {
  const { gateway } = useApp();
  const { known } = useRead(routeTo("GET /api/import"));
  const sources = known.value?.value.sources;
  const source = useSignal(""), url = useSignal(""), region = useSignal(""), bbox = useSignal("");
  const limit = useSignal(""), file = useSignal<Uint8Array | undefined>(undefined);
  const counted = useSignal<Result | undefined>(undefined),
    finished = useSignal<Result | undefined>(undefined);
  const doing = useDoing();
  const ready = (sources ?? []).filter(({ state }) => state === "ready");
  const chosen = ready.find(({ id }) => id === source.value);
  useEffect(() => void (source.value ||= ready[0]?.id ?? ""), [ready.length]);
  const run = (dry: boolean) => {
    const given = (text: Signal<string>) => text.peek().trim() || undefined;
    const query = {
      region: given(region),
      bbox: given(bbox),
      limit: given(limit),
      dry: dry ? "1" : undefined,
    };
    const address = url.peek().trim();
    const body = file.peek() ?? (address ? { url: address } : {});
    return gateway.ask(
      "POST",
      routeTo("POST /api/import/:source", { params: { source: chosen!.id }, query }),
      body,
    );
  };
  const count = (event: Event) => {
    event.preventDefault();
    counted.value = finished.value = undefined;
    void doing.run(async () => {
      const answer = await run(true);
      if (answer.ok) counted.value = answer.value;
      return answer;
    });
  };
  const read = async (files: FileList | null) => {
    const [given] = files ?? [];
    file.value = given && new Uint8Array(await given.arrayBuffer());
    counted.value = undefined;
  };
  return (
    <section>
      <h2>{tell("import.title")}</h2>
      {chosen && (
        <form onSubmit={count}>
          <ChoiceField
            id="import-source"
            label={tell("import.catalogue")}
            value={source}
            choices={ready.map(({ id }) => id)}
            words={(id) => ready.find((one) => one.id === id)!.sourceName}
            set={() => counted.value = undefined}
          />
          <FileField
            id="import-file"
            label={tell("import.file")}
            hint={tell("import.file.hint")}
            accept=".csv,.gpx,.zip,.ggz,.gz,text/csv,application/gpx+xml,application/zip"
            holds
            take={({ files }) => void read(files)}
          />
          <TextField
            id="import-url"
            label={tell("import.url")}
            hint={chosen.url ?? tell("import.url.none")}
            type="url"
            value={url}
            code
          />
          <details>
            <summary>{tell("import.part")}</summary>
            <TextField id="import-region" label={tell("import.region")} value={region} maxLength={32} code />
            <TextField id="import-bbox" label={tell("import.bbox")} value={bbox} maxLength={200} code />
            <TextField id="import-limit" label={tell("import.limit")} value={limit} inputMode="numeric" />
          </details>
          <Button kind="main" submit disabled={doing.busy.value}>{tell("import.count")}</Button>
        </form>
      )}
      {doing.busy.value && <progress aria-label={tell("import.counting")} />}
      <Problem of={doing} />
      {counted.value && (
        <>
          <Counted title={tell("import.would")} result={counted.value} />
          <Danger
            id="import"
            label={tell("import.do")}
            touches={[
              tell("import.new", { n: counted.value.imported }),
              tell("import.changed", { n: counted.value.updated }),
              tell("import.retired", { n: counted.value.retired }),
            ]}
            act={async () => {
              const answer = await run(false);
              if (answer.ok) finished.value = answer.value;
              return answer;
            }}
            done={tell("import.done")}
            after={after}
          />
        </>
      )}
      {finished.value && <Counted title={tell("import.did")} result={finished.value} />}
      {/* Which there are is asked once; where none can be read from it is what this is about. */}
      <details open={sources && ready.length === 0}>
        <summary>{tell("import.catalogues")}</summary>
        <Table
          label={tell("import.catalogues")}
          onPhone={4}
          rows={sources}
          keyOf={({ id }) => id}
          empty={tell("import.catalogues.none")}
          columns={[
            {
              id: "name",
              label: tell("import.catalogue"),
              by: (one) => one.sourceName,
              cell: (one) => one.sourceName,
            },
            {
              id: "state",
              label: tell("people.state"),
              file: ({ state }) => state,
              cell: ({ state, needs, id }) =>
                state === "ready"
                  ? <Mark kind="go">{tell("import.ready")}</Mark>
                  : <Mark kind="off">{tell("import.needs", { setting: needs ?? "IMPORT_ALLOW", id })}</Mark>,
            },
          ]}
        />
      </details>
    </section>
  );
}

const Counted = ({ title, result }: { title: string; result: Result }) => (
  <section class="counted">
    <h3>{title}</h3>
    <ul>
      <li>{tell("import.new", { n: result.imported })}</li>
      <li>{tell("import.changed", { n: result.updated })}</li>
      <li>{tell("import.same", { n: result.unchanged })}</li>
      {result.retired > 0 && <li>{tell("import.retired", { n: result.retired })}</li>}
      {result.gone > 0 && <li>{tell("import.gone", { n: result.gone })}</li>}
      {result.outside > 0 && <li>{tell("import.outside", { n: result.outside })}</li>}
      <li>{tell("import.skipped", { n: result.skipped })}</li>
      {result.odd > 0 && <li>{tell("import.odd", { n: result.odd })}</li>}
    </ul>
    {result.truncated && <p>{tell("import.cut")}</p>}
    {result.problems.length > 0 && (
      <details>
        <summary>{tell("import.problems")}</summary>
        <ul>
          {result.problems.map(({ row, reason }, i) => (
            <li key={i} lang="en">
              {row}: <Foreign>{reason}</Foreign>
            </li>
          ))}
        </ul>
      </details>
    )}
  </section>
);
