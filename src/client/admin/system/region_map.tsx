/** The map of the region: what is drawn with on this host, how large one would be, and how one comes here. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { PAGES } from "../../pages/page_table.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { Button, Loading, Unread } from "../../ui/parts.tsx";
import { sayBytes, sayTime } from "../../ui/times.ts";
import { Danger } from "../parts/danger.tsx";
import { Mark } from "../parts/mark.tsx";
import { Table } from "../parts/table.tsx";
import { isTold, tell } from "../tell.ts";
import { UploadFile } from "../upload/upload.tsx";

type State = AnswerOf<"GET /api/admin/map">;

const sayWhy = (why: unknown): string => {
  const key = `regional.why.${why}`;
  return isTold(key) ? tell(key) : String(why);
};
const sayBox = (box: readonly number[]): string => box.map((one) => one.toFixed(2)).join(", ");

/** `after`: what fills the disk is counted anew. */
export function RegionalMap({ after }: { after: () => Promise<void> }) {
  const { gateway } = useApp();
  const { known, problem, again } = useRead(routeTo("GET /api/admin/map"));
  const state = known.value?.value;
  const changed = async () => void await Promise.all([again(), after()]);
  return (
    <section id="map">
      <h2>{tell("regional.title")}</h2>
      <p>{tell("regional.what")}</p>
      {problem.value && <Unread>{problem.value}</Unread>}
      {!state ? !problem.value && <Loading /> : (
        <>
          {state.elsewhere !== null && <p>{tell("regional.elsewhere", { address: state.elsewhere })}</p>}
          <There state={state} />
          <details>
            <summary>{tell("regional.how")}</summary>
            <Sizes state={state} />
            <HowTo state={state} />
          </details>
          <UploadFile
            id="map-file"
            purpose="map"
            label={tell("regional.file")}
            hint={tell("regional.file.hint")}
            accept=".pmtiles"
            whole={({ id, name }) => <Use id={id} name={name} after={changed} />}
          />
          {state.changedAt !== null && (
            <Danger
              id="map-remove"
              label={tell("regional.remove")}
              touches={[tell("regional.remove.what")]}
              act={() => gateway.ask("DELETE", routeTo("DELETE /api/admin/map"))}
              done={tell("regional.removed")}
              after={changed}
            />
          )}
        </>
      )}
    </section>
  );
}

/** What lies there now. */
function There({ state: { map, broken, changedAt, file } }: { state: State }) {
  const { gateway } = useApp();
  if (broken !== null) {
    return (
      <p>
        <Mark kind="bad">{tell("regional.broken", { file })} {sayWhy(broken)}</Mark>
      </p>
    );
  }
  if (!map) {
    return (
      <p>
        <Mark kind="off">{tell("regional.none", { file })}</Mark>
      </p>
    );
  }
  return (
    <>
      <p>
        <Mark kind="go">{tell("regional.there", { name: map.name ?? file })}</Mark>
      </p>
      <dl class="fields">
        <div>
          <dt>{tell("ground.size")}</dt>
          <dd>{sayBytes(map.bytes)}</dd>
        </div>
        <div>
          <dt>{tell("regional.zooms")}</dt>
          <dd>{map.minZoom}–{map.maxZoom}</dd>
        </div>
        <div>
          <dt>{tell("regional.box")}</dt>
          <dd class="code">{sayBox(map.box)}</dd>
        </div>
        <div>
          <dt>{tell("regional.since")}</dt>
          <dd>{sayTime(changedAt!, gateway.now())}</dd>
        </div>
        {map.attribution && (
          <div>
            <dt>{tell("regional.by")}</dt>
            <dd>{map.attribution}</dd>
          </div>
        )}
      </dl>
      <p>
        <a href={PAGES.map.path}>{tell("regional.look")}</a>
      </p>
    </>
  );
}

function Sizes({ state: { sizes } }: { state: State }) {
  if (sizes.length === 0) {
    return (
      <p>
        {tell("regional.no_region")} <a href={PAGES.adminFirst.path}>{tell("regional.set_region")}</a>
      </p>
    );
  }
  return (
    <>
      <Table
        label={tell("regional.sizes")}
        rows={sizes}
        keyOf={({ zoom }) => String(zoom)}
        empty=""
        columns={[
          { id: "zoom", label: tell("regional.zoom"), by: ({ zoom }) => zoom, cell: ({ zoom }) => zoom },
          {
            id: "shows",
            label: tell("regional.shows"),
            cell: ({ zoom }) =>
              isTold(`regional.shows.${zoom}`) ? tell(`regional.shows.${zoom}` as "regional.shows.10") : "",
          },
          {
            id: "size",
            label: tell("ground.size"),
            by: ({ most }) => most,
            cell: ({ least, most }) =>
              tell("regional.between", { least: sayBytes(least), most: sayBytes(most) }),
          },
        ]}
      />
      <p class="soft">{tell("regional.sizes.what")}</p>
    </>
  );
}

/** How such a file is cut out of the map of the world, on any computer. */
function HowTo({ state: { region } }: { state: State }) {
  const [south, west, north, east] = region ?? [46.3, 9.4, 49.1, 17.2];
  return (
    <>
      <p>{tell("regional.get")}</p>
      <CopyText
        text={`pmtiles extract https://build.protomaps.com/20260101.pmtiles region.pmtiles --maxzoom=14 --bbox=${west},${south},${east},${north}`}
        what={tell("regional.file")}
      />
      <p class="soft">{tell("regional.get.date")}</p>
    </>
  );
}

/** A map that is here and not yet in place. */
function Use({ id, name, after }: { id: string; name: string; after: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing(), why = useSignal("");
  const use = async () => {
    const done = await doing.run(async () => {
      why.value = "";
      const answer = await gateway.ask("POST", routeTo("POST /api/admin/map"), { upload: id });
      if (answer.ok || !answer.refused || answer.reason !== "map_unsound") return answer;
      why.value = sayWhy((answer.value as { why?: unknown } | undefined)?.why);
      return answer;
    });
    if (done) await after();
  };
  return (
    <>
      <p>{tell("regional.here", { name })}</p>
      <Button kind="main" disabled={doing.busy.value} onClick={() => void use()}>
        {tell("regional.use")}
      </Button>
      {doing.busy.value && <progress aria-label={tell("regional.checking")} />}
      <Problem of={doing} />
      {why.value !== "" && <p class="bad">{why.value}</p>}
    </>
  );
}
